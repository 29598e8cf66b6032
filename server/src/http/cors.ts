import '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Credentials } from '../access/credentials.ts';

const preflightSeconds = '600';

/**
 * Lets pages post with a browser password from the origins that the password allows (docs/interface.md,
 * « Who may call »). A CORS library decides by origin alone; here the password in the URL decides as well.
 */
export function allowOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
): void {
  if (origin === undefined || caller?.scope !== 'browser') return;
  if (caller.origins.length > 0 && !caller.origins.includes(origin)) return;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'retry-after, x-request-id')
    .header('vary', 'origin');
}

/** Answers the preflight requests of browsers for a POST to `path`. */
export function answerPreflight(app: FastifyInstance, path: string, credentials: Credentials): void {
  app.options(path, { schema: { hide: true } }, async (request, reply) => {
    const { password } = request.query as { password?: string | string[] };
    const caller = typeof password === 'string' ? await credentials.callerOf(password) : undefined;
    allowOrigin(request, reply, caller);
    reply
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type, idempotency-key')
      .header('access-control-max-age', preflightSeconds)
      .code(204)
      .send();
  });
}
