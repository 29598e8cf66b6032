import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const zip = promisify(gzip);
/** Below, a packet more or less is not worth the work. */
const minimumChars = 1024;

/**
 * Compresses what a scope's reads answer in JSON. Not its writes, nor the session: how well a text with a secret compresses
 * tells of the secret (BREACH).
 */
export function compressReads(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const { method, routeOptions, headers } = request;
    if (method !== 'GET' || String(routeOptions.url).startsWith('/desk/session')) return payload;
    if (typeof payload !== 'string' || payload.length < minimumChars) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    reply.header('vary', 'accept-encoding');
    if (!acceptsGzip(headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip');
    return zip(payload);
  });
}

function acceptsGzip(accepted = ''): boolean {
  return accepted.split(',').some((one) => one.trim().toLowerCase() === 'gzip');
}
