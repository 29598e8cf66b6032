import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Secrets } from '../../secrets.ts';
import { type LedgerLine, parseLine } from './line.ts';

/** Lines that are handled together: the ledger of years does not fit in memory. */
const chunkSize = 1_000;

export function ledgerFileOf(dataDir: string): string {
  return join(dataDir, 'erasures.jsonl');
}

/** Returns what tells this installation's ledger from others': a keyed hash, so that it reveals nothing of the key. */
export function installationOf(secrets: Secrets): string {
  return secrets.hash('accueil installation');
}

/** Some lines of a ledger's file. */
interface LedgerChunk {
  readonly lines: readonly LedgerLine[];
  /** What is wrong with lines that can't be read: `line 3: …`, counted from 1. */
  readonly broken: readonly string[];
  /** How many lines belong to another installation. */
  readonly foreign: number;
}

/** Reads a ledger's file in chunks. Without `installation` the lines of any installation are taken. */
export async function* readLedger(file: string, installation?: string): AsyncGenerator<LedgerChunk> {
  let lines: LedgerLine[] = [];
  let broken: string[] = [];
  let foreign = 0;
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number++;
    if (text.trim() === '') continue;
    try {
      const found = parseLine(text);
      if (installation === undefined || found.installation === installation) lines.push(found.line);
      else foreign++;
    } catch (error) {
      broken.push(`line ${number}: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (lines.length + broken.length + foreign < chunkSize) continue;
    yield { lines, broken, foreign };
    [lines, broken, foreign] = [[], [], 0];
  }
  yield { lines, broken, foreign };
}
