import { DatabaseUnavailable } from '../store/database.ts';
import type { Completion } from './completion.ts';

/** The operators' log, as workers use it. */
export interface DeliveryLog {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** The line logged for an attempt, by its verdict. */
export type AttemptMessages = Readonly<
  Record<Completion['verdict'], readonly [level: keyof DeliveryLog, message: string]>
>;

/** Logs an error of a worker: a database that is unavailable is a warning, not a bug. */
export function logWorkerError(
  log: DeliveryLog,
  error: unknown,
  messages: { readonly unavailable: string; readonly failed: string },
): void {
  if (error instanceof DatabaseUnavailable) log.warn({ cause: error.message }, messages.unavailable);
  else log.error({ err: error }, messages.failed);
}
