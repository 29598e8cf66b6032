import Type from 'typebox';
import {
  displayedPreference,
  isNotified,
  isReminded,
  mailPreferences,
} from '../../access/mail-preference.ts';
import { exactly } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';

const Preference = Type.Enum(mailPreferences, {
  type: 'string',
});
const isOn = ({ mail }: DeskDeps) => mail !== undefined;

const showMailPreference = deskRoute('showMailPreference', 'GET /desk/session/mail', {
  right: 'signed-in',
  run: (deps: DeskDeps, { by }) => shown(deps.database.read, by, isOn(deps)),
});

const chooseMailPreference = deskWrite('chooseMailPreference', 'PUT /desk/session/mail', {
  right: 'signed-in',
  body: exactly({ mail: Preference }),
  prepare: (deps: DeskDeps) => ({ on: isOn(deps) }),
  async run(tx, { by, mail, on }, { record }) {
    await update(tx, 'users', by.userId, { mail });
    const detail = { changed: ['mail'], mail };
    await record({ action: 'changed', subject: 'user', subjectId: by.userId, detail });
    return shown(tx, by, on);
  },
});

/** How often the signed-in user is notified by e-mail. */
export const mailPreferenceRoutes = [showMailPreference, chooseMailPreference] as const;

async function shown(read: Queries, { userId, grants }: DeskActor, on: boolean) {
  const user = await read.first(
    query((db) => db.selectFrom('users').select('mail').where('id', '=', userId)),
  );
  return {
    mail: displayedPreference(grants, user?.mail ?? null),
    told: grants.some((grant) => isNotified(grant) || isReminded(grant)),
    reminded: grants.some(isReminded),
    on,
  };
}
