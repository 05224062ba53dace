import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressPrefix } from '../../../runtime/address-prefix.js';
import type { Logger } from '../../../runtime/logger.js';

export interface ConnectionLimits {
  /** Open connections from which on the share of an address counts. Below it, there is room for everyone. */
  crowded: number;
  /** Connections that one address, or one /64 of IPv6, then keeps open. */
  ofOne: number;
}

const LIMITS: ConnectionLimits = { crowded: 1_000, ofOne: 100 };

/**
 * Refuses further connections of an address that has many while the process has very many, so that one client can't
 * take all its file handles. A trusted proxy is exempt, since it connects for everyone. Where many share an address that
 * isn't known as a proxy, as behind NAT, they notice the limit only when the process is crowded.
 */
export function limitConnections(
  server: Server,
  { isProxy, logger }: { isProxy: (address: string) => boolean; logger: Logger },
  limits: ConnectionLimits = LIMITS,
): void {
  const open = new Map<string, number>();
  let total = 0;
  let isWarned = false;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const place = isProxy(remoteAddress) ? undefined : addressPrefix(remoteAddress);
    const own = place === undefined ? 0 : (open.get(place) ?? 0);
    if (place !== undefined && total >= limits.crowded && own >= limits.ofOne) {
      if (!isWarned) logger.warn({ open: total, of_one: own }, 'Connections of an address with very many are refused');
      isWarned = true;
      socket.destroy();
      return;
    }
    total += 1;
    if (place !== undefined) open.set(place, own + 1);
    socket.once('close', () => {
      total -= 1;
      if (total < limits.crowded / 2) isWarned = false;
      if (place === undefined) return;
      const left = (open.get(place) ?? 1) - 1;
      if (left > 0) open.set(place, left);
      else open.delete(place);
    });
  });
}
