import type { Clock } from '../clock.ts';
import { type AttemptMessages, type DeliveryLog, logWorkerError } from '../outbox/delivery-log.ts';
import type { Limits } from '../outbox/delivery-slots.ts';
import { openWebhookQueue } from '../outbox/open-queue.ts';
import { unanswered } from '../outbox/outcome.ts';
import type { ClaimedEndpoint, ClaimedWebhook } from '../outbox/queues.ts';
import { type Report, type Sender, startWorker, type Worker } from '../outbox/worker.ts';
import type { Database } from '../store/database.ts';
import { readHeader } from '../validation/header.ts';
import { webhookSchedule } from './schedule.ts';
import type { SendWebhook, WebhookAttempt } from './send.ts';

const pollIntervalMs = 1_000;
const limits: Limits = {
  perDestination: 2,
  inAll: 16,
  failing: { perDestination: 1, inAll: 4 },
  // If lower, attempts wait for the commits of others; if higher, hanging endpoints take more of the slots (measured).
  unrecorded: 48,
  claimed: 32,
};

export interface WebhookWorkerOptions {
  readonly database: Database;
  readonly send: SendWebhook;
  /** Decrypts an endpoint's stored secret. */
  readonly decrypt: (secret: string) => string;
  readonly clock: Clock;
  readonly log: DeliveryLog;
  /** Called after each attempt, for the metrics. */
  readonly onAttempt?: ((verdict: WebhookReport['verdict'], ms: number) => void) | undefined;
}

export type WebhookReport = Report<ClaimedWebhook>;

/** Sends events to their endpoints until it is stopped. Logs a line per attempt. */
export function startWebhookWorker({
  database,
  clock,
  log,
  onAttempt,
  ...options
}: WebhookWorkerOptions): Worker {
  return startWorker({
    queue: openWebhookQueue(database, clock),
    sender: webhookSender(options),
    clock,
    pollIntervalMs,
    onAttempt(report) {
      onAttempt?.(report.verdict, report.outcome.ms);
      logAttempt(log, report);
    },
    onError: (error) =>
      logWorkerError(log, error, {
        unavailable: 'webhooks wait for the database',
        failed: 'a webhook could not be sent, or what became of it not recorded',
      }),
  });
}

/** Signs and sends claimed webhooks. */
export function webhookSender({
  send,
  decrypt,
}: Pick<WebhookWorkerOptions, 'send' | 'decrypt'>): Sender<ClaimedWebhook> {
  /** Decrypted once for all deliveries of an endpoint in the same claim. */
  const decrypted = new WeakMap<ClaimedEndpoint, Pick<WebhookAttempt, 'secrets' | 'header'>>();
  return {
    schedule: webhookSchedule,
    limits,
    async send({ endpoint, webhookId }, body) {
      let secrets = decrypted.get(endpoint);
      try {
        secrets ??= {
          secrets: endpoint.secrets.map(decrypt),
          header: endpoint.header === null ? undefined : readHeader(decrypt(endpoint.header)),
        };
        decrypted.set(endpoint, secrets);
      } catch {
        const failureReason = 'A secret of the endpoint was encrypted with another SECRET_KEY';
        return { ...unanswered, failureReason, ms: 0 };
      }
      return send({ url: endpoint.url, webhookId, body, ...secrets });
    },
  };
}

const messages: AttemptMessages = {
  delivered: ['info', 'webhook delivered'],
  retry: ['warn', 'webhook not delivered: its event waits'],
  gone: ['warn', 'webhook not delivered: its event waits'],
  failed: ['error', 'webhook given up: send it again on the desk, « Intégrations »'],
};

/** Logs one wide line per attempt, without the body and without the address, which may contain a secret. */
function logAttempt(log: DeliveryLog, { delivery, outcome, verdict, nextAt, endpointChange }: WebhookReport) {
  const { id, webhookId, event, attempts, endpoint } = delivery;
  const { status, ms, failureReason: cause } = outcome;
  const receiver = { endpoint: endpoint.id, caller: endpoint.callerId };
  const [level, message] = messages[verdict];
  const attempt = attempts + 1;
  log[level]({ delivery: id, webhookId, event, ...receiver, attempt, status, ms, cause, nextAt }, message);
  if (endpointChange === 'held' || endpointChange === 'off') {
    const alarm = { ...receiver, state: endpointChange, cause };
    log.error(alarm, 'webhook endpoint no longer served: its events wait until it is switched on again');
  }
}
