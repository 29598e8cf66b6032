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
