import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { LogLine, Queries } from '../../store/database.ts';
import { bind, query, statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

interface AuditRow {
  readonly at: Instant;
  readonly action: string;
  readonly subject: string | null;
  readonly subjectId: number | null;
  readonly detail: string;
}

/** An act that a restore does not replay, or a message that was sent to a person. */
interface Noted {
  /** The subject and what was done with it; `mail` for a message. */
  readonly kind: string;
  readonly at: Instant;
  /** Of the subject. */
  readonly id?: number;
}

/**
 * The newest line of the audit trail that this machine has seen, and the last acts and messages. A database that lacks them
 * is an older one.
 */
interface Position {
  readonly installation: string;
  readonly id: number;
  readonly at: Instant;
  readonly recent: readonly Noted[];
}

/** What a database lacks that was here before. */
interface Lost {
  readonly until: Instant;
  readonly recent: readonly Noted[];
}

/** Of acts and of messages. */
const maxRecent = 1_000;
const changes = ['added', 'changed', 'removed', 'imported'] as const;
/** The ledger replays these; or they are the day's work, as are other acts on entries. */
const unnoted: ReadonlySet<unknown> = new Set(['hold', 'objection', 'retention', 'refused-creation']);
const entryActs: ReadonlySet<unknown> = new Set(['rectified', 'erasure-decided', 'erasure-cancelled']);

const newest = statement()((db) =>
  db.selectFrom('audit').select(['id', 'at']).orderBy('id', 'desc').limit(1),
);
const lineAt = statement<{ id: number }>()((db, p) =>
  db.selectFrom('audit').select('at').where('id', '=', p.id),
);
const changesAfter = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('audit')
    .select(['at', 'action', 'subject', 'subject_id as subjectId', 'detail'])
    .where('id', '>', p.id)
    .where(
      'action',
      'in',
      changes.map((action) => sql.lit(action)),
    )
    .orderBy('id'),
);

/** Returns the name of the file with the position in the audit trail. */
export function positionFileOf(dataDir: string): string {
  return join(dataDir, 'audit-position.json');
}

/** Returns the messages that a committed line has sent; undefined for a line that need not be noted. */
export function sentIn({ sent, action, at }: LogLine): readonly Noted[] | undefined {
  if (typeof sent === 'number' && typeof at === 'string') return [{ kind: 'mail', at, id: sent }];
  return changes.some((change) => change === action) ? [] : undefined;
}

/** Returns the act of a line of the audit trail that a restore does not replay; undefined for others. */
function actIn({ at, action, subject, subjectId, detail }: AuditRow): Noted | undefined {
  const { act } = JSON.parse(detail);
  if (subject === 'entry' ? !entryActs.has(act) : unnoted.has(subject)) return undefined;
  return {
    kind: `${subject} ${subject === 'entry' ? act : action}`,
    at,
    ...(subjectId !== null && { id: subjectId }),
  };
}

/** Returns what a database knew that was here and was newer than this one; undefined when none is known. */
export async function lostSince(
  read: Queries,
  file: string,
  installation: string,
): Promise<Lost | undefined> {
  const seen = readPosition(file);
  if (seen === undefined || seen.installation !== installation) return undefined;
  const last = await read.first(newest, {});
  const isThere = await hasSeen(read, seen);
  const unsent = await unsentOf(read, seen.recent);
  if (isThere && unsent.length === 0) return undefined;
  const isLost = ({ kind, at }: Noted) => kind !== 'mail' && at > (last?.at ?? '');
  const recent = [...(isThere ? [] : seen.recent.filter(isLost)), ...unsent];
  return { until: recent.reduce((until, { at }) => (at > until ? at : until), seen.at), recent };
}

/** Whether the newest line that was seen is in this database. */
async function hasSeen(read: Queries, { id, at }: Position): Promise<boolean> {
  const line = await read.first(lineAt, { id });
  if (line !== undefined) return line.at === at;
  // Old lines are deleted.
  return ((await read.first(newest, {}))?.id ?? 0) > id;
}

/** Messages that were sent and that this database still has to send, or does not know. */
async function unsentOf(read: Queries, recent: readonly Noted[]): Promise<Noted[]> {
  const messages = recent.filter(({ kind }) => kind === 'mail');
  if (messages.length === 0) return [];
  const ids = messages.flatMap(({ id }) => id ?? []);
  const rows = await read.all(
    query((db, { idIn }) =>
      db
        .selectFrom('letters')
        .select(['id', 'state'])
        .where(idIn('id', bind(ids))),
    ),
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const [last] = await read.all(
    query((db) => db.selectFrom('letters').select('id').orderBy('id', 'desc').limit(1)),
  );
  return messages.filter(({ id = 0 }) => {
    const state = states.get(id);
    // Old ones are deleted.
    return state === undefined ? id > (last?.id ?? 0) : state === 'pending';
  });
}

/** Notes the newest line, what was done since the one before, and these messages. */
export async function notePosition(
  read: Queries,
  file: string,
  installation: string,
  sent: readonly Noted[] = [],
): Promise<void> {
  const line = await read.first(newest, {});
  const found = readPosition(file);
  const isSame = found?.id === line?.id && found?.at === line?.at;
  if (line === undefined || (isSame && sent.length === 0)) return;
  const before = found?.installation === installation ? found : undefined;
  const isAfter = before !== undefined && (await hasSeen(read, before));
  const since = isAfter ? await read.all(changesAfter, { id: before.id }) : [];
  const acts = since.flatMap((row) => actIn(row) ?? []);
  const recent = Map.groupBy([...(before?.recent ?? []), ...acts, ...sent], ({ kind }) => kind === 'mail');
  // With PostgreSQL nothing else may have made the folder.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const position = {
    installation,
    ...line,
    recent: [...recent.values()].flatMap((some) => some.slice(-maxRecent)),
  } satisfies Position;
  writeFileSync(`${file}.new`, JSON.stringify(position), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readPosition(file: string): Position | undefined {
  try {
    const { installation, id, at, recent = [] }: Partial<Position> = JSON.parse(readFileSync(file, 'utf8'));
    return installation === undefined || id === undefined || at === undefined
      ? undefined
      : { installation, id, at, recent };
  } catch {
    // None yet, or one that a crash has cut.
    return undefined;
  }
}

/** What an operator has to know of a database that is older than the one before it. */
export function toDoAgain({ until, recent }: Lost): string {
  const lines = [...Map.groupBy(recent, ({ kind }) => kind)].map(([kind, some]) =>
    `  ${kind} ${[...new Set(some.flatMap(({ id }) => id ?? []))].join(', ')}`.trimEnd(),
  );
  return [
    `This database is older than the one that was here until ${until}. What was erased, objections, limitations, holds and retention rules come from erasures.jsonl. To be done again (« à refaire »), beside what sites sent and staff did with entries:`,
    ...(lines.length === 0 ? ['  nothing that is known'] : lines),
  ].join('\n');
}
