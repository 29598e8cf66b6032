import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LogLine, Queries } from '../../store/database.ts';
import { bind, query, statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

/** A decision about persons, or a message that was sent to one. */
interface Noted {
  /** The subject of the line of the audit trail; `mail` for a message. */
  readonly kind: string;
  readonly at: Instant;
  /** Of the message. */
  readonly id?: number;
}

/**
 * The newest line of the audit trail that this machine has seen, and the last decisions and messages. A database that lacks
 * them is an older one.
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

const maxRecent = 1_000;
const decisions: ReadonlySet<unknown> = new Set(['hold', 'objection', 'privacy-request', 'retention']);
const acts: ReadonlySet<unknown> = new Set(['rectified', 'erasure-decided', 'erasure-cancelled']);

const newest = statement()((db) =>
  db.selectFrom('audit').select(['id', 'at']).orderBy('id', 'desc').limit(1),
);
const lineAt = statement<{ id: number }>()((db, p) =>
  db.selectFrom('audit').select('at').where('id', '=', p.id),
);

/** Returns the name of the file with the position in the audit trail. */
export function positionFileOf(dataDir: string): string {
  return join(dataDir, 'audit-position.json');
}

/** Returns what of a committed line has to be noted: a decision about persons or a sent message; undefined for others. */
export function notedIn({ subject, subjectId, detail, sent, at }: LogLine): Noted | undefined {
  if (typeof at !== 'string') return undefined;
  if (typeof sent === 'number') return { kind: 'mail', at, id: sent };
  const { act } = (detail ?? {}) as { readonly act?: unknown };
  const isOfEntry = subject === 'entry' && typeof subjectId === 'number' && acts.has(act);
  return decisions.has(subject) || isOfEntry ? { kind: String(subject), at } : undefined;
}

/** Returns what a database knew that was here and was newer than this one; undefined when none is known. */
export async function lostSince(
  read: Queries,
  file: string,
  installation: string,
): Promise<Lost | undefined> {
  const seen = readPosition(file);
  if (seen === undefined || seen.installation !== installation) return undefined;
  const line = await read.first(lineAt, { id: seen.id });
  const last = await read.first(newest, {});
  // Old lines are deleted.
  const isThere = line === undefined ? (last?.id ?? 0) > seen.id : line.at === seen.at;
  const unsent = await unsentOf(read, seen.recent);
  if (isThere && unsent.length === 0) return undefined;
  const lines = isThere ? [] : seen.recent.filter(({ id, at }) => id === undefined && at > (last?.at ?? ''));
  const recent = [...lines, ...unsent];
  return { until: recent.reduce((until, { at }) => (at > until ? at : until), seen.at), recent };
}

/** Messages that were sent and that this database still has to send, or does not know. */
async function unsentOf(read: Queries, recent: readonly Noted[]): Promise<Noted[]> {
  const messages = recent.filter(({ id }) => id !== undefined);
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

/** Notes the newest line, and these decisions and messages since. */
export async function notePosition(
  read: Queries,
  file: string,
  installation: string,
  since: readonly Noted[] = [],
): Promise<void> {
  const line = await read.first(newest, {});
  const before = readPosition(file);
  if (line === undefined || (before?.at === line.at && since.length === 0)) return;
  const recent = [...(before?.installation === installation ? before.recent : []), ...since].slice(
    -maxRecent,
  );
  // With PostgreSQL nothing else may have made the folder.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const position = { installation, ...line, recent } satisfies Position;
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
export function decisionsLost({ until, recent }: Lost): string {
  const counts = Map.groupBy(recent, ({ kind }) => kind);
  const missing = [...counts].map(([kind, some]) => `${some.length} ${kind}`).join(', ');
  return `This database is older than the one that was here until ${until}: what was decided about persons since is lost.${
    missing === '' ? '' : ` Missing, by what they are about: ${missing}.`
  } See to requests, objections, limitations, holds, corrections and retention rules.`;
}
