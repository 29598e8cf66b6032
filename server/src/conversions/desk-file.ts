import { Readable } from 'node:stream';
import Type from 'typebox';
import { recordActivity } from '../access/audit.ts';
import { RequestError } from '../contract/request-error.ts';
import type { App } from '../http/app-type.ts';
import { actorOf } from '../http/desk-access.ts';
import { deskErrors } from '../http/desk-answers.ts';
import { shared } from './desk.ts';
import { files } from './files.ts';
import { type ConversionDeps, fileHeaders, readFile } from './routes.ts';
import { readSettings } from './settings.ts';

/** `GET /desk/conversions/files/:file` */
export function conversionFileRoute(scope: App, { database, clock }: ConversionDeps): void {
  scope.get(
    '/desk/conversions/files/:file',
    {
      config: { desk: shared.right },
      schema: {
        params: Type.Object({
          file: Type.Enum(files, { type: 'string' }),
        }),
        response: {
          200: Type.Unsafe<Readable>({ type: 'string' }),
          ...deskErrors,
        },
      },
    },
    async (request, reply) => {
      const { file } = request.params;
      const now = clock();
      const { on } = await readSettings(database.read);
      if (!on) throw new RequestError('NOTFOUND', 'file: conversions are not exported');
      // A HEAD request must not mark conversions as served.
      if (request.method === 'HEAD') return reply.headers(fileHeaders(file)).send(Readable.from([]));
      // Recorded before the first byte is sent, so that an interrupted download is audited too.
      const act = { action: 'downloaded', subject: 'conversions', detail: { name: `${file}.csv` } } as const;
      await database.write(recordActivity, { by: actorOf(request), act }, now);
      return reply.headers(fileHeaders(file)).send(readFile(file, database, now));
    },
  );
}
