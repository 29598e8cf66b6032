import { type ErrorCode, errorMeanings, errorStatuses } from '../../contract/errors.ts';
import { retryAfterSeconds } from '../errors.ts';
import type { Header, Reference, Response } from './document.ts';

/** Headers of answers, for `components.headers`. */
export const headers: Record<string, Header> = {
  RequestId: {
    description: 'Number of the request in our logs; please quote it when you ask about an answer.',
    schema: { type: 'string', format: 'uuid' },
    example: '2f1d7c1e-6a0c-4f0b-9b43-0d7c7e3f3c55',
  },
  RetryAfter: {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 1 },
    example: retryAfterSeconds,
  },
  WwwAuthenticate: {
    description: 'How to authenticate.',
    schema: { type: 'string', enum: ['Bearer'] },
    example: 'Bearer',
  },
};

const ref = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

/** What every answer carries. */
export const answerHeaders = { 'X-Request-Id': ref('RequestId') };

/** Which of the two APIs a route belongs to: they tell failures in different shapes. */
export type Side = 'main' | 'exchange';

/** Where a failure stands in `components.responses`. */
export function failureName(side: Side, code: ErrorCode): string {
  return side === 'main' ? code : `EXCHANGE_${code}`;
}

/** The failure as a response, with the message that is really sent. */
export function failureResponse(side: Side, code: ErrorCode): Response {
  const { when, message, exchangeMessage = message } = errorMeanings[code];
  return {
    description: `\`${code}\`: ${when}`,
    headers: {
      ...answerHeaders,
      ...((code === 'RATELIMIT' || code === 'UNAVAILABLE') && { 'Retry-After': ref('RetryAfter') }),
      ...(code === 'UNAUTHORIZED' && side === 'exchange' && { 'WWW-Authenticate': ref('WwwAuthenticate') }),
    },
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${side === 'main' ? 'MainError' : 'ExchangeError'}` },
        examples: {
          [code]: { value: side === 'main' ? { error: { message, code } } : { error: exchangeMessage } },
        },
      },
    },
  };
}

/** Codes in the order of their statuses. */
export function byStatus(codes: readonly ErrorCode[]): ErrorCode[] {
  return codes.toSorted((a, b) => errorStatuses[a] - errorStatuses[b]);
}
