// That the replay of a power cut loses what a disk may lose and sees that it is lost, and two short histories of the
// service itself. `npm run torture` replays long ones.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { canTrace } from '../../../tools/harness/failing-disk.ts';
import { seeded } from '../../../tools/harness/random.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { Disk, type Survivors } from '../../../tools/torture/power-cut/disk.ts';
import { failingSyncs, record } from '../../../tools/torture/power-cut/histories.ts';
import { replay } from '../../../tools/torture/power-cut/replay.ts';
import { type Event, readTrace } from '../../../tools/torture/power-cut/trace.ts';
import { startService } from '../fixtures/service.ts';

const write = (text: string, offset = 0, name = 'a'): Event => ({
  kind: 'write',
  name,
  offset,
  bytes: Buffer.from(text),
});
const create = (name = 'a'): Event => ({ kind: 'create', name });
const sync = (done = true, name = 'a'): Event => ({ kind: 'sync', name, done });
const syncFolder: Event = { kind: 'sync folder', done: true };

describe('a disk that loses power', () => {
  it('keeps what was synced', () => {
    const disk = diskAfter(create(), write('old'), sync(), syncFolder, write('new'), write('er', 3));
    assert.equal(textOn(disk), 'old');
    disk.apply(sync());
    assert.equal(textOn(disk), 'newer');
  });

  it('keeps some sectors of what was not synced, in any order', () => {
    const disk = diskAfter(create(), write('a'.repeat(2_048)), sync(), syncFolder);
    disk.apply(write('b'.repeat(1_024), 512));
    disk.apply(write('c'.repeat(512), 1_024));
    const random = seeded(1);
    const sectors = Array.from({ length: 300 }, () => textOn(disk, random)?.match(/(.)\1{511}/g));
    const seen = new Set(sectors.map((all) => all?.map(([letter]) => letter).join('')));
    // The third sector was written twice. None is ever torn, and what was not written is never touched.
    const possible = ['a', 'b'].flatMap((second) => ['a', 'b', 'c'].map((third) => `a${second}${third}a`));
    assert.deepEqual([...seen].sort(), possible.sort());
  });

  it('forgets names, and their removal, until their folder is synced', () => {
    const disk = diskAfter(create(), write('here'), sync());
    assert.equal(textOn(disk), undefined);
    disk.apply(syncFolder);
    disk.apply({ kind: 'remove', name: 'a' });
    assert.equal(textOn(disk), 'here');
    disk.apply({ kind: 'sync folder', done: false });
    assert.equal(textOn(disk), 'here');
    disk.apply(create());
    disk.apply(syncFolder);
    assert.equal(textOn(disk), '');
  });

  it('may have a name that no sync has put there, or not', () => {
    const disk = diskAfter(create());
    const random = seeded(1);
    const seen = new Set(Array.from({ length: 50 }, () => disk.cut(random).has('a')));
    assert.deepEqual(seen, new Set([true, false]));
  });

  it('does not get with a later sync what a failed one has left', () => {
    const before = 'old.'.repeat(1_024);
    const disk = diskAfter(create(), write(before + before), sync(), syncFolder);
    disk.apply(write('lost'));
    disk.apply(write('late', 4_096));
    disk.apply(sync(false));
    disk.apply(write('more', 4_100));
    disk.apply(sync());
    // The page that was written again went with all that it held, the other one did not.
    assert.equal(textOn(disk)?.slice(0, 4), 'old.');
    assert.equal(textOn(disk)?.slice(4_096, 4_104), 'latemore');
    assert.equal(Buffer.from(disk.cached('a') ?? []).toString('latin1', 0, 4), 'lost');
    // The failed sync may have written it all the same.
    const random = seeded(1);
    const seen = new Set(Array.from({ length: 50 }, () => textOn(disk, random)?.slice(0, 4)));
    assert.deepEqual(seen, new Set(['old.', 'lost']));
  });

  it('brings back nothing that was cut off a file', () => {
    const disk = diskAfter(create(), write('abcdef'), sync(), syncFolder);
    disk.apply({ kind: 'truncate', name: 'a', size: 2 });
    disk.apply({ kind: 'truncate', name: 'a', size: 4 });
    assert.equal(textOn(disk), 'abcdef');
    disk.apply(sync());
    assert.equal(textOn(disk), 'ab\0\0');
  });

  it('takes no write to a file that was never created', () => {
    assert.throws(() => diskAfter(write('x')), /a is written to and was never created/);
  });
});

describe('the trace of a process', () => {
  it('becomes what happened to the database, in its order', async (t) => {
    const folder = newFolder(t);
    const [db, wal] = [inHexadecimal(`${folder}/accueil.db`), inHexadecimal(`${folder}/accueil.db-wal`)];
    const events = await eventsOf(t, folder, [
      `7 openat(AT_FDCWD<${inHexadecimal('/')}>, "${db}", O_RDWR|O_CREAT|O_CLOEXEC, 0644) = 9<${db}>`,
      `7 openat(AT_FDCWD<${inHexadecimal('/')}>, "${wal}", O_RDONLY) = -1 ENOENT (No such file or directory)`,
      `7 openat(AT_FDCWD<${inHexadecimal('/')}>, "${inHexadecimal('/etc/hosts')}", O_RDWR|O_CREAT) = 8<${inHexadecimal('/etc/hosts')}>`,
      `7 pwrite64(9<${db}>, "${inHexadecimal('abc')}", 3, 4096 <unfinished ...>`,
      `8 write(5<${inHexadecimal(`${folder}/acknowledged`)}>, "${inHexadecimal('torture-1\n')}", 10) = 10`,
      '7 <... pwrite64 resumed>) = 3',
      `7 pwrite64(9<${db}>, "${inHexadecimal('abc')}", 3, 0) = 2`,
      `7 pwrite64(9<${db}>, "${inHexadecimal('abc')}", 3, 0) = -1 ENOSPC (No space left on device)`,
      `7 ftruncate(9<${db}>, 8192) = 0`,
      `7 fsync(9<${db}>) = -1 EIO (Input/output error) (INJECTED)`,
      `7 fdatasync(9<${db}>) = 0`,
      `7 fsync(6<${inHexadecimal(folder)}>) = 0`,
      `7 write(4<${inHexadecimal(`${folder}/accueil.db-shm`)}>, "${inHexadecimal('x')}", 1) = 1`,
      `7 unlink("${wal}") = 0`,
      `7 fsync(9<${db}>)                          = ?`,
      `8 pwrite64(9<${db}>, "${inHexadecimal('abc')}", 3, 0) = ?`,
    ]);
    assert.deepEqual(events, [
      { kind: 'create', name: 'accueil.db' },
      { kind: 'acknowledge', customId: 'torture-1' },
      { kind: 'write', name: 'accueil.db', offset: 4_096, bytes: Buffer.from('abc') },
      { kind: 'write', name: 'accueil.db', offset: 0, bytes: Buffer.from('ab') },
      { kind: 'truncate', name: 'accueil.db', size: 8_192 },
      { kind: 'sync', name: 'accueil.db', done: false },
      { kind: 'sync', name: 'accueil.db', done: true },
      { kind: 'sync folder', done: true },
      { kind: 'remove', name: 'accueil.db-wal' },
    ]);
  });

  it('is refused where it changes the database in a way that is not understood', async (t) => {
    const folder = newFolder(t);
    const db = inHexadecimal(`${folder}/accueil.db`);
    for (const line of [
      `7 fallocate(9<${db}>, 0, 0, 4096) = 0`,
      `7 pwritev(9<${db}>, [{iov_base="", iov_len=0}], 1, 0) = 0`,
      `7 rename("${inHexadecimal('/tmp/other')}", "${db}") = 0`,
    ]) {
      await assert.rejects(eventsOf(t, folder, [line]), /A call that has no meaning here/);
    }
  });
});

describe('the replay of a power cut', () => {
  it('misses what was acknowledged before it was synced, and nothing else', async (t) => {
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
    const [syncDatabase, syncWal] = files.map((name) => sync(true, name));
    assert.ok(syncDatabase !== undefined && syncWal !== undefined);

    const kept = await replayed([...written, syncDatabase, syncWal, syncFolder, ...acknowledged]);
    assert.deepEqual(kept.problems, []);
    assert.ok(kept.rebuilt > 10, `${kept.rebuilt}`);
    assert.equal(kept.acknowledged, creations.length);

    for (const careless of [
      [syncDatabase, syncFolder],
      [syncDatabase, syncWal],
      [syncDatabase, sync(false, 'accueil.db-wal'), syncWal, syncFolder],
    ]) {
      const lost = await replayed([...written, ...careless, ...acknowledged]);
      assert.match(lost.problems.join('\n'), /nothing unsynced left: 8 acknowledged entries are lost/);
    }
    const early = await replayed([...written, ...acknowledged, syncDatabase, syncWal, syncFolder]);
    assert.match(early.problems.join('\n'), /nothing unsynced left: \d acknowledged entries are lost/);
  });
});

describe('a power cut', { skip: canTrace ? false : 'needs strace, and the right to trace' }, () => {
  it('takes nothing that was acknowledged, though a sync had failed before', async (t) => {
    const runs = [{ to: 60 }, { to: 120, inject: [failingSyncs(5, 1)], killedOnRefusal: true }, { to: 120 }];
    const { problems, acknowledged } = await replayed(
      await record({ name: '', runs, control: false }, newFolder(t)),
    );
    assert.deepEqual(problems, []);
    assert.equal(acknowledged, 120);
  });

  it('takes what was acknowledged with synchronous=NORMAL', async (t) => {
    const { problems } = await replayed(
      await record({ name: '', runs: [{ to: 60 }], control: true }, newFolder(t)),
    );
    assert.match(problems.join('\n'), /nothing unsynced left: \d+ acknowledged entries are lost/);
  });
});

const replayed = (events: readonly Event[]) => replay({ events, cuts: 40, seed: 1 });

function diskAfter(...events: readonly Event[]): Disk {
  const disk = new Disk();
  for (const event of events) disk.apply(event);
  return disk;
}

/** The text of the file after the power cut. */
function textOn(disk: Disk, survivors: Survivors = 'none'): string | undefined {
  const contents = disk.cut(survivors).get('a');
  return contents && Buffer.from(contents).toString('latin1');
}

/** As strace writes names and bytes. */
const inHexadecimal = (text: string): string => Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&');

async function eventsOf(t: TestContext, folder: string, lines: readonly string[]): Promise<Event[]> {
  const trace = join(newFolder(t), 'trace');
  writeFileSync(trace, `${lines.join('\n')}\n`);
  return Array.fromAsync(readTrace(trace, folder));
}

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'accueil-power-cut-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
