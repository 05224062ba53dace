import ipaddr from 'ipaddr.js';

const SITE_BITS = 64;

/**
 * Returns what counts as one place on the network: an IPv4 address, or the /64 of an IPv6 address, which one household
 * or server has to itself. What isn't an address is a place of its own.
 */
export function addressPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${SITE_BITS}`).toString()}/${SITE_BITS}`;
}
