import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Actor, serviceAuthor } from '../../access/audit.ts';
import type { Clock } from '../../clock.ts';
import { giveUpRestored } from '../../letters/given-up.ts';
import type { Secrets } from '../../secrets.ts';
import type { Database } from '../../store/database.ts';
import { syncFolder } from '../../store/sync.ts';
import type { Instant } from '../../store/tables.ts';
import { repeatErasure } from '../erase/repeat-erasure.ts';
import { lostSince, notePosition, positionFileOf, sentIn, toDoAgain } from './audit-position.ts';
import { formatLine, isDecision } from './line.ts';
import { compareLines } from './missing.ts';
import { installationOf, readLedger } from './read.ts';
import { postponeErasures, replayDecision } from './replay.ts';
import { countErasures, type LedgerTable, ledgerTables, rowsAfter } from './rows.ts';

/** What a process says that can't write the file: it goes on without. */
export const unwrittenLedger =
  'the ledger of erasures could not be written to DATA_DIR; it is tried again after the next line, and each hour';

/** How often the position in the audit trail is written at most. */
const noteMs = 1_000;
const by: Actor = { userId: null, author: serviceAuthor, address: null };

export interface LedgerFileOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly file: string;
  /** Called with a remark for operators. */
  readonly onRemark: (remark: string) => void;
  /** Called when the file could not be written. */
  readonly onProblem: (error: unknown) => void;
}

/** Says what is to be done again, and stops what waits, when this database is older than the one before it. */
async function noticeOlder({ database, secrets, clock, file, onRemark }: LedgerFileOptions): Promise<void> {
  const lost = await lostSince(database.read, positionFileOf(dirname(file)), installationOf(secrets));
  if (lost === undefined) return;
  onRemark(toDoAgain(lost));
  await stopWaiting(database, lost.until, clock(), onRemark);
}

/**
 * Stops what an older database would go on with: messages to persons, and erasures that may have been taken back since.
 * `until` as in letters/given-up.ts.
 */
export async function stopWaiting(
  database: Database,
  until: Instant | null,
  now: Date,
  onRemark: (remark: string) => void,
): Promise<void> {
  const stopped = await database.write(giveUpRestored, { until }, now);
  if (stopped > 0)
    onRemark(
      `${stopped} messages to persons are given up, which may have been sent since: their entries are marked for staff`,
    );
  const pending = await database.write(postponeErasures, {}, now);
  if (pending.length > 0)
    onRemark(`Still to be erased, and can be taken back for 72 hours: entries ${pending.join(', ')}`);
}

/**
 * Replays what the file has and the database lacks (replay.ts). `stopping` ends it between two lines. Rejects when the file
 * can't be read. Returns the ids of the rows that are in the file.
 */
async function replayMissing(
  { database, secrets, clock, file, onRemark }: LedgerFileOptions,
  stopping?: AbortSignal,
) {
  const known = { erasures: new Set<number>(), decisions: new Set<number>() };
  if (!existsSync(file)) return known;
  let replayed = 0;
  const toCorrect = new Set<number>();
  for await (const { lines, broken, foreign } of readLedger(file, installationOf(secrets))) {
    if (broken.length > 0) onRemark(brokenLines(file, broken));
    if (foreign > 0) onRemark(`${foreign} lines of ${file} are of another installation, and ignored`);
    const compared = await compareLines(database.background, lines);
    const { missing } = compared;
    if (missing.length > 0 && replayed === 0)
      onRemark(`${file} has lines that this database lacks: they are replayed before anything else`);
    // In their order: the last about one thing holds.
    for (const line of missing) {
      if (stopping?.aborted === true) return known;
      if (isDecision(line)) await database.write(replayDecision, line, clock());
      else await database.write(repeatErasure, { erasure: line, by }, clock());
      replayed++;
      if (!isDecision(line) && (line.paths?.corrected.length ?? 0) > 0) toCorrect.add(line.entryId);
    }
    const after = missing.length > 0 ? await compareLines(database.background, lines) : compared;
    for (const table of ledgerTables) for (const id of after.known[table]) known[table].add(id);
  }
  if (replayed > 0) onRemark(`${replayed} lines replayed`);
  if (toCorrect.size > 0)
    onRemark(
      `Corrected since without trace, and to be corrected again: entries ${[...toCorrect].join(', ')}`,
    );
  return known;
}

/** Names lines of a ledger that can't be read. */
function brokenLines(file: string, broken: readonly string[]): string {
  const more = broken.length > maxNamed ? [`and ${broken.length - maxNamed} more`] : [];
  const lines = [...broken.slice(0, maxNamed), ...more].map((line) => `  ${line}`);
  return [`${file} has lines that can't be read; the others are used:`, ...lines].join('\n');
}
const maxNamed = 10;

/** The ledger's file of a running service or worker. */
export interface LedgerFile {
  /** Adds each line after its commit from now on: for one process of a folder, else each would be in the file twice. */
  follow(): void;
  /**
   * Replays what the file has and the database lacks, then adds what the file lacks. Rejects when they can't be compared;
   * that the file can't be written is a problem, and tried again after the next line. `stopping` ends it in between.
   */
  complete(stopping?: AbortSignal): Promise<void>;
  /** Stops following, and waits for what is being written. */
  close(): Promise<void>;
}

/**
 * Keeps a copy of the ledger beside the database, which a restore can't take back. `complete` is to be called before the
 * process answers or sends anything, and every hour.
 */
export function openLedgerFile(options: LedgerFileOptions): LedgerFile {
  const { database, secrets, file, onRemark, onProblem } = options;
  const installation = installationOf(secrets);
  const position = positionFileOf(dirname(file));
  const { isServer } = database.read.dialect;
  /** All rows up to these are in the file. Undefined until the two have been compared. */
  let last: Readonly<Record<LedgerTable, number>> | undefined;
  let working: Promise<unknown> = Promise.resolve();
  /** Sent messages that the position does not have yet. */
  const sent: NonNullable<ReturnType<typeof sentIn>>[number][] = [];
  let timer: NodeJS.Timeout | undefined;

  async function note(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await notePosition(database.read, position, installation, sent.splice(0));
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = working.then(work);
    working = result.catch(() => undefined);
    return result;
  }

  /** Adds the rows after these that are not among the known ones. */
  async function addRows(
    after: Readonly<Record<LedgerTable, number>>,
    known?: Readonly<Record<LedgerTable, ReadonlySet<number>>>,
  ): Promise<void> {
    const newest = { ...after };
    for (const table of ledgerTables)
      for await (const rows of rowsAfter(database.background, table, after[table])) {
        const missing = rows.filter(({ id }) => known?.[table].has(id) !== true);
        const lines = missing.map(({ line }) => formatLine(installation, line));
        // Beside a file, also without a line: it then says that a database was here, should that be lost.
        if (lines.length > 0 || (!isServer && !existsSync(file))) await append(file, lines);
        newest[table] = rows.at(-1)?.id ?? newest[table];
      }
    last = newest;
  }

  async function compareAll(stopping?: AbortSignal): Promise<void> {
    await noticeOlder(options);
    const isMissing = !existsSync(file);
    const known = await replayMissing(options, stopping);
    if (stopping?.aborted === true) return;
    if (isMissing && (await countErasures(database.background)) > 0) onRemark(missingFile(file));
    await addRows({ erasures: 0, decisions: 0 }, known).catch(onProblem);
    await note().catch(onProblem);
  }

  let unsubscribe = () => {};
  return {
    follow() {
      unsubscribe = database.subscribe('erasures', () => {
        inTurn(() => (last === undefined ? compareAll() : addRows(last))).catch(onProblem);
      });
      database.observeLog((line) => {
        const messages = sentIn(line);
        if (messages === undefined) return;
        sent.push(...messages);
        // A burst is written once.
        timer ??= setTimeout(() => inTurn(note).catch(onProblem), noteMs).unref();
      });
    },
    complete: (stopping) => inTurn(() => compareAll(stopping)),
    async close() {
      unsubscribe();
      await inTurn(note).catch(onProblem);
    },
  };
}

const missingFile = (file: string) =>
  `${file} is missing and is written anew from the database: if an older database was restored, stop, put the file back and start again`;

async function append(file: string, lines: readonly string[]): Promise<void> {
  const isNew = !existsSync(file);
  // With PostgreSQL nothing else may have made the folder.
  if (isNew) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    // A crash may have left an incomplete line.
    const start = (await endsWithinLine(handle)) ? '\n' : '';
    await handle.appendFile(start + lines.map((line) => `${line}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (isNew) syncFolder(dirname(file));
}

async function endsWithinLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}
