import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

/**
 * Returns the key under which requests of an address are rate-limited: an IPv4 address itself, or the /64 of an IPv6
 * address, because subscribers are given a whole /64.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * Strips from `X-Forwarded-For` the ports that some proxies add, and everything up to the last entry that is not an
 * address. When nothing is left, the caller counts as the proxy that passed the request on.
 */
export function sanitizeForwardedFor({ headers, socket }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined)
    headers['x-forwarded-for'] = addressesIn([forwarded].flat().join(',')) || socket.remoteAddress;
}

function addressesIn(forwarded: string): string {
  const addresses = forwarded.split(',').map(withoutPort);
  const lastInvalid = addresses.findLastIndex((address) => isIP(address) === 0);
  return addresses.slice(lastInvalid + 1).join(', ');
}

/** `203.0.113.2:4711` → `203.0.113.2`, `[2001:db8::1]:4711` → `2001:db8::1`. */
function withoutPort(address: string): string {
  const text = address.trim();
  const [, inBrackets, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return inBrackets ?? v4 ?? text;
}
