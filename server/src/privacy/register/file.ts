import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf } from '../../http/desk-access.ts';
import { deskErrors } from '../../http/desk-answers.ts';
import type { PrivacyDeps } from '../deps.ts';
import { registerCsv } from './csv.ts';
import { writeRegister } from './register.ts';

/** `GET /desk/privacy/register.csv`. */
export function registerFileRoute(scope: App, deps: PrivacyDeps): void {
  const { database, clock } = deps;
  scope.get(
    '/desk/privacy/register.csv',
    {
      config: { desk: 'privacy' },
      schema: {
        operationId: 'downloadRegister',
        tags: ['Privacy'],
        summary: 'The register as a file for a French Excel',
        response: { 200: Type.String({ description: 'The file, `text/csv`.' }), ...deskErrors },
      },
    },
    async (request, reply) => {
      const now = clock();
      const act = { action: 'exported', subject: 'register' } as const;
      await database.write(recordActivity, { by: actorOf(request), act }, now);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="registre-${parisDay(now)}.csv"`)
        .send(registerCsv(await writeRegister(deps, now)));
    },
  );
}
