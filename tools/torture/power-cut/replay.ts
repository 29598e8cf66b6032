import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../../harness/random.ts';
import { problemsOf } from '../consistency.ts';
import { Disk, type Image } from './disk.ts';
import type { Event } from './trace.ts';

export interface ReplayOptions {
  readonly events: readonly Event[];
  /** The maximum number of moments: some may be picked twice. */
  readonly cuts: number;
  readonly seed: number;
  /** Called after each moment. */
  readonly onCut?: (done: number, moments: number) => void;
}

export interface ReplayReport {
  /** The number of databases rebuilt and checked. */
  readonly rebuilt: number;
  readonly acknowledged: number;
  /** How often the database file itself was synced. */
  readonly checkpoints: number;
  readonly failedSyncs: number;
  readonly problems: readonly string[];
}

/**
 * Cuts the power at moments of a history. For each, rebuilds what the disk may hold (once with none of the unsynced data,
 * once with a part of it) and opens it as the service would.
 */
export async function replay({ events, cuts, seed, onCut }: ReplayOptions): Promise<ReplayReport> {
  const random = seeded(seed);
  const moments = momentsIn(events, cuts, random);
  const disk = new Disk();
  const acknowledged: string[] = [];
  const problems: string[] = [];
  let done = 0;
  for (const [index, event] of events.entries()) {
    disk.apply(event);
    if (event.kind === 'acknowledge') acknowledged.push(event.customId);
    if (!moments.has(index)) continue;
    for (const survivors of ['none', random] as const) {
      const found = await problemsIn(disk.cut(survivors), acknowledged);
      const left = survivors === 'none' ? 'nothing unsynced left' : 'a part of the unsynced left';
      problems.push(
        ...found.map((problem) => `power cut after event ${index} (${event.kind}), ${left}: ${problem}`),
      );
    }
    done++;
    onCut?.(done, moments.size);
  }
  const syncs = events.filter((event) => event.kind === 'sync');
  return {
    rebuilt: 2 * done,
    acknowledged: acknowledged.length,
    checkpoints: syncs.filter(({ name }) => name === 'accueil.db').length,
    failedSyncs: syncs.filter(({ done }) => !done).length,
    problems,
  };
}

/** Indexes of the events after which the power is cut: the most revealing ones, with equal shares for each kind. */
function momentsIn(events: readonly Event[], cuts: number, random: () => number): ReadonlySet<number> {
  const all = events.keys().toArray();
  const firstAck = events.findIndex(({ kind }) => kind === 'acknowledge');
  const kinds = [
    // Just after an acknowledgement.
    all.filter((index) => events[index]?.kind === 'acknowledge'),
    // Just before a sync, with the most unsynced data.
    all.filter((index) => events[index + 1]?.kind === 'sync'),
    // A folder change or file length that is not yet on disk.
    all.filter((index) => ['create', 'remove', 'truncate'].includes(events[index]?.kind ?? '')),
    // A new database.
    all.slice(0, Math.max(firstAck, 0)),
    all,
  ];
  const moments = new Set<number>();
  for (let n = 0; n < cuts; n++) {
    const among = kinds[n % kinds.length] ?? [];
    const picked = among[Math.floor(random() * among.length)];
    if (picked !== undefined) moments.add(picked);
  }
  return moments;
}

async function problemsIn(image: Image, acknowledged: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'accueil-power-cut-'));
  try {
    for (const [name, contents] of image) writeFileSync(join(folder, name), contents);
    return await problemsOf({ engine: 'sqlite', file: join(folder, 'accueil.db') }, acknowledged);
  } catch (error) {
    return [`it can't be opened: ${error instanceof Error ? error.message : error}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
