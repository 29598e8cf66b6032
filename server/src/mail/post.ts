import type { Clock } from '../clock.ts';
import { type Database, DatabaseUnavailable } from '../database/port.ts';
import type { SendMail } from './outcome.ts';
import { type MailReport, mailRounds } from './round.ts';

/** How often to look without being woken, in ms: for retries, for the morning, for what killed processes have left. */
const lookEveryMs = 5_000;

/** Where what becomes of mails is written for operators. */
export interface PostLog {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

export interface PostOptions {
  readonly database: Database;
  readonly send: SendMail;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly log: PostLog;
  /** Told of each attempt, for the metrics. */
  readonly onAttempt?: ((verdict: MailReport['verdict']) => void) | undefined;
}

export interface Post {
  /**
   * Begins nothing more, and resolves when what runs is recorded or `withinMs` have passed: then somebody else sends
   * that again, when its lease has ended.
   */
  stop(withinMs: number): Promise<void>;
}

/** Tells staff by mail of what arrives, until it is stopped, with a line in the log for each attempt. */
export function openPost({ log, onAttempt, ...options }: PostOptions): Post {
  const stopping = new AbortController();
  const abandoned = new AbortController();
  const round = mailRounds({
    ...options,
    random: Math.random,
    stopping: stopping.signal,
    abandoned: abandoned.signal,
    onAttempt(report) {
      onAttempt?.(report.verdict);
      logAttempt(log, report);
    },
  });
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    again = true;
    if (running !== undefined || stopping.signal.aborted) return;
    clearTimeout(timer);
    running = rounds().finally(() => {
      running = undefined;
      if (!stopping.signal.aborted) timer = setTimeout(look, lookEveryMs);
    });
  }

  async function rounds(): Promise<void> {
    try {
      while (again && !stopping.signal.aborted) {
        again = false;
        await round();
      }
    } catch (error) {
      if (error instanceof DatabaseUnavailable)
        log.warn({ cause: error.message }, 'mails wait for the database');
      else log.error({ err: error }, 'mails could not be written, or what became of them not recorded');
    }
  }

  const unwatch = options.database.watch('mail', look);
  look();
  return {
    async stop(withinMs) {
      stopping.abort();
      unwatch();
      clearTimeout(timer);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, withinMs);
      await Promise.race([running, late]);
      clearTimeout(limit);
      abandoned.abort();
    },
  };
}

/** One line for each attempt, without the address and what the mail says. */
function logAttempt(log: PostLog, { mail, verdict, nextAt, cause }: MailReport): void {
  const { id, messageId, userId, attempts } = mail;
  const line = { mail: id, messageId, user: userId, attempt: attempts + 1, cause, nextAt };
  switch (verdict) {
    case 'sent':
      log.info(line, 'mail sent');
      break;
    case 'retry':
      log.warn(line, 'mail not sent: it waits');
      break;
    case 'failed':
      log.error(line, 'mail given up');
      break;
    default:
      verdict satisfies never;
  }
}
