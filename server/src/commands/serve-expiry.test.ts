import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { directUntil } from '../../test/fixtures/command-line.ts';
import { onSqlite, startService } from '../../test/fixtures/service.ts';
import { entryCount } from '../../test/fixtures/stored-entry.ts';

onSqlite('serve', (engine) => {
  it('serve deletes what has expired, beginning at its start', async () => {
    const service = await startService(engine);
    try {
      const create = `/fr/etablissement/3/survey/create?${service.query}`;
      service.clock.now = new Date(Date.now() - 8 * 24 * 60 * 60_000);
      for (let i = 0; i < 60; i++) {
        assert.equal((await service.post(`${create}&test=1`, { customId: `old-${i}` })).body, '"ok"');
      }
      await service.post(create, { customId: 'real' });
      service.clock.now = new Date(Date.now() - 6 * 24 * 60 * 60_000);
      await service.post(`${create}&test=1`, { customId: 'young' });

      const { database } = service.config;
      const location = database.engine === 'postgres' ? { DATABASE_URL: database.url } : {};
      const stop = Promise.withResolvers<void>();
      const ended = directUntil(stop.promise, ['serve'], {
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATA_DIR: service.config.dataDir,
        ...location,
      });
      let over = false;
      void ended.finally(() => {
        over = true;
      });
      const count = () => entryCount(service.database);
      try {
        while (!over && (await count()) > 2) await setImmediate();
      } finally {
        stop.resolve();
      }
      const { code, stderr } = await ended;
      assert.equal(code, 0, stderr);
      assert.equal(await count(), 2);
    } finally {
      await service.close();
    }
  });
});
