// Acts at the desk reach the caller that sent the entry, with the same data as the look-up.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openSender } from '../../src/webhooks/send.ts';
import type { WebhookReport } from '../../src/webhooks/worker.ts';
import { signIn } from '../fixtures/desk.ts';
import { type EntryEvent, lookUp, send } from '../fixtures/entry-events.ts';
import { newEndpoint } from '../fixtures/outbox.ts';
import { openReceiver, type Received } from '../fixtures/receiver.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { workOnWebhooks } from '../fixtures/webhook-worker.ts';

onSqlite('what is done at the desk', (engine) => {
  /** Delivers what is due by the clock of the service. It looks often, so that a test only has to move the clock. */
  function startDelivering(
    { database, secrets, clock }: TestService,
    onAttempt: (report: WebhookReport) => void,
  ) {
    const sender = openSender({ allow: ['127.0.0.1/32'], clock: () => clock.now });
    const loop = workOnWebhooks({
      database,
      send: sender.send,
      decrypt: secrets.decrypt,
      clock: () => clock.now,
      random: () => 0,
      wait(ms, then) {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
      pollIntervalMs: 20,
      onAttempt,
      onError: (error) => assert.fail(String(error)),
    });
    return async () => {
      await loop.stop(1_000);
      await sender.close();
    };
  }

  it('arrives signed, with what the lookup answers, and waits for a receiver that is away', async () => {
    const service = await startService(engine);
    // The public verifier goes by the time of day.
    service.clock.now = new Date();
    const happened = new EventEmitter<{ webhook: [Received]; attempt: [WebhookReport] }>();
    const arrives = (port = 0) =>
      openReceiver(
        (response, received) => {
          response.end();
          happened.emit('webhook', received);
        },
        { port },
      );
    let receiver = await arrives();
    const stop = startDelivering(service, (report) => happened.emit('attempt', report));
    const { secret } = await newEndpoint(service, `${receiver.url}/in`);
    const id = await send(service, 'site-2026-0002', { comment: 'Préfère le calme' });
    const desk = await signIn(service, undefined, 'Inès Moreau');
    const told = ([{ headers, body }]: [Received]): EntryEvent => {
      const verified: unknown = new Webhook(secret).verify(body, headers as Record<string, string>);
      assert.deepEqual(verified, JSON.parse(body));
      return JSON.parse(body);
    };

    const processed = once(happened, 'webhook');
    const recorded = once(happened, 'attempt');
    assert.equal((await desk.post(`/desk/entries/${id}/processed`)).statusCode, 200);
    const first = told((await processed) as [Received]);
    assert.deepEqual([first.event, first.customId, first.sequence], ['processed', 'site-2026-0002', 1]);
    assert.deepEqual({ type: first.type, data: first.data }, await lookUp(service, 'site-2026-0002'));
    await recorded;

    const { port } = receiver;
    await receiver.close();
    const failed = once(happened, 'attempt');
    await desk.patch(`/desk/entries/${id}`, {
      resultat: 'commercial.resultat.nosuite',
      comment: 'Reste chez elle',
    });
    const [{ verdict }] = (await failed) as [WebhookReport];
    assert.equal(verdict, 'retry');

    receiver = await arrives(port);
    const late = once(happened, 'webhook');
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    const second = told((await late) as [Received]);
    assert.deepEqual([second.event, second.sequence], ['result', 2]);
    assert.deepEqual({ type: second.type, data: second.data }, await lookUp(service, 'site-2026-0002'));
    assert.deepEqual(
      [second.data.resultat, second.data.comment, second.data.commentBy],
      ['commercial.resultat.nosuite', 'Reste chez elle', 'Inès Moreau'],
    );
    await stop();
    await receiver.close();
    await service.close();
  });
});
