import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Returns a function that gives the public URL of the service, without a trailing slash. It is the configured one, except
 * that with `PORT=0` the system chooses the port: call it only once `app` is listening.
 */
export function publicUrlOf(app: FastifyInstance, configured: string): () => string {
  const url = new URL(configured);
  if (url.port !== '0') return () => configured;
  return () => {
    const address = app.server.address();
    if (address !== null && typeof address === 'object') url.port = String(address.port);
    return url.origin;
  };
}

/**
 * Returns a warning when the service is reachable from other machines and its public URL is not https, so that passwords
 * may be sent in clear; undefined otherwise.
 */
export function clearTextWarning({
  host,
  publicUrl,
}: {
  readonly host: string;
  readonly publicUrl: string;
}): string | undefined {
  if (publicUrl.startsWith('https:') || isLoopback(host)) return undefined;
  return `HOST is ${host} and PUBLIC_URL is not https: passwords and personal data may travel in clear; put a proxy that ends TLS before accueil and set PUBLIC_URL to its https address`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}
