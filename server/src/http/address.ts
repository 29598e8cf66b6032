import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

/**
 * What stands for an address where acts are counted: an IPv4 address, or the /64 of an IPv6 one,
 * since whoever has one IPv6 address has a whole /64.
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
 * Leaves in `X-Forwarded-For` only addresses, without the ports that some proxies add. What is no address says nothing, nor
 * does all that stands before it: the caller then counts as the proxy that passed it on.
 */
export function cleanForwardedFor({ headers, socket }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined)
    headers['x-forwarded-for'] = addressesIn([forwarded].flat().join(',')) || socket.remoteAddress;
}

function addressesIn(forwarded: string): string {
  const addresses = forwarded.split(',').map(withoutPort);
  const lastWrong = addresses.findLastIndex((address) => isIP(address) === 0);
  return addresses.slice(lastWrong + 1).join(', ');
}

/** `203.0.113.2:4711` → `203.0.113.2`, `[2001:db8::1]:4711` → `2001:db8::1`. */
function withoutPort(address: string): string {
  const text = address.trim();
  const [, inBrackets, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return inBrackets ?? v4 ?? text;
}
