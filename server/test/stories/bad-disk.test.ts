// Faults of SQLite's file, in this process. `bad-disk.long.test.ts` has the disks that fail below it.
import assert from 'node:assert/strict';
import { closeSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { refusal } from '../fixtures/command-line.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { assertFailure, startService, type TestService } from '../fixtures/service.ts';

async function start(t: TestContext, folder: string): Promise<TestService> {
  const service = await startService('sqlite', { DATA_DIR: folder });
  t.after(() => service.close());
  return service;
}

const create = (service: TestService, customId: string) =>
  service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { customId });
const lookUp = (service: TestService, customId: string) =>
  service.get(`/fr/customId/${customId}?${service.query}`);

/** It stores nothing and is not ready, lives on, and says why. */
async function assertAway(service: TestService, cause: RegExp): Promise<void> {
  for (const answer of [await create(service, 'new'), await service.get('/health/ready')]) {
    assertFailure(answer, 503, 'UNAVAILABLE');
    assert.equal(answer.headers['retry-after'], '5');
  }
  assert.equal((await service.get('/health/live')).statusCode, 200);
  assert.match(service.log.filter((line) => /^\{"level":[56]0/.test(line)).join('\n'), cause);
}

it('a file that is no database stops the start with a sentence', async (t) => {
  const folder = folderFor(t);
  writeFileSync(join(folder, 'accueil.db'), 'La base de données est dans un autre dossier. '.repeat(200));
  await refusal(['serve'], { DATA_DIR: folder, PORT: '0' }, /accueil\.db: .*not a database/);
});

it('a damaged file gives no wrong answer', async (t) => {
  const folder = folderFor(t);
  const healthy = await start(t, folder);
  for (let n = 0; n < 40; n++) await ok(create(healthy, String(n)));
  await healthy.close();
  const file = join(folder, 'accueil.db');
  const connection = new DatabaseSync(file);
  const { page } =
    connection.prepare(`select rootpage as page from sqlite_schema where name = 'entries'`).get() ?? {};
  connection.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (Number(page) - 1) * 4096);
  closeSync(handle);
  const service = await start(t, folder);
  assertFailure(await lookUp(service, '2'), 503, 'UNAVAILABLE');
  await assertAway(service, /the file is damaged/);
});

it('a file that was moved away takes no entry until it is back, without a restart', async (t) => {
  const folder = folderFor(t);
  const service = await start(t, folder);
  await ok(create(service, '2'));
  for (const name of ['accueil.db', 'accueil.db-wal']) {
    const file = join(folder, name);
    renameSync(file, `${file}.old`);
    await assertAway(service, /was moved, deleted or replaced while in use/);
    renameSync(`${file}.old`, file);
    await ok(service.get('/health/ready'));
    await ok(lookUp(service, '2'));
    await ok(create(service, `after ${name}`));
  }
});
