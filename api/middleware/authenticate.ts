import type { Request, Response } from 'express';
import type { ApiKey } from '../../db/api-keys.js';
import type { Contract } from '../../schemas/contract.js';
import { grants } from '../../schemas/scopes.js';
import { ApiError } from '../errors.js';
import type { KeyRing } from './keys.js';

/** The key a request carries: X-API-Key, else a bearer token. Empty headers and other schemes count as none. */
export function keyOf(req: Request): string | undefined {
  const direct = req.get('x-api-key')?.trim();
  if (direct) return direct;
  const match = /^Bearer +(\S+)$/i.exec(req.get('authorization')?.trim() ?? '');
  return match?.[1];
}

/** Finds, counts and authorizes the key of a request, and writes the RateLimit headers. */
export async function authenticateKey(keys: KeyRing, contract: Contract, req: Request, res: Response): Promise<ApiKey> {
  const secret = keyOf(req);
  if (!secret) throw new ApiError('MISSING_API_KEY');
  const key = await keys.find(secret, req.ip ?? '');
  if (!key) throw new ApiError('INVALID_API_KEY');
  const rate = await keys.count(key);
  if (!rate) throw new ApiError('INVALID_API_KEY');
  res.setHeader('RateLimit-Limit', String(rate.limit));
  res.setHeader('RateLimit-Remaining', String(rate.remaining));
  res.setHeader('RateLimit-Reset', String(rate.reset));
  if (!rate.allowed) throw new ApiError('RATE_LIMITED', { headers: { 'Retry-After': String(rate.reset) } });
  if (key.kind === 'pub') throw new ApiError('PUBLIC_KEY_NOT_ALLOWED');
  if (contract.scope && !grants(key.scopes, contract.scope)) {
    throw new ApiError('INSUFFICIENT_SCOPE', {
      message: `This endpoint needs the scope ${contract.scope}, which the API key does not have.`,
      details: { required_scopes: [contract.scope] },
    });
  }
  return key;
}
