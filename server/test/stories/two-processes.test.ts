// Two accueil processes on one PostgreSQL. On SQLite there is never more than one.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { recountContacts } from '../../src/entries/funnel/recount-contacts.ts';
import { openWebhookQueue } from '../../src/outbox/open-queue.ts';
import { ok } from '../fixtures/answers.ts';
import { signIn } from '../fixtures/desk.ts';
import { newEndpoint } from '../fixtures/outbox.ts';
import { openReceiver } from '../fixtures/receiver.ts';
import { roundsOf } from '../fixtures/rounds.ts';
import { number, rows } from '../fixtures/rows.ts';
import { type SecondInstance, startSecondInstance } from '../fixtures/second-instance.ts';
import { startService, type TestService } from '../fixtures/service.ts';
import { startFor } from '../fixtures/started-process.ts';

const rounds = roundsOf(10);
const atOnce = 50;

describe('two processes on one PostgreSQL', () => {
  let service: TestService;
  let second: SecondInstance;
  before(async () => {
    service = await startService('postgres');
    second = await startSecondInstance(service);
  });
  after(async () => {
    await second.close();
    await service.close();
  });

  /** Sends `atOnce` requests at the same instant, half of them to each process. */
  function sendTogether(
    send: (to: TestService | SecondInstance, i: number) => ReturnType<SecondInstance['post']>,
  ) {
    return Promise.all(Array.from({ length: atOnce }, (_, i) => send(i % 2 === 0 ? service : second, i)));
  }
  const path = (id = 3) => `/fr/etablissement/${id}/commercial/create?${service.query}`;

  it('two processes store one entry for each customId, wherever it is sent', async () => {
    for (let round = 0; round < rounds; round++) {
      // Several customIds and residences at a time, so that batches hold more than one and meet in different orders.
      const answers = await sendTogether((to, i) => {
        const which = (i * (to === service ? 1 : 4)) % 5;
        return to.post(path(3 + which), { customId: `round-${round}-${which}` });
      });
      assert.deepEqual(
        answers.filter(({ body }) => body !== '"ok"').map(({ body }) => body),
        [],
      );
    }
    assert.deepEqual(
      await rows(
        service.database,
        "select custom_id from entries where custom_id like 'round-%' group by custom_id having count(*) > 1",
      ),
      [],
    );
    assert.equal(
      await number(service.database, "select count(*) from entries where custom_id like 'round-%'"),
      rounds * 5,
    );
  });

  it('two processes make one request of each number, and lose no field of any message', async () => {
    for (let round = 0; round < rounds; round++) {
      const numero = `2026 / ${round}_1_1`;
      const answers = await sendTogether((to, i) =>
        to.exchange('/appli/partner/orientation', {
          NumeroDemandeOrientationCR: numero,
          etablissementId: 3 + (i % 3),
          [`field-${i}`]: i,
        }),
      );
      const numbers = answers.map((answer) => {
        assert.equal(answer.statusCode, 200, answer.body);
        return answer.json<Record<string, string>>().NumeroDemandeOrientationRES;
      });
      assert.equal(new Set(numbers).size, 1);
      const created = answers.filter((answer) => answer.json().Messagetraitements === 'Demande enregistrée.');
      assert.equal(created.length, 1);
      const stored = await rows<{ extra: string }>(
        service.database,
        `select extra from entries where partnerid = '${numero}'`,
      );
      assert.equal(stored.length, 1);
      assert.equal(Object.keys(JSON.parse(stored[0]?.extra ?? '{}')).length, atOnce);
    }
  });

  it('two processes have never deadlocked, and have counted what they stored', async () => {
    const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()';
    assert.equal(await number(service.database, deadlocks), 0);
    assert.deepEqual(await recountContacts(second.database.read), []);
  });
});

describe('a process whose machine has another time', () => {
  it('a process whose clock is ahead does not send what another one is sending', async (t) => {
    const service = await startService('postgres');
    t.after(() => service.close());
    const { database, secretKey = '' } = service.config;
    if (database.engine !== 'postgres') throw new Error('expected PostgreSQL');
    let arrived = Promise.withResolvers<void>();
    const receiver = await openReceiver((response) => {
      response.end();
      arrived.resolve();
    });
    t.after(() => receiver.close());
    const env = { DATABASE_URL: database.url, SECRET_KEY: secretKey, WEBHOOK_ALLOW: '127.0.0.1' };
    service.clock.now = new Date();
    const desk = await signIn(service);
    const { id } = await newEndpoint(service, receiver.url);
    const testEvent = () => ok(desk.post(`/desk/endpoints/${id}/test`));
    await testEvent();
    const { claims } = openWebhookQueue(service.database, () => new Date());
    const request = { failing: 0, perDestination: 1, inAll: 1, except: [] } as const;
    const [sending] = await claims.take(request, new Date().toISOString());

    const shift = `Date = class extends Date {
      constructor(...given) { if (given.length > 0) super(...given); else super(new.target.now()); }
      static now() { return super.now() + 2 * 60_000; }
    }`;
    const preload = `--import data:text/javascript,${encodeURIComponent(shift)}`;
    await startFor(t, { env: { ...env, NODE_OPTIONS: preload } });
    for (let n = 1; n <= 3; n++) {
      arrived = Promise.withResolvers();
      await testEvent();
      await arrived.promise;
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([ids.length, new Set(ids).size, ids.includes(sending?.webhookId)], [3, 3, false]);
  });
});
