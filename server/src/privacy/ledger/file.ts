import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Clock } from '../../clock.ts';
import type { Secrets } from '../../secrets.ts';
import type { Database } from '../../store/database.ts';
import type { Erasure } from '../erase/ledger.ts';
import { formatLine, keyOf, parseLine } from './line.ts';
import { erasuresAfter } from './rows.ts';

/** Returns the name of the ledger's file. */
export function ledgerFileOf(dataDir: string): string {
  return join(dataDir, 'erasures.jsonl');
}

/** Returns what tells this installation's ledger from others': a keyed hash, so that it reveals nothing of the key. */
export function installationOf(secrets: Secrets): string {
  return secrets.hash('accueil installation');
}

/** A ledger's file as read. */
interface LedgerContent {
  readonly erasures: readonly Erasure[];
  /** Lines that can't be read, counted from 1. */
  readonly broken: readonly { readonly line: number; readonly problem: string }[];
  /** Whether it belongs to another installation. */
  readonly isForeign: boolean;
}

/** Reads a ledger's file. Without `installation` any installation's is taken. */
export async function readLedger(file: string, installation?: string): Promise<LedgerContent> {
  const erasures: Erasure[] = [];
  const broken: { line: number; problem: string }[] = [];
  let isForeign = false;
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line++;
    if (text.trim() === '') continue;
    try {
      const found = parseLine(text);
      isForeign ||= installation !== undefined && found.installation !== installation;
      erasures.push(found.erasure);
    } catch (error) {
      broken.push({ line, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return { erasures, broken, isForeign };
}

/** The ledger's file of a running service. */
export interface LedgerFile {
  /** Adds what the table has and the file has not. */
  complete(): Promise<void>;
  /** Stops following erasures, and waits for what is being written. */
  close(): Promise<void>;
}

interface LedgerFileOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly file: string;
  /** Called when the file could not be written. It is tried again after the next erasure. */
  readonly onProblem: (error: unknown) => void;
}

/**
 * Keeps a copy of the ledger beside the database, which a restore can't take back: each erasure is added after its commit.
 * What a crash prevents in between is added by `complete`, which is to be called at the start and every night.
 */
export function openLedgerFile({ database, secrets, clock, file, onProblem }: LedgerFileOptions): LedgerFile {
  const installation = installationOf(secrets);
  /** All rows up to this one are in the file. Undefined until the two have been compared. */
  let last: number | undefined;
  let writing: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    writing = writing.then(work).catch(onProblem);
    return writing;
  }

  /** Adds the rows after this id that are not among the known ones. */
  async function addRows(after: number, known: ReadonlySet<string>): Promise<void> {
    const lines: string[] = [];
    let newest = after;
    for await (const { id, erasure } of erasuresAfter(database.background, after)) {
      newest = id;
      if (!known.has(keyOf(erasure))) lines.push(formatLine(installation, erasure));
    }
    if (lines.length > 0) await append(file, lines);
    last = newest;
  }

  async function complete(): Promise<void> {
    if (!existsSync(file)) return addRows(0, new Set());
    const { erasures, isForeign } = await readLedger(file, installation);
    if (isForeign) {
      // Lines of two installations in one file would make it useless to both.
      await rename(file, `${file}.before-${clock().toISOString().replaceAll(/[-:.]/g, '')}`);
      return addRows(0, new Set());
    }
    return addRows(0, new Set(erasures.map(keyOf)));
  }

  const unsubscribe = database.subscribe('erasures', () => {
    void inTurn(() => (last === undefined ? complete() : addRows(last, new Set())));
  });
  return {
    complete: () => inTurn(complete),
    async close() {
      unsubscribe();
      await writing;
    },
  };
}

/** Appends lines durably. */
async function append(file: string, lines: readonly string[]): Promise<void> {
  const isNew = !existsSync(file);
  // With PostgreSQL nothing else may have made the folder.
  if (isNew) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    // A crash may have left an incomplete line.
    const start = (await endsWithinLine(handle)) ? '\n' : '';
    await handle.appendFile(`${start}${lines.join('\n')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (isNew) await syncFolderOf(file);
}

async function endsWithinLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}

async function syncFolderOf(file: string): Promise<void> {
  // Windows can't open folders, and does not need it.
  if (process.platform === 'win32') return;
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
