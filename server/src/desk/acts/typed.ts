import { sql } from 'kysely';
import { findAuditLines } from '../../access/audit-trail.ts';
import { authorOf, shownAuthor } from '../../access/authors.ts';
import { parisDay, startOfDay } from '../../clock.ts';
import { undoableMs } from '../../entries/change/undo.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { pick } from '../../store/entry-columns.ts';
import { rawStatement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { knownEntry } from '../entries/known-family.ts';
import { namedEntries } from '../entries/listed.ts';

const maxListed = 50;
const shownNames = [
  ...['id', 'kind', 'establishmentId', 'name', 'contactName', 'mayRead', 'mayLeaveMessage'],
] as const;

const actsSince = rawStatement<{ ids: readonly number[] }, { entryId: number; author: string; by: string }>(
  (p, dialect) => sql`
select h.entry_id as "entryId", h.author, ${shownAuthor('h.author')} as "by" from history h
where ${dialect.idIn('h.entry_id', p.ids)} and h.change <> 'created' order by h.id`,
);

/** What users have typed in today, also where they read no entries. */
export const listTyped = deskRoute('listTyped', 'GET /desk/entries/mine-today', {
  right: 'entries.create',
  async run({ database, clock, objections }: DeskDeps, { by }) {
    const now = clock();
    const read = database.background;
    const today = parisDay(now);
    const filter = {
      userId: by.userId,
      action: 'added',
      subject: 'entry',
      since: startOfDay(today).toISOString(),
    } as const;
    const page = { from: undefined, backwards: false, limit: maxListed };
    const lines = (await findAuditLines(read, filter, page)).slice(0, maxListed);
    const typedAt = new Map(lines.map(({ subjectId, at }) => [subjectId, at]));
    const ids = lines.flatMap(({ subjectId }) => subjectId ?? []);
    const entries = await namedEntries(read, ids, { today, objections: await objections.get() });
    const acts = Map.groupBy(await read.all(actsSince, { ids }), (act) => act.entryId);
    return {
      data: entries
        .filter(({ kind, spam }) => kind === 'commercial' && !spam)
        .map((entry) => {
          const at = typedAt.get(entry.id) ?? '';
          const since = acts.get(entry.id) ?? [];
          return {
            ...pick(knownEntry(entry, by.grants), shownNames),
            typedAt: at,
            takenBy: since.findLast(({ author }) => author !== authorOf(by))?.by ?? null,
            mayUndo: since.length === 0 && now.getTime() - Date.parse(at) <= undoableMs,
          };
        }),
    };
  },
});
