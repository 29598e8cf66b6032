import Type from 'typebox';
import { absenceOf } from '../../access/absences.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, signedIn } from '../../http/desk-access.ts';
import { deskErrors, exactly, orNull } from '../../http/desk-answers.ts';
import { AwayRange, requireRange } from '../away.ts';
import type { DeskDeps } from '../deps.ts';
import { noteOwnAbsence } from './operations.ts';

export const AwayResponse = Type.Object({ away: orNull(AwayRange) });

/** `/desk/session/away`: when the signed-in user is away. */
export function awayRoutes(scope: App, { database, clock }: DeskDeps): void {
  const config = { desk: 'signed-in' } as const;
  const tags = ['Session'];

  scope.get(
    '/desk/session/away',
    {
      config,
      schema: { tags, summary: 'Show when you are away', response: { 200: AwayResponse, ...deskErrors } },
    },
    async (request) => ({ away: await absenceOf(database.read, signedIn(request).id) }),
  );

  scope.put(
    '/desk/session/away',
    {
      config: { ...config, readsBody: true },
      schema: {
        tags,
        summary: 'Note when you are away',
        description: 'Nothing is given to you in turn on these days. Null when you are there again.',
        body: exactly({ away: orNull(AwayRange) }),
        response: { 200: AwayResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { away } = request.body;
      requireRange(away);
      const input = { by: actorOf(request), id: signedIn(request).id, away };
      await database.write(noteOwnAbsence, input, clock());
      return { away };
    },
  );
}
