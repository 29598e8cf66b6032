import { type Kysely, sql } from 'kysely';
import type { Queries } from '../database/port.ts';
import { type Parameters, statement, variants } from '../database/statement.ts';
import type { Instant, Tables } from '../database/tables.ts';
import type { AuditAction, AuditSubject } from './audit.ts';

/** Which lines of the audit trail are looked for; all of them by what is undefined. */
export interface AuditFilter {
  readonly userId?: number | undefined;
  readonly action?: AuditAction | undefined;
  readonly subject?: AuditSubject | undefined;
  readonly subjectId?: number | undefined;
  /** From this instant on. */
  readonly since?: Instant | undefined;
  /** Until this instant, itself included. */
  readonly until?: Instant | undefined;
}

/** Where a line stands: lines are in the order of time. */
export interface AuditPlace {
  readonly at: Instant;
  readonly id: number;
}

/** Newest first from a place on; backwards: oldest first. Neither begins with the line of that place. */
export interface AuditWalk {
  readonly from: AuditPlace | undefined;
  readonly backwards: boolean;
  readonly size: number;
}

type FilterValues = {
  readonly userId: number;
  readonly action: string;
  readonly subject: string;
  readonly subjectId: number;
  readonly since: string;
  readonly until: string;
};
type WalkValues = FilterValues & { readonly at: string; readonly id: number };

const first: AuditPlace = { at: '0001-01-01T00:00:00.000Z', id: 0 };
const last: AuditPlace = { at: '9999-12-31T23:59:59.999Z', id: Number.MAX_SAFE_INTEGER };

// The act on one thing, or those of one user, are few; lines about entries, and reads of them, are nearly all. SQLite knows
// no numbers, and would take any index that fits: what must not choose one is compared as an expression.
function linesBy<P extends FilterValues>(
  db: Kysely<Tables>,
  p: Parameters<P>,
  { userId, action, subject, subjectId }: AuditFilter,
) {
  let lines = db.selectFrom('audit').where('at', '>=', p.since).where('at', '<=', p.until);
  if (subjectId !== undefined) lines = lines.where('subject_id', '=', p.subjectId);
  if (userId !== undefined)
    lines = lines.where(subjectId === undefined ? 'user_id' : sql<number>`user_id + 0`, '=', p.userId);
  const chosen = subjectId !== undefined || userId !== undefined;
  if (action !== undefined) lines = lines.where(chosen ? sql<string>`action || ''` : 'action', '=', p.action);
  if (subject !== undefined)
    lines = lines.where(chosen ? sql<string>`subject || ''` : 'subject', '=', p.subject);
  return lines;
}

function found(filter: AuditFilter, { backwards, size }: AuditWalk) {
  const order = backwards ? 'asc' : 'desc';
  return statement<WalkValues>()((db, p) =>
    linesBy(db, p, filter)
      .select([
        'id',
        'at',
        'user_id as userId',
        'author',
        'address',
        'action',
        'subject',
        'subject_id as subjectId',
        'detail',
      ])
      .where((eb) => eb(eb.refTuple('at', 'id'), backwards ? '>' : '<', eb.tuple(p.at, p.id)))
      .orderBy('at', order)
      .orderBy('id', order)
      .limit(sql.lit(size)),
  );
}

function counted(filter: AuditFilter, most: number) {
  return statement<FilterValues>()((db, p) =>
    db
      .selectFrom(linesBy(db, p, filter).select('id').limit(sql.lit(most)).as('found'))
      .select((eb) => eb.fn.countAll<number>().as('n')),
  );
}

/** One for each combination. */
const finding = variants<ReturnType<typeof found>>();
const counting = variants<ReturnType<typeof counted>>();

/** The lines of the audit trail that a filter finds, in the order of the walk. */
export async function findAuditLines(read: Queries, filter: AuditFilter, walk: AuditWalk) {
  const { backwards, size, from = backwards ? first : last } = walk;
  const key = `${shapeOf(filter)} ${backwards} ${size}`;
  const query = finding(key, () => found(filter, walk));
  const rows = await read.all(query, { ...valuesOf(filter), ...from });
  return rows.map(({ detail, ...line }) => ({
    ...line,
    detail: JSON.parse(detail) as Record<string, unknown>,
  }));
}

/** How many lines a filter finds, counted up to `most`. */
export async function countAuditLines(read: Queries, filter: AuditFilter, most: number): Promise<number> {
  const key = `${shapeOf(filter)} ${most}`;
  const query = counting(key, () => counted(filter, most));
  return Number((await read.first(query, valuesOf(filter)))?.n ?? 0);
}

const shapeOf = ({ userId, action, subject, subjectId }: AuditFilter) =>
  [userId, action, subject, subjectId].map((value) => value !== undefined).join(' ');
const valuesOf = ({ userId, action, subject, subjectId, since, until }: AuditFilter) => ({
  userId: userId ?? 0,
  action: action ?? '',
  subject: subject ?? '',
  subjectId: subjectId ?? 0,
  since: since ?? first.at,
  until: until ?? last.at,
});
