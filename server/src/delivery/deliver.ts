import type { Clock } from '../clock.ts';
import { type Database, DatabaseUnavailable } from '../database/port.ts';
import { type DeliveryLoop, type Report, startDelivery } from './loop.ts';
import type { Send } from './outcome.ts';

const lookEveryMs = 1_000;

/** Where what becomes of events is written for operators. */
export interface DeliveryLog {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

export interface DeliverOptions {
  readonly database: Database;
  readonly send: Send;
  readonly decrypt: (secret: string) => string;
  readonly clock: Clock;
  readonly log: DeliveryLog;
  /** Told of each attempt, for the metrics. */
  readonly onAttempt?: ((verdict: Report['verdict'], ms: number) => void) | undefined;
}

/** Delivers whatever is due, in real time, with a line in the log for each attempt. */
export function deliver({ log, onAttempt, ...options }: DeliverOptions): DeliveryLoop {
  return startDelivery({
    ...options,
    random: Math.random,
    wait(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    lookEveryMs,
    onAttempt(report) {
      onAttempt?.(report.verdict, report.outcome.ms);
      logAttempt(log, report);
    },
    onError(error) {
      if (error instanceof DatabaseUnavailable)
        log.warn({ cause: error.message }, 'webhooks wait for the database');
      else log.error({ err: error }, 'a webhook could not be sent, or what became of it not recorded');
    },
  });
}

/** One wide line for each attempt, without what was sent and without the address, which may hold a secret. */
function logAttempt(log: DeliveryLog, { delivery, outcome, verdict, nextAt, switched }: Report): void {
  const { id, webhookId, event, attempts, endpoint } = delivery;
  const line = {
    delivery: id,
    webhookId,
    event,
    endpoint: endpoint.id,
    caller: endpoint.callerId,
    attempt: attempts + 1,
    status: outcome.status,
    ms: outcome.ms,
    cause: outcome.cause,
    nextAt,
  };
  switch (verdict) {
    case 'delivered':
      log.info(line, 'webhook delivered');
      break;
    case 'retry':
    case 'gone':
      log.warn(line, 'webhook not delivered: its event waits');
      break;
    case 'failed':
      log.error(line, 'webhook given up: send it again with « accueil webhook resend »');
      break;
    default:
      verdict satisfies never;
  }
  if (switched === 'held' || switched === 'off') {
    const alarm = { endpoint: endpoint.id, caller: endpoint.callerId, state: switched, cause: outcome.cause };
    log.error(alarm, 'webhook endpoint no longer served: its events wait until it is switched on again');
  }
}
