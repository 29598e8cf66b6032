import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

/** The newest line of the audit trail that this machine has seen. A database that lacks it is an older one. */
interface Position {
  readonly installation: string;
  readonly id: number;
  readonly at: Instant;
}

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

/** Returns until when a database was here that knew more than this one; undefined when none is known. */
export async function newerUntil(
  read: Queries,
  file: string,
  installation: string,
): Promise<Instant | undefined> {
  const seen = readPosition(file);
  if (seen === undefined || seen.installation !== installation) return undefined;
  const line = await read.first(lineAt, { id: seen.id });
  // Old lines are deleted.
  const isThere =
    line === undefined ? ((await read.first(newest, {}))?.id ?? 0) > seen.id : line.at === seen.at;
  return isThere ? undefined : seen.at;
}

/** Notes the newest line. */
export async function notePosition(read: Queries, file: string, installation: string): Promise<void> {
  const line = await read.first(newest, {});
  if (line === undefined || readPosition(file)?.at === line.at) return;
  // With PostgreSQL nothing else may have made the folder.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify({ installation, ...line } satisfies Position), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readPosition(file: string): Position | undefined {
  try {
    const { installation, id, at }: Partial<Position> = JSON.parse(readFileSync(file, 'utf8'));
    return installation === undefined || id === undefined || at === undefined
      ? undefined
      : { installation, id, at };
  } catch {
    // None yet, or one that a crash has cut.
    return undefined;
  }
}

/** What an operator has to know of a database that is older than the one before it. */
export const decisionsLost = (until: Instant): string =>
  `This database is older than the one that was here until ${until}: what was decided about persons since is lost. See to requests, objections, limitations, holds, corrections and retention rules.`;
