import { lookup as dnsLookup, type LookupAddress, promises as promisedDns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPrivateHost, type ServerPlace } from './private-hosts.js';

/** A name that resolves to an address that outsiders must not make the service connect to. */
export class BlockedAddressError extends Error {
  readonly code = 'BLOCKED_ADDRESS';
  constructor() {
    super("The address isn't public.");
    this.name = 'BlockedAddressError';
  }
}

// Ranges that some versions of the library count as "unicast". All of them are rejected in addition.
const REFUSED_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
].map((range) => ipaddr.IPv4.parseCIDR(range));
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
const REFUSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Returns whether an IP address is one of the public internet. Mapped and NAT64 forms are judged by the IPv4 address
 * inside; whatever is private, loopback, link-local (cloud metadata), reserved, multicast or a tunnel is not.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return isPublicV4(parsed as ipaddr.IPv4);
  const v6 = parsed as ipaddr.IPv6;
  if (v6.isIPv4MappedAddress()) return isPublicV4(v6.toIPv4Address());
  if (v6.match(NAT64)) return isPublicV4(new ipaddr.IPv4(v6.toByteArray().slice(12)));
  return v6.match(GLOBAL_V6) && v6.range() === 'unicast' && !REFUSED_V6.some((range) => v6.match(range));
}

/** Returns whether a host is an IP address written out that isn't one of the public internet. */
export const isRefusedLiteral = (host: string): boolean => isIP(host) !== 0 && !isPublicAddress(host);

/**
 * Makes a DNS look-up for outgoing connections that answers allowed addresses only, by default the public ones. It is
 * the look-up the socket itself uses, so a name can't change its address between check and connection; one refused
 * address refuses the whole name.
 */
export function publicLookup(
  resolve: LookupFunction = systemLookup,
  allowed: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, result) => {
      if (error) return callback(error, []);
      const addresses: LookupAddress[] = typeof result === 'string' ? [{ address: result, family: 0 }] : result;
      if (addresses.length === 0 || !addresses.every(({ address }) => allowed(address))) {
        return callback(new BlockedAddressError(), []);
      }
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/**
 * Resolves a server's host to the public address to connect to, so that a name can't change its meaning in between. The
 * host of one among `privateHosts` is answered as it is: it may be anywhere. Throws BlockedAddressError for every other
 * one that has an address which isn't public.
 */
export async function publicAddressOf(server: ServerPlace, privateHosts: readonly string[]): Promise<string> {
  const { host } = server;
  if (isPrivateHost(privateHosts, server)) return host;
  const found = isIP(host) ? [{ address: host }] : await promisedDns.lookup(host, { all: true });
  const [first] = found;
  if (!first || !found.every(({ address }) => isPublicAddress(address))) throw new BlockedAddressError();
  return first.address;
}

const systemLookup: LookupFunction = (hostname, options, callback) =>
  dnsLookup(hostname, { ...options, all: true }, callback);

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !REFUSED_V4.some((range) => address.match(range));
}
