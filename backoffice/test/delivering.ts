import assert from 'node:assert/strict';
import { openSender } from '../../server/src/webhooks/send.ts';
import type { TestService } from '../../server/test/fixtures/service.ts';
import { workOnWebhooks } from '../../server/test/fixtures/webhook-worker.ts';

/** Sends due deliveries to receivers on the loopback, as the service does. Resolves when it has stopped. */
export function startDelivering({ database, secrets, clock }: TestService): () => Promise<void> {
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
    onAttempt: () => undefined,
    onError: (error) => assert.fail(String(error)),
  });
  return async () => {
    await loop.stop(1_000);
    await sender.close();
  };
}
