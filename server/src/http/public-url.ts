import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

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

/**
 * What is wrong where others than this machine can reach the service and its address is not https: passwords would travel in
 * clear. Undefined when nothing is.
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
