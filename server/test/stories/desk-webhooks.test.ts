// An act at the desk reaches the caller that sent the entry, with the same data as the look-up.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openSender } from '../../src/webhooks/send.ts';
import { startWebhookWorker } from '../../src/webhooks/worker.ts';
import { ok } from '../fixtures/answers.ts';
import { signIn } from '../fixtures/desk.ts';
import { type EntryEvent, lookUp, send } from '../fixtures/entry-events.ts';
import { openReceiver, type Received } from '../fixtures/receiver.ts';
import { onSqlite, startService } from '../fixtures/service.ts';

onSqlite('webhooks of the desk', (engine) => {
  it('an act at the desk arrives signed, with what the look-up answers', async (t) => {
    const service = await startService(engine, { WEBHOOK_ALLOW: '127.0.0.1' });
    t.after(() => service.close());
    const { database, secrets, clock, app } = service;
    // The public verifier goes by the time of day.
    clock.now = new Date();
    const arrived = Promise.withResolvers<Received>();
    const receiver = await openReceiver((response, received) => {
      response.end();
      if (received.body.includes('"event":"result"')) arrived.resolve(received);
    });
    t.after(() => receiver.close());
    const sender = openSender({ allow: ['127.0.0.1/32'], clock: () => clock.now });
    const options = { database, send: sender.send, decrypt: secrets.decrypt, log: app.log };
    const worker = startWebhookWorker({ ...options, clock: () => clock.now });
    t.after(async () => {
      await worker.stop(1_000);
      await sender.close();
    });
    const administrator = await signIn(service);
    const endpoint = { url: `${receiver.url}/in`, header: 'X-Api-Key: of the receiver' };
    const { secret } = await ok<{ secret: string }>(
      administrator.post('/desk/callers/1/endpoints', endpoint),
    );
    const id = await send(service, 'site-2026-0002', { comment: 'Préfère le calme' });
    const desk = await signIn(service, undefined, 'Inès Moreau');
    const end = { resultat: 'commercial.resultat.nosuite', comment: 'Reste chez elle' };
    await ok(desk.patch(`/desk/entries/${id}`, end));

    const { headers, body } = await arrived.promise;
    const told: EntryEvent = JSON.parse(body);
    assert.equal(headers['x-api-key'], 'of the receiver');
    assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), told);
    assert.deepEqual([told.event, told.customId, told.sequence], ['result', 'site-2026-0002', 2]);
    assert.deepEqual({ type: told.type, data: told.data }, await lookUp(service, 'site-2026-0002'));
    const { resultat, comment, commentBy } = told.data;
    assert.deepEqual([resultat, comment, commentBy], [...Object.values(end), 'Inès Moreau']);
  });
});
