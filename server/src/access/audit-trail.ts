import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { countRows, type KeysetPage, selectPage } from '../store/keyset.ts';
import { bind, dynamicStatement, statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import type { AuditAction, AuditSubject } from './audit.ts';

/** Selects lines of the audit trail. An undefined property does not filter. */
interface AuditFilter {
  readonly userId?: number | undefined;
  readonly action?: AuditAction | undefined;
  readonly subject?: AuditSubject | undefined;
  readonly subjectId?: number | undefined;
  /** The entry that it is about, or whose file. */
  readonly entryId?: number | undefined;
  /** Inclusive. */
  readonly since?: Instant | undefined;
  /** Inclusive. */
  readonly until?: Instant | undefined;
}

/** The sort key of a line: its time, then its id. */
export type AuditKey = readonly [at: Instant, id: number];

interface AuditRow {
  readonly id: number;
  readonly at: Instant;
  readonly userId: number | null;
  readonly author: string;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly subjectId: number | null;
  readonly detail: string;
}

/** Returns the lines of a page, newest first; oldest first when the page is read backwards. */
export async function findAuditLines(read: Queries, filter: AuditFilter, page: KeysetPage<AuditKey>) {
  const columns = sql`id, at, user_id as "userId", author, address, action, subject, subject_id as "subjectId", detail`;
  const list = {
    from: sql`audit`,
    conditions: conditionsOf(filter),
    key: [sql`at`, sql`id`],
    descending: true,
  };
  const rows = await read.all(dynamicStatement(() => sql<AuditRow>`${selectPage(columns, list, page)}`));
  return rows.map(({ detail, ...line }) => ({
    ...line,
    detail: JSON.parse(detail) as Record<string, unknown>,
  }));
}

const actsOn = statement<{ subjectId: number; since: Instant }>()((db, p) =>
  db
    .selectFrom('audit')
    .select(['user_id as userId', 'subject', 'action'])
    .where('subject_id', '=', p.subjectId)
    .where('at', '>=', p.since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc'),
);

/** Whether a user has created an entry since a moment, or recognised it and not changed it after that. */
export async function hasRecognised(read: Queries, userId: number, entryId: number, since: Instant) {
  // Filtered here: with all three conditions SQLite would read by an index of every act on entries.
  const acts = (await read.all(actsOn, { subjectId: entryId, since })).filter(
    (act) => act.subject === 'entry' && act.userId === userId,
  );
  return acts[0]?.action === 'looked-up' || acts.some(({ action }) => action === 'added');
}

/** Returns how many lines match the filter, at most `limit`. */
export function countAuditLines(read: Queries, filter: AuditFilter, limit: number): Promise<number> {
  return countRows(read, { from: sql`audit`, conditions: conditionsOf(filter) }, limit);
}

// A subject id or a user matches few lines; an action or a kind of subject may match nearly all. SQLite has no statistics
// and would take any index that fits, so a column that must not choose the index is compared as an expression.
function conditionsOf({ userId, action, subject, subjectId, entryId, since, until }: AuditFilter) {
  const isAboutOne = subjectId !== undefined || entryId !== undefined;
  const isSelective = isAboutOne || userId !== undefined;
  return [
    ...(since === undefined ? [] : [sql`at >= ${bind(since)}`]),
    ...(until === undefined ? [] : [sql`at <= ${bind(until)}`]),
    ...(subjectId === undefined ? [] : [sql`subject_id = ${bind(subjectId)}`]),
    ...(entryId === undefined
      ? []
      : [sql`subject_id = ${bind(entryId)}`, sql`subject || '' in ('entry', 'file')`]),
    ...(userId === undefined
      ? []
      : [isAboutOne ? sql`user_id + 0 = ${bind(userId)}` : sql`user_id = ${bind(userId)}`]),
    ...(action === undefined
      ? []
      : [sql`${isSelective ? sql`action || ''` : sql`action`} = ${bind(action)}`]),
    ...(subject === undefined
      ? []
      : [sql`${isSelective ? sql`subject || ''` : sql`subject`} = ${bind(subject)}`]),
  ];
}
