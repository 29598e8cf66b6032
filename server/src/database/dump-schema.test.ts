import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { newDatabase, onBothEngines } from '../../test/fixtures/service.ts';
import { parseConfig } from '../config.ts';
import { dumpSchema } from './dump-schema.ts';
import { migrate } from './migrate.ts';

onBothEngines('the dump of the schema in the tree', (engine) => {
  it('is what the migrations lead to', async (t) => {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const { database } = parseConfig({ SECRET_KEY: 'x'.repeat(32), ...place.env });
    await migrate(database, new Date('2026-03-04T09:00:00.000Z'));
    const committed = readFileSync(new URL(`./schema/${engine}.sql`, import.meta.url), 'utf8');
    assert.equal(await dumpSchema(database), committed, 'the dump differs: run "npm run schema"');
  });
});
