// Another process writes to the SQLite file, and takes its time: `accueil import` is one transaction.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { direct } from '../fixtures/command-line.ts';
import { signIn } from '../fixtures/desk.ts';
import { number } from '../fixtures/rows.ts';
import { secretKey, startService } from '../fixtures/service.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';
import { holdWrites } from '../fixtures/write-lock.ts';

describe('while another process holds the write lock of SQLite', () => {
  it('while another process holds SQLite’s write lock, only writes wait', async (t) => {
    const service = await startService('sqlite');
    t.after(() => service.close());
    const folder = service.config.dataDir;
    const desk = await signIn(service);
    const create = (customId: string) =>
      service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { customId });
    assert.equal((await create('before')).statusCode, 200);
    const id = await newestEntry(service.database);
    // A session that was not used for a minute is touched by its next request.
    service.clock.now = new Date(service.clock.now.getTime() + 120_000);

    const { release } = holdWrites(t, service);
    let answered = 0;
    const waits = [
      ...Array.from({ length: 5 }, () => desk.get(`/desk/entries/${id}`)),
      desk.get('/desk/entries?kind=commercial'),
      create('meanwhile'),
    ].map((answer) => answer.finally(() => answered++));
    const env = { DATA_DIR: folder, SECRET_KEY: secretKey };
    const command = direct(['caller', 'add', 'Another', '--json'], env).finally(() => answered++);

    for (let i = 0; i < 50; i++) {
      assert.equal((await service.get('/health/live')).statusCode, 200);
      assert.equal((await service.get(`/fr/customId/before?${service.query}`)).statusCode, 200);
      await setImmediate();
    }
    assert.equal(answered, 0, 'nothing that writes is done before the other one has ended');
    release();

    for (const { statusCode, body } of await Promise.all(waits)) assert.equal(statusCode, 200, body);
    assert.equal((await command).code, 0);
    const reads = `select count(*) from audit where action = 'read' and subject_id = ${id}`;
    assert.equal(await number(service.database, reads), 5);
    assert.equal((await service.get(`/fr/customId/meanwhile?${service.query}`)).statusCode, 200);
  });
});
