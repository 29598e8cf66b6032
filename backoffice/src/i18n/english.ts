import englishMessages from 'ra-language-english';
import { administrationEnglish } from './administration.ts';
import { auditEnglish } from './audit.ts';
import { conversionsEnglish } from './conversions.ts';
import { entryEnglish } from './entry.ts';
import { enumerationsEnglish } from './enumerations.ts';
import type { Messages } from './french.ts';
import { integrationsEnglish } from './integrations.ts';
import { leadsEnglish } from './leads.ts';
import { mailEnglish } from './mail.ts';
import { privacyEnglish } from './privacy.ts';
import { queuesEnglish } from './queues.ts';
import { residencesEnglish } from './residences.ts';
import { statisticsEnglish } from './statistics.ts';
import { todayEnglish } from './today.ts';
import { totpEnglish } from './totp.ts';
import { usersEnglish } from './users.ts';

/** The English texts of the screens. */
export const english: Messages = {
  ...englishMessages,
  accueil: {
    today: todayEnglish,
    name: 'Accueil',
    retry: 'Try again',
    help: 'Help',
    values: enumerationsEnglish,
    administration: administrationEnglish,
    audit: auditEnglish,
    conversions: conversionsEnglish,
    integrations: integrationsEnglish,
    residences: residencesEnglish,
    totp: totpEnglish,
    users: usersEnglish,
    entry: entryEnglish,
    leads: leadsEnglish,
    mail: mailEnglish,
    privacy: privacyEnglish,
    queues: queuesEnglish,
    statistics: statisticsEnglish,
    session: {
      title: 'Sign in',
      email: 'E-mail address',
      password: 'Password',
      signIn: 'Sign in',
      wrong: 'Wrong e-mail address or password.',
      tooMany: 'Too many tries. Try again in %{seconds} s.',
      unreachable: 'The service does not answer. Check your connection and try again.',
      failed: 'Signing in has failed. Try again in a moment.',
    },
    password: {
      title: 'My password',
      chooseTitle: 'Choose a password',
      current: 'Present password',
      next: 'New password',
      again: 'The same once more',
      rule: 'At least 12 characters, a phrase for example.',
      different: 'The two are different.',
      wrongCurrent: 'This is not your present password.',
      weak: 'Too easily guessed or too short: choose at least 12 characters, a phrase for example.',
      save: 'Save',
      saved: 'Password saved. Your other sessions have ended.',
      chosen: 'Password saved. You can sign in.',
      invitationEnded:
        'This link has been used or is no longer good. Ask your administrator for another one.',
    },
    theme: { light: 'Light display', dark: 'Dark display' },
    menu: {
      today: 'My day',
      leads: 'Leads',
      board: 'Board by stage',
      surveys: 'Contacts and opinions',
      orientations: 'Orientations',
      applications: 'Applications',
      residences: 'Residences',
      statistics: 'Statistics',
      integrations: 'Integrations',
      conversions: 'Conversions',
      users: 'Users',
      audit: 'Audit trail',
      privacy: 'Privacy',
    },
  },
};
