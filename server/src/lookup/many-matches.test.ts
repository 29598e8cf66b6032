import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { execute } from '../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { PhoneMatch } from '../contract/lookup.ts';

/** Copies an entry so many times; `id` names the new ones, `columns` what they have of their own. */
async function copyEntry({ database }: TestService, columns: string, values: string, most: number) {
  await execute(
    database,
    `insert into entries (${columns}, flagged, kind, test, received_at, contact_date, fields, status)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most})
     select ${values}, flagged, kind, test, received_at, contact_date, fields, status from n, entries where entries.id = 1`,
  );
}

onSqlite('a phone number that thousands of entries carry', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  it('a phone of thousands finds the newest thousand, and reads little spam', async () => {
    const phone = '0639982020';
    const body = { customId: 'first', phoneClient: phone };
    const answer = await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, body);
    assert.equal(answer.body, '"ok"');
    const check = async () =>
      (await service.get(`/fr/commercial/checkPhone?phone=${phone}&${service.query}`)).json<PhoneMatch[]>();
    const [first] = await check();
    assert.equal(first?.customId, 'first');

    const addPhones = `insert into entry_phones (key, entry_id)
      select '639982020', id from entries where id not in (select entry_id from entry_phones)`;
    await copyEntry(service, 'custom_id', "'lead ' || i", 1_200);
    await execute(service.database, addPhones);
    const found = await check();
    assert.equal(found.length, 1_000);
    const ids = found.map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    assert.equal(found[0]?.customId, 'lead 1200');

    await copyEntry(service, 'spam', '1', 9_500);
    await execute(service.database, addPhones);
    assert.equal((await check()).length, 500);
  });
});
