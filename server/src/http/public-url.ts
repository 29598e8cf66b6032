import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Returns a function for the address at which others reach the service, without a slash at its end. It is the configured
 * one, but with `PORT=0` the system chooses the port: call it once `app` listens.
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
