// Changes by another process apply at once: a command adds and revokes while the service runs.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { addPassword, revokePassword } from '../../src/access/callers.ts';
import { addPartner, addToken, revokeToken } from '../../src/access/partners.ts';
import type { Database, Transaction } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open.ts';
import { untilNotified } from '../fixtures/change-notifications.ts';
import { rows } from '../fixtures/rows.ts';
import { startSecondInstance } from '../fixtures/second-instance.ts';
import { onSqlite, secretKey, startService, type TestService } from '../fixtures/service.ts';
import { openTransactionPooler } from '../fixtures/transaction-pooler.ts';

onSqlite('credentials that another process changes', (engine) => {
  let service: TestService;
  let elsewhere: Database;
  before(async () => {
    service = await startService(engine);
    elsewhere = await openDatabase({
      location: service.config.database,
      poolSize: 4,
      now: service.clock.now,
      onProblem: () => undefined,
    });
  });
  after(async () => {
    await elsewhere.close();
    await service.close();
  });

  const change = <T>(work: (tx: Transaction) => Promise<T>) =>
    untilNotified(service.database, 'access', () => elsewhere.transaction(work));
  const administration = () => ({ secrets: service.secrets, now: service.clock.now });
  const jobs = async (password: string) => (await service.get(`/fr/jobs?password=${password}`)).statusCode;
  const check = async (token: string, partner = 'partner') =>
    (await service.post(`/appli/${partner}/test`, undefined, { authorization: `Bearer ${token}` }))
      .statusCode;

  it('count at the next request: passwords', async () => {
    assert.equal(await jobs(service.password), 200);
    const added = await change((tx) =>
      addPassword(tx, administration(), { caller: 'site', scope: 'full', origins: [] }),
    );
    assert.equal(await jobs(added.password), 200);
    await change((tx) => revokePassword(tx, added.id, service.clock.now));
    assert.equal(await jobs(added.password), 401);
    assert.equal(await jobs(service.password), 200);
  });

  it('count at the next request: partners and tokens', async () => {
    const { partner, token } = await change((tx) => addPartner(tx, administration(), { slug: 'new' }));
    assert.equal(await check(token, partner.slug), 200);
    const second = await change((tx) => addToken(tx, administration(), { partner: 'new', until: null }));
    assert.equal(await check(second.token, 'new'), 200);
    await change((tx) => revokeToken(tx, second.id, service.clock.now));
    assert.equal(await check(second.token, 'new'), 401);
    assert.equal(await check(token, 'new'), 200);
  });

  it('do not count when the change was undone', async () => {
    let password = '';
    const undone = elsewhere.transaction(async (tx) => {
      ({ password } = await addPassword(tx, administration(), {
        caller: 'site',
        scope: 'full',
        origins: [],
      }));
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    assert.equal(await jobs(password), 401);
  });

  it('stand in the database as hashes alone', async () => {
    const stored = [
      ...(await rows(service.database, 'select * from passwords')),
      ...(await rows(service.database, 'select * from tokens')),
    ];
    assert.ok(stored.length >= 4);
    for (const secret of [service.password, service.token]) {
      const text = JSON.stringify(stored);
      assert.ok(!text.includes(secret) && !text.includes(Buffer.from(secret).toString('base64')));
    }
  });
});

describe('credentials that another process changes behind a pooler in transaction mode', () => {
  it('count at the next request though no notification arrives, and an operator is told', async (t) => {
    const elsewhere = await startService('postgres');
    t.after(() => elsewhere.close());
    const { database, secrets, clock } = elsewhere;
    if (elsewhere.config.database.engine !== 'postgres') throw new Error('expected PostgreSQL');
    const pooler = await openTransactionPooler(elsewhere.config.database.url);
    t.after(() => pooler.close());
    const problem = Promise.withResolvers<Error>();
    const behind = await openDatabase({
      location: { engine: 'postgres', url: pooler.url },
      poolSize: 4,
      secretKey,
      now: clock.now,
      onProblem: problem.resolve,
    });
    t.after(() => behind.close());
    const service = await startSecondInstance(elsewhere, behind);
    t.after(() => service.app.close());
    const jobs = async (password: string) => (await service.get(`/fr/jobs?password=${password}`)).statusCode;
    const context = { secrets, now: clock.now };
    const add = () =>
      database.transaction((tx) => addPassword(tx, context, { caller: 'site', scope: 'full', origins: [] }));
    // At the start, and once the first notifications of its own should have arrived.
    for (const round of ['at once', 'later']) {
      const { id, password } = await add();
      assert.equal(await jobs(password), 200, round);
      await database.transaction((tx) => revokePassword(tx, id, clock.now));
      assert.equal(await jobs(password), 401, round);
      if (round === 'at once') await wait(1_500);
    }
    assert.match((await problem.promise).message, /notifications do not arrive.*transaction mode/);
  });
});
