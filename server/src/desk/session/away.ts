import { toAbsence } from '../../access/users.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { query } from '../../store/statement.ts';
import { AwayRange, storeAbsence } from '../away.ts';
import type { DeskDeps } from '../deps.ts';

const showAbsence = deskRoute('showAbsence', 'GET /desk/session/away', {
  right: 'signed-in',
  async run({ database }: DeskDeps, { by }) {
    const user = await database.read.first(
      query((db) => db.selectFrom('users').select(['away_from', 'away_until']).where('id', '=', by.userId)),
    );
    return { away: user === undefined ? null : toAbsence(user) };
  },
});

const noteAbsence = deskWrite('noteAbsence', 'PUT /desk/session/away', {
  right: 'signed-in',
  body: exactly({ away: orNull(AwayRange) }),
  async run(tx, { away, by }, { record }) {
    await storeAbsence(tx, by.userId, away);
    const detail = { changed: ['away'], away };
    await record({ action: 'changed', subject: 'user', subjectId: by.userId, detail });
    return { away };
  },
});

/** When the signed-in user is away. */
export const awayRoutes = [showAbsence, noteAbsence] as const;
