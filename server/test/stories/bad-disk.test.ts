// Failures of the disk below SQLite. The service is a process of its own here, on a disk that really fails.
import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  canMount,
  canTrace,
  fill,
  limitFiles,
  onSmallDisk,
  seenBy,
  withFailingSyncs,
  withReadOnly,
} from '../../../tools/harness/failing-disk.ts';
import { type Answer, type Connections, connectTo } from '../../../tools/harness/requests.ts';
import { password, type ServiceProcess } from '../../../tools/harness/service-process.ts';
import { problemsOf } from '../../../tools/torture/consistency.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { assertRefusesToStart, assertUnavailable, startFor } from '../fixtures/started-process.ts';

const needsLinux = process.platform === 'linux' ? false : 'needs prlimit';
const needsMounts = canMount ? false : 'this system lets no process mount a disk of its own';
const needsStrace = canTrace ? false : 'needs strace, and the right to trace; npm run torture covers it too';

describe('a disk that fails', () => {
  it('that is full, refuses entries until there is room', { skip: needsMounts }, async (t) => {
    const folder = newFolder(t);
    const service = await start(t, folder, onSmallDisk(folder, 6));
    const seen = seenBy(service.pid, folder);
    let makeRoom = () => {};
    await assertRecovers(service, seen, {
      breakIt: () => {
        makeRoom = fill(seen);
      },
      mendIt: () => makeRoom(),
      cause: /the disk is full/,
    });
  });

  it('that has room for less than an entry is not ready for one', { skip: needsMounts }, async (t) => {
    const folder = newFolder(t);
    const service = await start(t, folder, onSmallDisk(folder, 6));
    const connections = connect(t, service);
    const ready = () => connections.ask('/health/ready');
    assert.equal((await post(connections, 0)).status, 200);
    assert.equal((await ready()).status, 200);
    const makeRoom = fill(seenBy(service.pid, folder), 16_000);
    for (let n = 1; n < 4; n++) assertUnavailable(await post(connections, n));
    for (let n = 0; n < 3; n++) assertUnavailable(await ready());
    makeRoom();
    assert.equal((await ready()).status, 200);
    assert.equal((await post(connections, 1)).status, 200);
  });

  it('that takes no more in a file, refuses entries until it does', { skip: needsLinux }, async (t) => {
    const folder = newFolder(t);
    const service = await start(t, folder);
    const { acknowledged } = await assertRecovers(service, folder, {
      // Less than the WAL has: once it is checkpointed, it is written from its beginning.
      breakIt: () => limitFiles(service.pid, 1_024),
      mendIt: () => limitFiles(service.pid, 'unlimited'),
      cause: /disk I\/O error|the disk is full/,
    });
    await assertSurvivesKill(service, folder, acknowledged);
  });

  it('whose fsync fails acknowledges nothing meanwhile', { skip: needsStrace }, async (t) => {
    const folder = newFolder(t);
    const service = await start(t, folder, withFailingSyncs(60, 62));
    const connections = connect(t, service);
    const acknowledged: string[] = [];
    const refused: number[] = [];
    for (let n = 0; n < 100; n++) {
      const answer = await post(connections, n);
      if (answer.status === 200) acknowledged.push(creation(n).customId);
      else {
        assertUnavailable(answer);
        refused.push(n);
      }
    }
    assert.ok(refused.length > 0 && refused.length <= 3, `${refused}`);
    for (const n of refused) assert.equal((await post(connections, n)).status, 200);
    acknowledged.push(...refused.map((n) => creation(n).customId));
    assert.equal(refusals(service).length, refused.length);
    await assertSurvivesKill(service, folder, acknowledged);
  });

  it('that is read-only stops the start with a sentence', { skip: needsMounts }, async (t) => {
    const folder = newFolder(t);
    const first = await start(t, folder);
    first.kill('SIGTERM');
    assert.deepEqual(await first.ended, { code: 0, signal: null });
    for (const [path, says] of [
      [folder, /accueil\.db: SQLite: the file, or its WAL, can be neither opened nor made/],
      [join(folder, 'accueil.db'), /accueil\.db: .*read-?only/],
    ] as const) {
      await assertRefusesToStart({ env: { DATA_DIR: folder }, under: withReadOnly(path) }, says);
    }
  });
});

describe('a database file', () => {
  it('that is no database stops the start with a sentence', async (t) => {
    const folder = newFolder(t);
    writeFileSync(join(folder, 'accueil.db'), 'La base de données est dans un autre dossier. '.repeat(200));
    writeFileSync(join(folder, 'secret.key'), 'any');
    await assertRefusesToStart({ env: { DATA_DIR: folder } }, /accueil\.db: .*not a database/);
  });

  it('that is damaged gives no wrong answer, and the service lives on', async (t) => {
    const folder = newFolder(t);
    const healthy = await start(t, folder);
    const before = connect(t, healthy);
    for (let n = 0; n < 40; n++) assert.equal((await post(before, n)).status, 200);
    healthy.kill('SIGTERM');
    await healthy.ended;
    overwriteTable(join(folder, 'accueil.db'), 'entries');

    const service = await start(t, folder);
    const connections = connect(t, service);
    assertUnavailable(await lookUp(connections, creation(2).customId));
    assertUnavailable(await post(connections, 41));
    assertUnavailable(await connections.ask('/health/ready'));
    assert.match(errorLines(service).join('\n'), /the file is damaged/);
    assert.equal((await connections.ask('/health/live')).status, 200);
  });

  it('whose file is moved away takes no entry until it is back', async (t) => {
    const folder = newFolder(t);
    const service = await start(t, folder);
    for (const name of ['accueil.db', 'accueil.db-wal']) {
      const file = join(folder, name);
      await assertRecovers(service, folder, {
        breakIt: () => renameSync(file, `${file}.old`),
        mendIt: () => renameSync(`${file}.old`, file),
        cause: /was moved, deleted or replaced while in use/,
      });
    }
  });
});

interface Fault {
  readonly breakIt: () => void;
  readonly mendIt: () => void;
  /** The messages in the log. */
  readonly cause: RegExp;
}

/** The promise: while a fault lasts entries are refused, and seen to be; once it is gone all goes on without a restart. */
async function assertRecovers(
  service: ServiceProcess,
  folder: string,
  { breakIt, mendIt, cause }: Fault,
): Promise<{ acknowledged: string[] }> {
  const connections = connectTo(service.url, 4);
  const acknowledged: string[] = [];
  for (let n = 0; n < 20; n++) {
    assert.equal((await post(connections, n)).status, 200);
    acknowledged.push(creation(n).customId);
  }
  assert.equal((await connections.ask('/health/ready')).status, 200);
  const linesBefore = refusals(service).length;

  breakIt();
  let next = 20;
  for (; next < 2_000; next++) {
    const answer = await post(connections, next);
    if (answer.status !== 200) {
      assertUnavailable(answer);
      break;
    }
    acknowledged.push(creation(next).customId);
  }
  // All at once, as they come: one batch, which fails as a whole.
  const refused = Array.from({ length: 20 }, (_, i) => next + i);
  for (const answer of await Promise.all(refused.map((n) => post(connections, n)))) assertUnavailable(answer);
  assertUnavailable(await connections.ask('/health/ready'));
  const failures = 22;
  assert.equal((await connections.ask('/health/live')).status, 200);
  // The log arrives over another pipe than the responses, perhaps later.
  for (let tries = 0; tries < 500 && refusals(service).length < linesBefore + failures; tries++)
    await wait(10);
  const lines = refusals(service).slice(linesBefore);
  // One line for each: the first, the twenty, and the question whether it is ready.
  assert.equal(lines.length, failures, lines.join('\n'));
  for (const line of lines) assert.match(line, cause);

  mendIt();
  assert.equal((await connections.ask('/health/ready')).status, 200);
  for (const n of refused) {
    assert.equal((await post(connections, n)).status, 200);
    acknowledged.push(creation(n).customId);
  }
  for (const customId of acknowledged) assert.equal((await lookUp(connections, customId)).status, 200);
  connections.close();
  // SQLite would not find a disk that another process has mounted.
  const copy = mkdtempSync(join(tmpdir(), 'accueil-disk-'));
  try {
    for (const name of ['accueil.db', 'accueil.db-wal']) copyFileSync(join(folder, name), join(copy, name));
    assert.deepEqual(
      await problemsOf({ engine: 'sqlite', file: join(copy, 'accueil.db') }, acknowledged),
      [],
    );
  } finally {
    rmSync(copy, { recursive: true });
  }
  return { acknowledged };
}

async function assertSurvivesKill(
  service: ServiceProcess,
  folder: string,
  acknowledged: readonly string[],
): Promise<void> {
  service.kill('SIGKILL');
  await service.ended;
  assert.deepEqual(
    await problemsOf({ engine: 'sqlite', file: join(folder, 'accueil.db') }, acknowledged),
    [],
  );
}

/** The lines that an operator is woken for. */
const errorLines = (service: ServiceProcess): string[] =>
  service
    .output()
    .split('\n')
    .filter((line) => /^\{"level":[56]0/.test(line));

/** Those of requests: a background job that runs meanwhile adds its own. */
const refusals = (service: ServiceProcess): string[] =>
  errorLines(service).filter((line) => line.includes('"reqId"'));

function newFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'accueil-disk-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const start = (t: TestContext, folder: string, under: readonly string[] = []) =>
  startFor(t, { env: { DATA_DIR: folder }, under });

function connect(t: TestContext, service: ServiceProcess): Connections {
  const connections = connectTo(service.url, 4);
  t.after(() => connections.close());
  return connections;
}

function post(connections: Connections, n: number): Promise<Answer> {
  const { path, body } = creation(n);
  return connections.ask(`${path}?password=${password}`, body);
}

const lookUp = (connections: Connections, customId: string): Promise<Answer> =>
  connections.ask(`/fr/customId/${customId}?password=${password}`);

/** Writes nonsense over the first page of a table. */
function overwriteTable(file: string, table: string): void {
  const connection = new DatabaseSync(file);
  const { page = 0 } =
    connection.prepare('select rootpage as page from sqlite_schema where name = ?').get(table) ?? {};
  connection.close();
  writeSync(openSync(file, 'r+'), Buffer.alloc(4096, 0xa5), 0, 4096, (Number(page) - 1) * 4096);
}
