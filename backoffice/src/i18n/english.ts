import englishMessages from 'ra-language-english';
import { administrationEnglish } from './administration.ts';
import { agendaEnglish } from './agenda.ts';
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
import { searchEnglish } from './search.ts';
import { statisticsEnglish } from './statistics.ts';
import { todayEnglish } from './today.ts';
import { totpEnglish } from './totp.ts';
import { usersEnglish } from './users.ts';

/** The English texts of the screens. */
export const english: Messages = {
  ...englishMessages,
  accueil: {
    agenda: agendaEnglish,
    today: todayEnglish,
    name: 'Accueil',
    retry: 'Try again',
    technical: 'Technical details',
    network: {
      none: 'No network, or the service does not answer. What is shown may be out of date; what you type is kept.',
      page: 'This page could not be loaded.',
      pageTitle: 'Page not loaded',
    },
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
    search: searchEnglish,
    statistics: statisticsEnglish,
    session: {
      title: 'Sign in',
      over: 'Your session has ended. Sign in again: the page and what you typed are still there, and what was under way goes on by itself.',
      other: 'Use another account',
      showTyped: 'Show what is typed',
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
      saved:
        'Password saved. Your other sessions have ended, and the addresses of your calendars no longer work.',
      chosen: 'Password saved.',
      saveAndSignIn: 'Save and sign in',
      for: 'Welcome, %{name}. Choose the password of your account: %{email}.',
      newFor: '%{name}, choose a new password for your account: %{email}.',
      invitationEnded: 'This link has been used or is no longer good.',
    },
    forgotten: {
      link: 'Forgotten password?',
      title: 'Forgotten password',
      intro: 'We send a link to your address, with which you choose another one.',
      email: 'E-mail address',
      send: 'Send the link',
      sent: 'If there is an account with this address, the link is on its way. It can be used once, within an hour; look among the spam too. At most three links are sent in an hour.',
      askAdministrator: 'This service sends no e-mails: ask your administrator for a new link.',
      another: 'Ask for another link',
      back: 'Back to the sign-in page',
    },
    away: {
      title: 'My absence',
      intro: 'On these days no lead is given to you in turn.',
      from: 'From',
      until: 'To',
      save: 'Note the absence',
      end: 'I am here: delete it',
      saved: 'Absence noted.',
      ended: 'Absence deleted.',
    },
    theme: { light: 'Light display', dark: 'Dark display' },
    menu: {
      everyday: 'Every day',
      menu: 'Menu',
      today: 'My day',
      leads: 'Leads',
      agenda: 'Agenda',
      newLead: 'New lead',
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
