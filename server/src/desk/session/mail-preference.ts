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
});
const showMailPreference = deskRoute('showMailPreference', 'GET /desk/session/mail', {
  right: 'signed-in',
  run: (deps: DeskDeps, { by }) => shown(deps, by),
});

const chooseMailPreference = deskRoute('chooseMailPreference', 'PUT /desk/session/mail', {
  right: 'signed-in',
  body: exactly({ mail: Preference }),
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
