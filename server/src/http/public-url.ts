import type { FastifyInstance } from 'fastify';

/**
 * Where others reach the service, without a slash at its end: as the settings say, or, where these leave the port to the
 * system (`PORT=0`), with the one that `app` listens on. Until it listens that is not known.
 */
export function publicUrlOf(app: FastifyInstance, publicUrl: string): string {
  const url = new URL(publicUrl);
  const address = app.server.address();
  if (url.port !== '0' || address === null || typeof address === 'string') return publicUrl;
  url.port = String(address.port);
  return url.origin;
}
