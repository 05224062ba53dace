import { isIP } from 'node:net';
import type { Request } from 'express';

/** Returns where a request comes from; null where a proxy names something that is no address. */
export const networkAddress = ({ ip }: Pick<Request, 'ip'>): string | null => (ip && isIP(ip) !== 0 ? ip : null);
