import { DatabaseUnavailable } from '../store/database.ts';

/** Where workers write for operators. */
export interface DeliveryLog {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** Logs what stopped a worker for a moment: a database that is away is no bug. */
export function logWorkerError(
  log: DeliveryLog,
  error: unknown,
  messages: { readonly unavailable: string; readonly failed: string },
): void {
  if (error instanceof DatabaseUnavailable) log.warn({ cause: error.message }, messages.unavailable);
  else log.error({ err: error }, messages.failed);
}
