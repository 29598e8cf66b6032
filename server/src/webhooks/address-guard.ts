import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Resolves a host name, as `dns.lookup` does. */
export type Lookup = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Prevents server-side request forgery: refuses addresses that must not be reachable through accueil. */
export interface AddressGuard {
  /** Why nothing may be sent to this URL, as far as can be told without resolving its host; null when allowed. */
  refusalOfUrl(url: string): string | null;
  /** Why nothing may be sent to this address over `https:` or `http:`; null when allowed. */
  refusalOfAddress(address: string, protocol: string): string | null;
  /** A lookup for `net.connect` and `tls.connect` that fails when any address of the host is refused. */
  lookupFor(protocol: string): LookupFunction;
}

/** Thrown, or passed to a callback, instead of connecting. Its message may be shown to users. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The range of publicly routed IPv6 addresses; those that ipaddr.js classifies as special are refused as well. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * A guard that allows public addresses over HTTPS, and the networks in `allow` (addresses or CIDRs), which may be
 * private, over HTTP too.
 */
export function addressGuard(allow: readonly string[], lookup: Lookup): AddressGuard {
  const allowed = allow.map(networkOf);

  function refusalOfAddress(text: string, protocol: string): string | null {
    if (isIP(text) === 0) return 'The peer has no address that could be checked';
    // ipaddr.js confuses ::127.0.0.1 with ::ffff:127.0.0.1, which is another address.
    if (/^::\d+\./.test(text)) return `${text} is not a public address`;
    // For an IPv4-mapped address the system connects to the IPv4 address.
    const address = ipaddr.process(text);
    if (ipaddr.subnetMatch(address, { allowed }, '') === 'allowed') return null;
    if (!isPublic(address)) {
      return `${address.toString()} is not a public address, and WEBHOOK_ALLOW does not name it`;
    }
    if (protocol === 'https:') return null;
    return `Only https:// may be used for ${address.toString()}: WEBHOOK_ALLOW does not name it`;
  }

  return {
    refusalOfAddress,
    refusalOfUrl(text) {
      const url = URL.parse(text);
      if (url === null) return 'The address of the endpoint is not a URL';
      if (url.protocol !== 'https:' && url.protocol !== 'http:') {
        return 'The address of the endpoint does not begin with https:// or http://';
      }
      if (url.username !== '' || url.password !== '') {
        return 'The address of the endpoint holds a user or a password';
      }
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      if (isIP(host) !== 0) return refusalOfAddress(host, url.protocol);
      if (url.protocol === 'http:' && allowed.length === 0) {
        return 'Only https:// may be used: WEBHOOK_ALLOW names no address';
      }
      return null;
    },
    lookupFor: (protocol) => (name, options, callback) => {
      lookup(name, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, '');
        const refusal = addresses.map(({ address }) => refusalOfAddress(address, protocol)).find(Boolean);
        if (refusal) return callback(new AddressRefused(`${name}: ${refusal}`), '');
        const [first] = addresses;
        if (first === undefined) return callback(new AddressRefused(`${name} has no address`), '');
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    },
  };
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  // Some tables classify addresses that embed an IPv4 one, such as ::127.0.0.1, as unicast.
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

function networkOf(text: string): [Address, bits: number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
