// A service that is killed while it erases many entries.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startProcess } from '../../../tools/harness/service-process.ts';
import { recountContacts } from '../../src/entries/funnel/recount-contacts.ts';
import { ok } from '../fixtures/answers.ts';
import { addEndpoint, send } from '../fixtures/entry-events.ts';
import { assertWhole } from '../fixtures/erased.ts';
import { askToErase, openOfficer } from '../fixtures/privacy.ts';
import { execute, number, rows } from '../fixtures/rows.ts';
import { secretKey, startService } from '../fixtures/service.ts';

const count = 60;
const canary = 'Quemener';

it('a service killed while it erases leaves each entry erased or as it was', async (t) => {
  const service = await startService('sqlite');
  t.after(() => service.close());
  const { database } = service;
  await addEndpoint(service);
  const body = { lastNameClient: canary, phoneClient: '06 39 98 12 34', comment: canary };
  const entryIds: number[] = [];
  for (let n = 0; n < count; n++) entryIds.push(await send(service, `k-${n}`, body));
  await ok(askToErase(await openOfficer(service), entryIds));
  await execute(database, 'update pending_erasures set due_at = decided_at');

  /** How many entries are erased, each of them whole. */
  async function erased(): Promise<number> {
    let found = 0;
    for (const id of entryIds) if (await assertWhole(database, id, canary)) found++;
    assert.deepEqual(await recountContacts(database.read), []);
    assert.equal(await number(database, "select count(*) from outbox where event = 'erased'"), found);
    assert.deepEqual(await rows(database, 'pragma integrity_check'), [{ integrity_check: 'ok' }]);
    return found;
  }

  let before = await erased();
  assert.equal(before, 0);
  const env = { DATA_DIR: service.config.dataDir, SECRET_KEY: secretKey };
  for (const goal of [3, 17, 42, count]) {
    // The work of each hour is done at the start too.
    const process = await startProcess({ env, signal: t.signal });
    while ((await number(database, 'select count(*) from erasures')) < goal);
    process.kill('SIGKILL');
    await process.ended;
    const now = await erased();
    assert.ok(now >= goal && now > before, `${now} of ${count}`);
    before = now;
  }
});
