import type { FastifyRequest } from 'fastify';
import { longestName } from '../contract/fields.ts';
import { RequestError } from '../contract/request-error.ts';

/** Returns the `Idempotency-Key` header. Throws 400 when it is longer than 255 characters. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (Array.isArray(key) || lengthOf(key) > longestName) {
    throw new RequestError('INVALID', `Idempotency-Key: expected one of at most ${longestName} characters`);
  }
  return key;
}

/** In code points. Node decodes headers as latin1, but clients send UTF-8. */
function lengthOf(header: string): number {
  return [...Buffer.from(header, 'latin1').toString('utf8')].length;
}

/** The 409 for an `Idempotency-Key` used before with other content. */
export function idempotencyConflict(): RequestError {
  return new RequestError('CONFLICT', 'Idempotency-Key: used before with other content');
}
