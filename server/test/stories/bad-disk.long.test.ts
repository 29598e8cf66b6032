// Failures of the disk below SQLite. The service is a process of its own here, on a disk that really fails.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
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

it('a disk without room for an entry: entries are refused until there is', {
  skip: needsMounts,
}, async (t) => {
  const { folder, service, connections } = await start(t, (folder) => onSmallDisk(folder, 6));
  const ready = () => connections.ask('/health/ready');
  await assertStored(connections, [0]);
  assert.equal((await ready()).status, 200);
  const makeRoom = fill(seenBy(service.pid, folder), 16_000);
  for (let n = 1; n < 4; n++) assertUnavailable(await post(connections, n));
  for (let n = 0; n < 3; n++) assertUnavailable(await ready());
  makeRoom();
  assert.equal((await ready()).status, 200);
  await assertStored(connections, [1, 2, 3]);
  assert.match(refusals(service).join(), /the disk is full/);
});

it('a file that may not grow: a whole batch is refused, once each', { skip: needsLinux }, async (t) => {
  const { folder, service, connections } = await start(t);
  const stored = Array.from({ length: 20 }, (_, n) => n);
  await assertStored(connections, stored);
  const linesBefore = refusals(service).length;
  // Less than the WAL has: once it is checkpointed, it is written from its beginning.
  limitFiles(service.pid, 1_024);
  let next = 20;
  for (let answer = await post(connections, next); answer.status === 200; ) {
    stored.push(next);
    answer = await post(connections, ++next);
  }
  // All at once, as they come: one batch, which fails as a whole.
  const refused = Array.from({ length: 20 }, (_, i) => next + i);
  for (const answer of await Promise.all(refused.map((n) => post(connections, n)))) assertUnavailable(answer);
  assertUnavailable(await connections.ask('/health/ready'));
  assert.equal((await connections.ask('/health/live')).status, 200);
  // The first, the twenty, and readiness. The log arrives over another pipe than the responses.
  const lines = () => refusals(service).slice(linesBefore);
  while (lines().length < 22) await setImmediate();
  assert.equal(lines().length, 22, lines().join('\n'));
  for (const line of lines()) assert.match(line, /disk I\/O error|the disk is full/);

  limitFiles(service.pid, 'unlimited');
  assert.equal((await connections.ask('/health/ready')).status, 200);
  await assertStored(connections, refused);
  await assertSurvivesKill(service, folder, [...stored, ...refused]);
});

it('a failing fsync: nothing is acknowledged meanwhile', { skip: needsStrace }, async (t) => {
  const { folder, service, connections } = await start(t, () => withFailingSyncs(60, 62));
  const all = Array.from({ length: 100 }, (_, n) => n);
  const refused: number[] = [];
  for (const n of all) {
    const answer = await post(connections, n);
    if (answer.status === 200) continue;
    assertUnavailable(answer);
    refused.push(n);
  }
  assert.ok(refused.length > 0 && refused.length <= 3, `${refused}`);
  await assertStored(connections, refused);
  assert.equal(refusals(service).length, refused.length);
  await assertSurvivesKill(service, folder, all);
});

it('a read-only disk stops the start with a sentence', { skip: needsMounts }, async (t) => {
  const { folder, service } = await start(t);
  assert.deepEqual(await service.stop(), []);
  for (const [path, says] of [
    [folder, /accueil\.db: SQLite: the file, or its WAL, can be neither opened nor made/],
    [join(folder, 'accueil.db'), /accueil\.db: .*read-?only/],
  ] as const)
    await assertRefusesToStart({ env: { DATA_DIR: folder }, under: withReadOnly(path) }, says);
});

async function start(t: TestContext, under: (folder: string) => readonly string[] = () => []) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'accueil-disk-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startFor(t, { env: { DATA_DIR: folder }, under: under(folder) });
  const connections = connectTo(service.url, 4);
  t.after(() => connections.close());
  return { folder, service, connections };
}

async function assertSurvivesKill(
  service: ServiceProcess,
  folder: string,
  stored: readonly number[],
): Promise<void> {
  service.kill('SIGKILL');
  await service.ended;
  const customIds = stored.map((n) => creation(n).customId);
  assert.deepEqual(await problemsOf({ engine: 'sqlite', file: join(folder, 'accueil.db') }, customIds), []);
}

/** The lines about requests that an operator is woken for: a background job that runs meanwhile adds its own. */
const refusals = (service: ServiceProcess): string[] =>
  service
    .output()
    .split('\n')
    .filter((line) => /^\{"level":[56]0/.test(line) && line.includes('"reqId"'));

function post(connections: Connections, n: number): Promise<Answer> {
  const { path, body } = creation(n);
  return connections.ask(`${path}?password=${password}`, body);
}

async function assertStored(connections: Connections, all: readonly number[]): Promise<void> {
  for (const n of all) assert.equal((await post(connections, n)).status, 200);
}
