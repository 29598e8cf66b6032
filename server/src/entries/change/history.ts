import { sql } from 'kysely';
import { serviceAuthor } from '../../access/audit.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { insert } from '../../store/rows.ts';
import { statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

export interface HistoryLine {
  readonly entryId: number;
  readonly at: Instant;
  /** As in access/authors.ts. */
  readonly author: string;
  /** What happened: `changeNames` in french/labels.ts has them all. */
  readonly change: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Adds a line to an entry's history, in the transaction of the change. Returns its id: the entry's new version. */
export async function recordHistory(tx: Transaction, { entryId, detail, ...line }: HistoryLine) {
  return insert(tx, 'history', { entry_id: entryId, ...line, detail: JSON.stringify(detail) });
}

const newest = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select('id')
    .where('entry_id', '=', p.entryId)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

/** Returns the version of an entry: the id of its newest history line, 0 without history. */
export async function currentVersion(read: Queries, entryId: number): Promise<number> {
  return (await read.first(newest, { entryId }))?.id ?? 0;
}

// Without the condition SQLite's plan is a scan of the table.
const newestOfAll = statement()((db) =>
  db.selectFrom('history').select('id').where('id', '>', sql.lit(0)).orderBy('id', 'desc').limit(sql.lit(1)),
);

/** The newest version of any entry: it grows also where two entries tell of one visit in turn. */
export async function newestVersion(read: Queries): Promise<number> {
  return (await read.first(newestOfAll, {}))?.id ?? 0;
}

const newestChange = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select('id')
    .where('entry_id', '=', p.entryId)
    .where((line) =>
      line.or([line('change', '<>', sql.lit('written')), line('author', '<>', sql.lit(serviceAuthor))]),
    )
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

/**
 * Returns the id of the newest history line but those of messages that go by themselves, which change nothing that anybody
 * works on; 0 without one.
 */
export async function lastChange(read: Queries, entryId: number): Promise<number> {
  return (await read.first(newestChange, { entryId }))?.id ?? 0;
}
