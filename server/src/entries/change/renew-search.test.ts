import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import { renewSearch } from './renew-search.ts';

onBothEngines('what entries are found by, made anew', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  it('numbers of before the upgrade are found after it, once', async () => {
    const { query, database, clock } = service;
    const path = `/fr/etablissement/5/commercial/create?${query}`;
    await service.post(path, {
      lastNameClient: 'Essai',
      phoneClient: '0639984321 18h-20h',
      commercialrelations: [{ lastName: 'Essai', cellphone: '+33 6 39 98 43 22' }],
    });
    await service.post(path, { phoneClient: '06 39 98 43 23' });
    await execute(database, `update entry_phones set key = '06399843211820' where key = '639984321'`);
    await execute(database, 'delete from entry_words');
    await execute(database, `insert into installation (name, value) values ('search', '{"after":0}')`);
    const found = async (phone: string) =>
      (await service.get(`/fr/commercial/checkPhone?phone=${phone}&${query}`)).json().length;
    assert.equal(await found('0639984321'), 0);
    await renewSearch(database, clock.now, new AbortController().signal);
    for (const phone of ['0639984321', '0639984322', '0639984323'])
      assert.equal(await found(phone), 1, phone);
    assert.deepEqual(await rows(database, 'select key from entry_phones order by key'), [
      { key: '639984321' },
      { key: '639984322' },
      { key: '639984323' },
    ]);
    assert.equal((await rows(database, 'select * from entry_words')).length, 1);
    // Another call finds nothing to do.
    await execute(database, `update entry_phones set key = '1' where key = '639984321'`);
    await renewSearch(database, clock.now, new AbortController().signal);
    assert.equal(await found('0639984321'), 0);
  });
});
