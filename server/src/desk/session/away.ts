import { absenceOf, noteAbsence as storeAbsence } from '../../access/absences.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { AwayRange, requireRange } from '../away.ts';
import type { DeskDeps } from '../deps.ts';

const showAbsence = deskRoute('showAbsence', 'GET /desk/session/away', {
  right: 'signed-in',
  run: async ({ database }: DeskDeps, { by }) => ({ away: await absenceOf(database.read, by.userId) }),
});

const noteAbsence = deskWrite('noteAbsence', 'PUT /desk/session/away', {
  right: 'signed-in',
  body: exactly({ away: orNull(AwayRange) }),
  async run(tx, { away, by }, { record }) {
    requireRange(away);
    await storeAbsence(tx, by.userId, away);
    const detail = { changed: ['away'], away };
    await record({ action: 'changed', subject: 'user', subjectId: by.userId, detail });
    return { away };
  },
});

/** When the signed-in user is away. */
export const awayRoutes = [showAbsence, noteAbsence] as const;
