import { Readable } from 'node:stream';
import { recordActivity } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import type { App } from '../../http/app-type.ts';
import { byteOrderMark } from '../../http/csv.ts';
import { deskActorOf } from '../../http/desk-access.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { entryLine, headerLine, type Names } from './export-columns.ts';
import { readWholeList } from './list.ts';
import { ListQuery, listOf } from './list-query.ts';
import { listedEntries, type ShownWith } from './listed.ts';

const establishmentNames = statement()((db) => db.selectFrom('establishments').select(['id', 'name']));
const callerNames = statement()((db) => db.selectFrom('callers').select(['id', 'name']));
const partnerNames = statement()((db) => db.selectFrom('partners').select(['id', 'slug as name']));

/** The file name of an export, without date and extension. */
const fileNames: Readonly<Record<EntryKind, string>> = {
  commercial: 'demandes',
  survey: 'contacts-et-avis',
  postuler: 'candidatures',
};

/** `GET /desk/entries.csv`: a whole list, as a file for a spreadsheet. */
export function exportRoute(scope: App, { database, clock, objections }: DeskDeps): void {
  scope.get(
    '/desk/entries.csv',
    {
      config: { desk: 'entries.read' },
      schema: { querystring: ListQuery },
    },
    async (request, reply) => {
      const { query } = request;
      const { kind } = query;
      const by = deskActorOf(request);
      const now = clock();
      const list = listOf(by, query, parisDay(now));
      const { total, chunks } = await readWholeList(database.background, list);
      // Recorded before anything is sent, so that an aborted download is in the audit trail too.
      const filters = Object.keys(query).filter((name) => !['kind', 'sort', 'order'].includes(name));
      const act = { action: 'exported', subject: 'entry', detail: { kind, filters, ...total } } as const;
      await database.write(recordActivity, { by, act }, now);
      const names = await namesIn(database.background);
      const shownWith = { today: parisDay(now), objections: await objections.get() };
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileNames[kind]}-${parisDay(now)}.csv"`)
        .send(Readable.from(linesOf(database.background, chunks, names, shownWith), { objectMode: false }));
    },
  );
}

const chunkSize = 100;

/** Yields the lines of the file as fast as they are consumed. */
async function* linesOf(
  read: Queries,
  chunks: AsyncIterable<readonly number[]>,
  names: Names,
  shownWith: ShownWith,
): AsyncGenerator<string> {
  yield byteOrderMark + headerLine;
  for await (const ids of chunks) {
    for (let start = 0; start < ids.length; start += chunkSize) {
      const entries = await listedEntries(read, ids.slice(start, start + chunkSize), shownWith);
      yield entries.map((entry) => entryLine(entry, names)).join('');
    }
  }
}

async function namesIn(read: Queries): Promise<Names> {
  const byId = (rows: readonly { id: number; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]));
  return {
    establishments: byId(await read.all(establishmentNames)),
    callers: byId(await read.all(callerNames)),
    partners: byId(await read.all(partnerNames)),
  };
}
