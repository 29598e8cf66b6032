import Type from 'typebox';
import {
  choosePreference,
  chosenPreference,
  displayedPreference,
  isNotified,
  isReminded,
  mailPreferences,
} from '../../access/mail-preference.ts';
import { exactly } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute } from '../../http/desk-route.ts';
import type { DeskDeps } from '../deps.ts';

const Preference = Type.Enum(mailPreferences, {
  type: 'string',
  description:
    '`at-once`: a mail for each new entry. `digest`: one mail at 7:30 on working days. `none`: never.',
});
const MailPreferenceResponse = Type.Object({
  mail: Preference,
  told: Type.Boolean({ description: 'Whether one of the user’s roles is notified at all.' }),
  reminded: Type.Boolean({
    description:
      'Whether one of the user’s roles is reminded of requests about personal data, unless they chose `none`.',
  }),
  on: Type.Boolean({ description: 'Whether the service sends mails.' }),
});

const showMailPreference = deskRoute('showMailPreference', 'GET /desk/session/mail', {
  right: 'signed-in',
  tag: 'Session',
  summary: 'Show how often you are notified by e-mail',
  description:
    'Directions and commercials are notified of new entries of their residences: `at-once` until they choose. A role at all residences notifies only after such a choice. Users with the right `privacy` are reminded of requests 10 and 3 days before they are due, unless they chose `none`.',
  answer: MailPreferenceResponse,
  run: (deps: DeskDeps, { by }) => shown(deps, by),
});

const chooseMailPreference = deskRoute('chooseMailPreference', 'PUT /desk/session/mail', {
  right: 'signed-in',
  tag: 'Session',
  summary: 'Choose how often you are notified by e-mail',
  body: exactly({ mail: Preference }),
  answer: MailPreferenceResponse,
  operation: choosePreference,
  async run(deps: DeskDeps, input) {
    await deps.database.write(choosePreference, input, deps.clock());
    return shown(deps, input.by);
  },
});

/** How often the signed-in user is notified by e-mail. */
export const mailPreferenceRoutes = [showMailPreference, chooseMailPreference] as const;

async function shown({ database, mail }: DeskDeps, { userId, grants }: DeskActor) {
  return {
    mail: displayedPreference(grants, await chosenPreference(database.read, userId)),
    told: grants.some((grant) => isNotified(grant) || isReminded(grant)),
    reminded: grants.some(isReminded),
    on: mail !== undefined,
  };
}
