import type { FastifyReply, FastifyRequest } from 'fastify';

/** URLs contain a password: responses must not be cached, nor URLs passed on as referrers. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Sets the headers of every response, errors included. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(privateHeaders).header('x-request-id', request.id);
}
