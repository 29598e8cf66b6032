// Another process writes to the SQLite file, and takes its time: `accueil import` is one transaction.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { direct } from '../fixtures/command-line.ts';
import { signIn } from '../fixtures/desk.ts';
import { number } from '../fixtures/rows.ts';
import { secretKey, startService } from '../fixtures/service.ts';
import { entryCount, newestEntry } from '../fixtures/stored-entry.ts';
import { holdWrites } from '../fixtures/write-lock.ts';

describe('while another process holds the write lock of SQLite', () => {
  it('look-ups and health are answered, and what has to write waits for its turn', async (t) => {
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

    const { release } = await holdWrites(t, service);
    let answered = 0;
    const waits = [
      ...Array.from({ length: 5 }, () => desk.get(`/desk/entries/${id}`)),
      desk.get('/desk/entries?kind=commercial'),
      create('meanwhile'),
    ].map((answer) => answer.finally(() => answered++));
    const env = { DATA_DIR: folder, SECRET_KEY: secretKey };
    const command = direct(['caller', 'add', 'Another', '--json'], env).finally(() => answered++);

    for (let i = 0; i < 200; i++) {
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

  it('no more than some thousand creations wait, and those beyond are refused at once', async (t) => {
    const service = await startService('sqlite', { LOG_LEVEL: 'silent' });
    t.after(() => service.close());
    const path = `/fr/etablissement/3/commercial/create?${service.query}`;
    assert.equal((await service.post(path, {})).statusCode, 200);
    const { release } = await holdWrites(t, service);
    const statuses = { 200: 0, 503: 0 } as Record<number, number>;
    const sent = 5_000;
    const refused = Promise.withResolvers<void>();
    const all = Array.from({ length: sent }, async () => {
      const { statusCode } = await service.post(path, {});
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
      if (statusCode === 503) refused.resolve();
    });
    // The lock is held until then: who is refused has not waited for it.
    await refused.promise;
    assert.equal(statuses[200], 0);
    release();
    await Promise.all(all);
    assert.equal((statuses[200] ?? 0) + (statuses[503] ?? 0), sent);
    assert.ok((statuses[503] ?? 0) <= 1_000, JSON.stringify(statuses));
    assert.equal(await entryCount(service.database), 1 + (statuses[200] ?? 0));
  });

  it('closing the database does not wait for it, and rejects waiting writes', async (t) => {
    const service = await startService('sqlite');
    const desk = await signIn(service);
    const path = `/fr/etablissement/3/commercial/create?${service.query}`;
    assert.equal((await service.post(path, {})).statusCode, 200);
    const { release } = await holdWrites(t, service);
    const waits = [desk.patch('/desk/establishments/3', { name: 'Autre' }), service.post(path, {})];
    for (let i = 0; i < 50; i++) assert.equal((await service.get('/health/live')).statusCode, 200);
    await service.database.close();
    for (const { statusCode, body } of await Promise.all(waits)) assert.equal(statusCode, 503, body);
    release();
    await service.close();
  });
});
