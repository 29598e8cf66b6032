import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Actor, serviceAuthor } from '../../access/audit.ts';
import type { Clock } from '../../clock.ts';
import { giveUpRestored } from '../../letters/given-up.ts';
import type { Secrets } from '../../secrets.ts';
import type { Database } from '../../store/database.ts';
import { syncFolder } from '../../store/sync.ts';
import { repeatErasure } from '../erase/repeat-erasure.ts';
import { decisionsLost, lostSince, notedIn, notePosition, positionFileOf } from './audit-position.ts';
import { formatLine } from './line.ts';
import { compareErasures } from './missing.ts';
import { installationOf, readLedger } from './read.ts';
import { countErasures, erasuresAfter, type LedgerRow } from './rows.ts';

/** How often the position in the audit trail is written at most. */
const noteMs = 1_000;
/** Erasures that are repeated at the same time: they may share a commit. */
const concurrency = 8;
const byService: Actor = { userId: null, author: serviceAuthor, address: null };

interface LedgerOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly file: string;
  /** Called with a remark for operators. */
  readonly onRemark: (remark: string) => void;
}

/**
 * Repeats the erasures that the ledger's file has and the database lacks: an older database was put in the place of the one
 * that had them. `stopping` ends it between two erasures. Rejects when the file can't be read. Returns the ids of the rows
 * that are in the file, and whether it has lines of another installation.
 */
async function repeatMissing(
  { database, secrets, clock, file, onRemark }: LedgerOptions,
  stopping?: AbortSignal,
) {
  const rowIds = new Set<number>();
  if (!existsSync(file)) return { rowIds, isForeign: false };
  let repeated = 0;
  const toCorrect = new Set<number>();
  let isForeign = false;
  for await (const { erasures, broken, foreign } of readLedger(file, installationOf(secrets))) {
    if (broken.length > 0) onRemark(brokenLines(file, broken));
    isForeign ||= foreign > 0;
    const compared = await compareErasures(database.background, erasures);
    for (const id of compared.rowIds) rowIds.add(id);
    if (compared.missing.length > 0 && repeated === 0)
      onRemark(`${file} lists erasures that this database lacks: they are repeated before anything else`);
    for (let i = 0; i < compared.missing.length && stopping?.aborted !== true; i += concurrency) {
      const some = compared.missing.slice(i, i + concurrency);
      await Promise.all(
        some.map((erasure) => database.write(repeatErasure, { erasure, by: byService }, clock())),
      );
      repeated += some.length;
      for (const { entryId, paths } of some)
        if (paths !== null && paths.corrected.length > 0) toCorrect.add(entryId);
    }
    if (stopping?.aborted === true) break;
  }
  if (repeated > 0) onRemark(`${repeated} erasures repeated`);
  if (toCorrect.size > 0)
    onRemark(
      `corrected since without trace, and to be corrected again: entries ${[...toCorrect].join(', ')}`,
    );
  return { rowIds, isForeign };
}

/** Gives up the messages to persons that wait when an older database was put in the place of the one that was here. */
async function stopRestored({ database, secrets, clock, file, onRemark }: LedgerOptions) {
  const lost = await lostSince(database.read, positionFileOf(dirname(file)), installationOf(secrets));
  if (lost === undefined) return;
  onRemark(decisionsLost(lost));
  const stopped = await database.write(giveUpRestored, { until: lost.until }, clock());
  if (stopped > 0) onRemark(`${stopped} messages to persons are given up: they may have been sent since`);
}

/** Names lines of a ledger that can't be read. */
export function brokenLines(file: string, broken: readonly string[]): string {
  const more = broken.length > maxNamed ? [`and ${broken.length - maxNamed} more`] : [];
  const lines = [...broken.slice(0, maxNamed), ...more].map((line) => `  ${line}`);
  return [`${file} has lines that can't be read; the others are used:`, ...lines].join('\n');
}
const maxNamed = 10;

/** The newest row of the table; without an erasure there is none. */
type Newest = Pick<LedgerRow, 'id'> & Partial<LedgerRow>;

/** The ledger's file of a running service or worker. */
export interface LedgerFile {
  /** Adds each erasure after its commit from now on: for one process of a folder, else each would be in the file twice. */
  follow(): void;
  /**
   * Repeats what the file has and the database lacks, then adds what the file lacks. Rejects when they can't be compared;
   * that the file can't be written is a problem, and tried again after the next erasure. `stopping` ends it in between.
   */
  complete(stopping?: AbortSignal): Promise<void>;
  /** Stops following erasures, and waits for what is being written. */
  close(): Promise<void>;
}

interface LedgerFileOptions extends LedgerOptions {
  /** Called when the file could not be written. */
  readonly onProblem: (error: unknown) => void;
}

/**
 * Keeps a copy of the ledger beside the database, which a restore can't take back. `complete` is to be called before the
 * process answers or sends anything, and every hour.
 */
export function openLedgerFile(options: LedgerFileOptions): LedgerFile {
  const { database, secrets, clock, file, onRemark, onProblem } = options;
  const installation = installationOf(secrets);
  const position = positionFileOf(dirname(file));
  const { isServer } = database.read.dialect;
  /** All rows up to this one are in the file. Undefined until the two have been compared. */
  let last: Newest | undefined;
  let working: Promise<unknown> = Promise.resolve();
  /** Decisions and sent messages that the position does not have yet. */
  const since: NonNullable<ReturnType<typeof notedIn>>[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function note(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const some = since.splice(0);
    await notePosition(database.read, position, installation, some);
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = working.then(work);
    working = result.catch(() => undefined);
    return result;
  }

  /** Adds the rows after this id that are not among the known ones. */
  async function addRows(after: Newest, known: ReadonlySet<number>): Promise<void> {
    let newest = after;
    for await (const rows of erasuresAfter(database.background, after.id)) {
      const missing = rows.filter(({ id }) => !known.has(id));
      const lines = missing.map(({ erasure }) => formatLine(installation, erasure));
      // Beside a file, also without a line: it then says that a database was here, should that be lost.
      if (lines.length > 0 || (!isServer && !existsSync(file))) await append(file, lines);
      newest = rows.at(-1) ?? newest;
    }
    last = newest;
  }

  /** Adds what is new. Another newest row than before: an older database was put in place while this process runs. */
  async function addNew(): Promise<void> {
    if (last !== undefined && (await isThere(last))) await addRows(last, new Set());
    else await compareAll();
  }

  async function isThere({ id, erasure }: Newest): Promise<boolean> {
    return (
      erasure === undefined || (await compareErasures(database.background, [erasure])).rowIds.includes(id)
    );
  }

  async function compareAll(stopping?: AbortSignal): Promise<void> {
    await stopRestored(options);
    const isMissing = !existsSync(file);
    const { rowIds, isForeign } = await repeatMissing(options, stopping);
    if (stopping?.aborted === true) return;
    if (isMissing && (await countErasures(database.background)) > 0) onRemark(missingFile(file));
    try {
      // Lines of two installations in one file would make it useless to both.
      if (isForeign) await rename(file, `${file}.before-${clock().toISOString().replaceAll(/[-:.]/g, '')}`);
      await addRows({ id: 0 }, isForeign ? new Set() : rowIds);
      await note();
    } catch (error) {
      onProblem(error);
    }
  }

  let unsubscribe = () => {};
  return {
    follow() {
      unsubscribe = database.subscribe('erasures', () => {
        inTurn(addNew).catch(onProblem);
      });
      database.observeLog((line) => {
        const noted = notedIn(line);
        if (noted === undefined) return;
        since.push(noted);
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
