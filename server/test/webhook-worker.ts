import type { Database } from '../src/database/port.ts';
import { openWebhookQueue } from '../src/outbox/open-queue.ts';
import type { ClaimedWebhook } from '../src/outbox/queues.ts';
import { startWorker, type Worker, type WorkerOptions } from '../src/outbox/worker.ts';
import { type WebhookWorkerOptions, webhookSender } from '../src/webhooks/worker.ts';

interface Options
  extends Pick<WebhookWorkerOptions, 'send' | 'decrypt'>,
    Omit<WorkerOptions<ClaimedWebhook>, 'queue' | 'sender'> {
  readonly database: Database;
}

/** The worker that sends webhooks, with time, chance and reports of the test's own. */
export function workOnWebhooks({ database, send, decrypt, ...options }: Options): Worker {
  return startWorker({
    queue: openWebhookQueue(database, () => options.clock().toISOString()),
    sender: webhookSender({ send, decrypt }),
    ...options,
  });
}
