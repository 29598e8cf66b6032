// That the replay of a power cut sees what is lost, and two short histories of the service itself. `npm run torture` replays
// long ones.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { canTrace } from '../../../tools/harness/failing-disk.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { failingSyncs, record } from '../../../tools/torture/power-cut/histories.ts';
import { replay } from '../../../tools/torture/power-cut/replay.ts';
import type { Event } from '../../../tools/torture/power-cut/trace.ts';
import { startService } from '../fixtures/service.ts';

const create = (name: string): Event => ({ kind: 'create', name });
const sync = (name: string, done = true): Event => ({ kind: 'sync', name, done });
const syncFolder: Event = { kind: 'sync folder', done: true };

describe('the replay of a power cut', () => {
  it('the replay misses what was acknowledged before it was synced, and nothing else', async (t) => {
    const service = await startService('sqlite');
    t.after(() => service.close());
    const creations = Array.from({ length: 8 }, (_, n) => creation(n));
    for (const { path, body } of creations)
      assert.equal((await service.post(`${path}?${service.query}`, body)).body, '"ok"');
    const files = ['accueil.db', 'accueil.db-wal'];
    const written = files.flatMap((name): Event[] => [
      create(name),
      { kind: 'write', name, offset: 0, bytes: readFileSync(join(service.config.dataDir, name)) },
    ]);
    const acknowledged = creations.map(({ customId }): Event => ({ kind: 'acknowledge', customId }));
    const [syncDatabase, syncWal] = files.map((name) => sync(name));
    assert.ok(syncDatabase !== undefined && syncWal !== undefined);

    const kept = await replayed([...written, syncDatabase, syncWal, syncFolder, ...acknowledged]);
    assert.deepEqual(kept.problems, []);
    assert.ok(kept.rebuilt > 10, `${kept.rebuilt}`);
    assert.equal(kept.acknowledged, creations.length);

    for (const careless of [
      [syncDatabase, syncFolder],
      [syncDatabase, syncWal],
      [syncDatabase, sync('accueil.db-wal', false), syncWal, syncFolder],
    ]) {
      const lost = await replayed([...written, ...careless, ...acknowledged]);
      assert.match(lost.problems.join('\n'), /nothing unsynced left: 8 acknowledged entries are lost/);
    }
    const early = await replayed([...written, ...acknowledged, syncDatabase, syncWal, syncFolder]);
    assert.match(early.problems.join('\n'), /nothing unsynced left: \d acknowledged entries are lost/);
  });
});

describe('a power cut', { skip: canTrace ? false : 'needs strace, and the right to trace' }, () => {
  it('a power cut takes nothing that was acknowledged, though a sync had failed before', async (t) => {
    const runs = [{ to: 40 }, { to: 80, inject: [failingSyncs(5, 1)], killedOnRefusal: true }, { to: 80 }];
    const { problems, acknowledged } = await replayed(
      await record({ name: '', runs, control: false }, newFolder(t)),
    );
    assert.deepEqual(problems, []);
    assert.equal(acknowledged, 80);
  });

  it('with synchronous=NORMAL a power cut takes what was acknowledged', async (t) => {
    const { problems } = await replayed(
      await record({ name: '', runs: [{ to: 60 }], control: true }, newFolder(t)),
    );
    assert.match(problems.join('\n'), /nothing unsynced left: \d+ acknowledged entries are lost/);
  });
});

const replayed = (events: readonly Event[]) => replay({ events, cuts: 12, seed: 1 });

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'accueil-power-cut-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
