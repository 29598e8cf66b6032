import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemsOf } from '../consistency.ts';
import { seeded } from '../random.ts';
import { Disk, type Image } from './disk.ts';
import type { Event } from './trace.ts';

export interface ReplayReport {
  /** Databases that were rebuilt and checked. */
  readonly rebuilt: number;
  readonly acknowledged: number;
  readonly checkpoints: number;
  readonly failedSyncs: number;
  readonly problems: readonly string[];
}

/**
 * Cuts the power at `cuts` moments of a history, half of them right after an acknowledgement, rebuilds at each what
 * the disk may hold (nothing that was not synced, and a part of it), and opens it as the service would.
 */
export async function replay(events: readonly Event[], cuts: number, seed: number): Promise<ReplayReport> {
  const random = seeded(seed);
  const acks = events.flatMap(({ kind }, index) => (kind === 'acknowledge' ? [index] : []));
  const moments = new Set<number>();
  for (let n = 0; n < cuts; n++) {
    const among = n % 2 === 0 ? acks.length : events.length;
    const picked = Math.floor(random() * among);
    moments.add(n % 2 === 0 ? (acks[picked] ?? 0) : picked);
  }
  const disk = new Disk();
  const acknowledged: string[] = [];
  const problems: string[] = [];
  let rebuilt = 0;
  for (const [index, event] of events.entries()) {
    disk.apply(event);
    if (event.kind === 'acknowledge') acknowledged.push(event.customId);
    if (!moments.has(index)) continue;
    for (const survivors of ['none', random] as const) {
      rebuilt++;
      const found = await problemsIn(disk.cut(survivors), acknowledged);
      const left = survivors === 'none' ? 'nothing unsynced left' : 'a part of the unsynced left';
      problems.push(...found.map((problem) => `power cut after event ${index}, ${left}: ${problem}`));
    }
  }
  return {
    rebuilt,
    acknowledged: acknowledged.length,
    checkpoints: checkpointsIn(events),
    failedSyncs: events.filter((event) => event.kind === 'sync' && !event.done).length,
    problems,
  };
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

/** How often the database file itself was synced. */
const checkpointsIn = (events: readonly Event[]): number =>
  events.filter((event) => event.kind === 'sync' && event.name === 'accueil.db').length;
