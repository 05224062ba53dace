import type { Request } from 'express';

/** Returns the key a request carries: X-API-Key, else a bearer token. Empty headers and other schemes count as none. */
export function keyOf(req: Request): string | undefined {
  const direct = req.get('x-api-key')?.trim();
  if (direct) return direct;
  const match = /^Bearer +(\S+)$/i.exec(req.get('authorization')?.trim() ?? '');
  return match?.[1];
}
