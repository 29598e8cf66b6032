import { type Clock, dayMs } from '../clock.ts';
import type { Refusal } from '../french/refusals.ts';
import { type Outcome, unanswered } from '../outbox/outcome.ts';
import type { ReceivedResponse } from '../webhooks/exchange.ts';
import { reasonOfError } from '../webhooks/failure-reason.ts';
import { readRetryAfter } from '../webhooks/schedule.ts';
import type { Post } from '../webhooks/send.ts';
import { nextSmsTime } from '../working-hours/sms-hours.ts';
import { filled, type SmsSettings } from './settings.ts';

/** Sends an SMS: the number with a plus and the country code. Failures are outcomes. */
export type SendSms = (sms: { readonly to: string; readonly text: string }) => Promise<Outcome>;

/** The longest delay that a gateway can ask for. */
const maxRetryAfterMs = dayMs;

/** Sends SMS through a gateway, with the address guard and the client of webhooks. None leaves at night or on a day off. */
export function openSms(
  { url, header, body, sender, success }: SmsSettings,
  post: Post,
  clock: Clock,
): SendSms {
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'accueil' },
    ...(header !== undefined && { [header.name]: header.value }),
  };
  return async ({ to, text }) => {
    const now = clock();
    const next = nextSmsTime(now, to);
    if (next > now)
      return { ...unanswered, notBefore: next, failureReason: 'sms-hours' satisfies Refusal, ms: 0 };
    const began = performance.now();
    const bytes = Buffer.from(filled(body, { to: to.slice(1), text, sender }));
    const response = await post(url, headers, bytes);
    const outcome = outcomeOf(response, success, Math.round(performance.now() - began), clock());
    const { notBefore } = outcome;
    return notBefore === undefined ? outcome : { ...outcome, notBefore: nextSmsTime(notBefore, to) };
  };
}

/** Of an answer, of which some KiB were read (webhooks/exchange.ts), or a text of it. */
const withoutSpaces = (text: string | Uint8Array) => Buffer.from(text).toString().replace(/\s+/g, '');

/** Statuses after which a later attempt may succeed. */
const isPassing = (status: number) => status < 400 || status >= 500 || [408, 425, 429].includes(status);

function outcomeOf(response: ReceivedResponse, success: string | undefined, ms: number, now: Date): Outcome {
  const { status, error, bytes, retryAfter, isBegun } = response;
  if (status === null) {
    const reason = error === null ? 'The connection ended' : reasonOfError(error);
    if (!isBegun) return { ...unanswered, failureReason: reason, ms };
    // The gateway may send it, and a second SMS is worse than none: staff decide.
    const failureReason: `${Refusal}: ${string}` = `sms-unanswered: ${reason}`;
    return { ...unanswered, kind: 'rejected', failureReason, ms };
  }
  if (status >= 200 && status < 300) {
    const isTaken = success === undefined || withoutSpaces(bytes).includes(withoutSpaces(success));
    // Also where the rest of the answer was lost: a second SMS is worse than none.
    if (isTaken) return { ...unanswered, kind: 'delivered', status, failureReason: null, ms };
    const failureReason: Refusal = error === null ? 'sms-refused' : 'sms-unanswered';
    return { ...unanswered, kind: 'rejected', status, failureReason, ms };
  }
  // A code such as `not_enough_credits`. The rest of the answer may repeat the number or the text.
  const [, code] = /"code" ?: ?"([a-z_]{1,40})"/.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  const failureReason = `SMS gateway: ${status} ${code ?? ''}`.trimEnd();
  if (!isPassing(status)) return { ...unanswered, kind: 'rejected', status, failureReason, ms };
  const seconds = retryAfter === null ? null : readRetryAfter(retryAfter, now);
  const asked = seconds === null ? 0 : Math.min(seconds * 1_000, maxRetryAfterMs);
  return { ...unanswered, notBefore: new Date(now.getTime() + asked), status, failureReason, ms };
}
