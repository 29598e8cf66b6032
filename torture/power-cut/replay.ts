import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemsOf } from '../consistency.ts';
import { seeded } from '../random.ts';
import { Disk, type Image } from './disk.ts';
import type { Event } from './trace.ts';

export interface ReplayOptions {
  readonly events: readonly Event[];
  /** How many moments, at most: some may be picked twice. */
  readonly cuts: number;
  readonly seed: number;
  /** Told after each moment how many are done, and how many there are. */
  readonly onCut?: (done: number, moments: number) => void;
}

export interface ReplayReport {
  /** Databases that were rebuilt and checked. */
  readonly rebuilt: number;
  readonly acknowledged: number;
  /** How often the database file itself was synced. */
  readonly checkpoints: number;
  readonly failedSyncs: number;
  readonly problems: readonly string[];
}

/**
 * Cuts the power at moments of a history, rebuilds at each what the disk may hold (nothing that was not synced, and a
 * part of it), and opens it as the service would.
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

/** Indexes of the events after which the power is cut: those that may show most, each kind as often as the others. */
function momentsIn(events: readonly Event[], cuts: number, random: () => number): ReadonlySet<number> {
  const all = events.keys().toArray();
  const firstAck = events.findIndex(({ kind }) => kind === 'acknowledge');
  const kinds = [
    // The latest promise.
    all.filter((index) => events[index]?.kind === 'acknowledge'),
    // The most that is written and not yet synced.
    all.filter((index) => events[index + 1]?.kind === 'sync'),
    // A folder, or a file's length, that is not yet on disk.
    all.filter((index) => ['create', 'remove', 'truncate'].includes(events[index]?.kind ?? '')),
    // A database that has just begun.
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
