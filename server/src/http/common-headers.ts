import type { FastifyReply, FastifyRequest } from 'fastify';

/** An address holds a password: no answer is kept, and no address handed on. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Sets the headers of every answer, failures included. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(privateHeaders).header('x-request-id', request.id);
}
