import { errorMeanings, type MainErrorCode, mainErrorStatuses } from '../../contract/errors.ts';
import { retryAfterSeconds } from '../errors.ts';
import type { Header, Reference, Response } from './document.ts';

/** Response headers, for `components.headers`. */
export const headers: Record<string, Header> = {
  RequestId: {
    description: 'Id of the request in our logs: please quote it when you ask about a response.',
    schema: { type: 'string', format: 'uuid' },
    example: '2f1d7c1e-6a0c-4f0b-9b43-0d7c7e3f3c55',
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again.',
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

export const answerHeaders = { 'X-Request-Id': ref('RequestId') };

/** Which of the two APIs a route belongs to: their errors differ in format. */
export type Side = 'main' | 'exchange';

/** Name of an error in `components.responses`. */
export function failureName(side: Side, code: MainErrorCode): string {
  return side === 'main' ? code : `EXCHANGE_${code}`;
}

/** The response of an error, with the message that is really sent. */
export function failureResponse(side: Side, code: MainErrorCode): Response {
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

export function byStatus(codes: readonly MainErrorCode[]): MainErrorCode[] {
  return codes.toSorted((a, b) => mainErrorStatuses[a] - mainErrorStatuses[b]);
}
