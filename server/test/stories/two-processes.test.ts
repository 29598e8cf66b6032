// Two accueil processes on one PostgreSQL. On SQLite there is never more than one.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startProcess } from '../../../tools/harness/service-process.ts';
import { recountContacts } from '../../src/entries/funnel/recount-contacts.ts';
import { answerOf } from '../fixtures/command-line.ts';
import { openReceiver, type Receiver } from '../fixtures/receiver.ts';
import { roundsOf } from '../fixtures/rounds.ts';
import { number, rows } from '../fixtures/rows.ts';
import { type SecondInstance, startSecondInstance } from '../fixtures/second-instance.ts';
import {
  assertFailure,
  newDatabase,
  secretKey,
  startService,
  type TestService,
} from '../fixtures/service.ts';

const rounds = roundsOf(20);
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

  it('store one entry for each customId, however often and wherever it is sent', async () => {
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

  it('store one entry for each Idempotency-Key, and refuse other content under it', async () => {
    for (let round = 0; round < rounds; round++) {
      const key = { 'idempotency-key': `key-${round}` };
      const answers = await sendTogether((to, i) =>
        to.post(path(), { comment: `content-${round}-${i % 2}` }, key),
      );
      const stored = await rows<{ comment: string }>(
        service.database,
        `select comment from entries where comment like 'content-${round}-%'`,
      );
      assert.equal(stored.length, 1);
      for (const [i, answer] of answers.entries()) {
        if (stored[0]?.comment === `content-${round}-${i % 2}`) assert.equal(answer.body, '"ok"');
        else assertFailure(answer, 409, 'CONFLICT');
      }
    }
  });

  it('make one orientation request of each number, and lose no field of any message', async () => {
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

  it('never lock each other out, which would cost each time a second', async () => {
    const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()';
    assert.equal(await number(service.database, deadlocks), 0);
  });

  it('have counted what they stored', async () => {
    assert.deepEqual(await recountContacts(second.database.read), []);
  });
});

describe('a process whose machine has another time', () => {
  for (const minutes of [-2, 2]) {
    it(`does not send what another one is sending: ${minutes} minutes`, { timeout: 90_000 }, async (t) => {
      const place = await newDatabase('postgres');
      t.after(() => place.remove());
      const answers = Promise.withResolvers<void>();
      const receiver = await openReceiver((response) => void answers.promise.then(() => response.end()));
      t.after(() => receiver.close());
      const env = { ...place.env, SECRET_KEY: secretKey, WEBHOOK_ALLOW: '127.0.0.1' };
      const testEvent = () => answerOf(['webhook', 'test', '1'], env);
      await answerOf(['webhook', 'add', 'site', receiver.url], env);
      const first = await startProcess({ env });
      t.after(() => first.kill('SIGKILL'));
      await testEvent();
      await arrived(receiver, 1);
      // Its lease goes on.
      first.kill('SIGKILL');

      const shift = `Date = class extends Date {
        constructor(...given) { if (given.length > 0) super(...given); else super(new.target.now()); }
        static now() { return super.now() + ${minutes} * 60_000; }
      }`;
      const preload = `--import data:text/javascript,${encodeURIComponent(shift)}`;
      const second = await startProcess({ env: { ...env, NODE_OPTIONS: preload } });
      t.after(() => second.kill('SIGKILL'));
      answers.resolve();
      for (let n = 2; n <= 4; n++) {
        await testEvent();
        await arrived(receiver, n);
      }
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 4);
    });
  }
});

async function arrived({ received }: Receiver, count: number): Promise<void> {
  while (received.length < count) await setTimeout(5);
}
