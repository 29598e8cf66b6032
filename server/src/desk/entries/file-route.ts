import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordActivity } from '../../access/audit.ts';
import { isWithin } from '../../access/roles.ts';
import { notFound } from '../../contract/request-error.ts';
import { safeFileName } from '../../entries/create/file-name.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, reachFor } from '../../http/desk-access.ts';
import { IdPath } from '../../http/desk-answers.ts';
import { statement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';

const placeOfFile = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('files')
    .innerJoin('entries', 'entries.id', 'files.entry_id')
    .select(['entries.establishment_id as establishmentId', 'entries.restriction'])
    .where('files.entry_id', '=', p.id),
);
const fileOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('files').select(['name', 'type', 'content']).where('entry_id', '=', p.id),
);

/** `GET /desk/entries/:id/file`: the CV of a job application, for staff and for the data protection officer. */
export function fileRoutes(scope: App, { database, clock }: DeskDeps): void {
  /** Sends the file of an entry; 404 when `isVisible` denies it. */
  async function sendFile(
    request: FastifyRequest<{ Params: { id: number } }>,
    reply: FastifyReply,
    isVisible: (entry: { establishmentId: number | null; restriction: string | null }) => boolean,
  ): Promise<Buffer> {
    const { id } = request.params;
    const place = await database.background.first(placeOfFile, { id });
    if (place === undefined || !isVisible(place)) throw notFound('entry', id);
    const act = { action: 'downloaded', subject: 'file', subjectId: id } as const;
    await database.write(recordActivity, { by: actorOf(request), act }, clock());
    const file = await database.background.first(fileOf, { id });
    // It was deleted in the meantime.
    if (file === undefined) throw notFound('entry', id);
    reply
      .type(file.type)
      .header('content-disposition', attachment(safeFileName(file.name, file.type)))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "sandbox; default-src 'none'");
    return Buffer.from(file.content);
  }

  scope.get(
    '/desk/entries/:id/file',
    {
      config: { desk: 'applications.read' },
      schema: { params: IdPath },
    },
    (request, reply) =>
      sendFile(
        request,
        reply,
        ({ establishmentId, restriction }) =>
          restriction === null && isWithin(reachFor(request, 'applications.read'), establishmentId),
      ),
  );

  scope.get(
    '/desk/privacy/entries/:id/file',
    {
      config: { desk: 'privacy' },
      schema: { params: IdPath },
    },
    (request, reply) => sendFile(request, reply, () => true),
  );
}

/** RFC 6266: the name is percent-encoded, so that it can't break out of the header. */
function attachment(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
