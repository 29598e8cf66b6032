import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Credentials } from '../access/credentials.ts';

// A CORS library decides by origin alone; here the password in the URL decides as well: a full one has no place in a page.

/** The routes that pages of sites call, with a browser password. */
const pagePaths = [
  '/fr/etablissement/:id/survey/create',
  '/fr/etablissement/:id/commercial/create',
  '/fr/announcement/postuler',
];
const preflightSeconds = '600';

/** Lets the page that has sent a request read the answer. */
export function allowOrigin({ headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
  if (!origin) return;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'retry-after, x-request-id, x-unread-fields')
    .header('vary', 'origin');
}

/**
 * Lets a page read why it was refused, also one of an origin that its password does not allow: it would otherwise see a
 * lost connection, which is worth another try.
 */
export function allowRefusal(request: FastifyRequest, reply: FastifyReply): void {
  if (pagePaths.includes(request.routeOptions.url ?? '')) allowOrigin(request, reply);
}

/** Answers the preflight requests of browsers: each page may send its request, which may be refused then. */
export function answerPreflights(app: FastifyInstance, credentials: Credentials): void {
  for (const path of pagePaths) {
    app.options(path, { schema: { hide: true } }, async (request, reply) => {
      const { password } = request.query as { password?: string | string[] };
      // Without a database the request itself gets the 503.
      const caller =
        typeof password === 'string'
          ? await credentials.callerOf(password).catch(() => undefined)
          : undefined;
      if (caller?.scope !== 'full') allowOrigin(request, reply);
      reply
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type, idempotency-key')
        .header('access-control-max-age', preflightSeconds)
        .code(204)
        .send();
    });
  }
}
