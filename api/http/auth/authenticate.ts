import type { Request, Response } from 'express';
import { addressPrefix } from '../../../runtime/address-prefix.js';
import type { Contract } from '../../../schemas/contract.js';
import { grants } from '../../../schemas/scopes.js';
import type { ApiDependencies } from '../../dependencies.js';
import { ApiError } from '../errors.js';
import { type Caller, rememberCaller } from '../route.js';
import { allowOrigin } from './cors.js';
import { keyOf } from './key-of.js';
import type { RateLimit } from './minute-counter.js';
import { authenticateContact, refuseInPages } from './site.js';

/**
 * Finds, counts and authorizes the key of a request, and writes the RateLimit headers. Where pages may call too, any page
 * can read a refusal, which holds nothing else.
 */
export async function authenticateKey(
  deps: ApiDependencies,
  contract: Contract,
  req: Request,
  res: Response,
): Promise<Caller> {
  try {
    return await identifyKey(deps, contract, req, res);
  } catch (error) {
    if (contract.takesContacts) allowOrigin(res, '*');
    throw error;
  }
}

async function identifyKey(deps: ApiDependencies, contract: Contract, req: Request, res: Response): Promise<Caller> {
  const secret = keyOf(req);
  if (!secret) throw new ApiError('MISSING_API_KEY');
  const key = await deps.keys.find(secret, req.ip ?? '');
  if (!key) throw new ApiError('INVALID_API_KEY');
  const rate = await deps.keys.count(key, addressPrefix(req.ip ?? ''));
  if (!rate) throw new ApiError('INVALID_API_KEY');
  const { account } = key;
  if (key.kind !== 'pub') rememberCaller(res, { account, key });
  assertWithin(res, rate);
  if (key.kind === 'pub') {
    if (!contract.takesContacts) throw new ApiError('PUBLIC_KEY_NOT_ALLOWED');
    return { account, key, site: await authenticateContact(deps, key, req, res) };
  }
  if (contract.takesContacts) refuseInPages(deps, req, res);
  if (contract.scope && !grants(key.scopes, contract.scope)) {
    throw new ApiError('INSUFFICIENT_SCOPE', {
      message: `This endpoint requires the scope ${contract.scope}, which the API key doesn't have.`,
      details: { required_scopes: [contract.scope] },
    });
  }
  return { account, key };
}

/** Returns how much is left of a limit, and throws the 429 beyond it. */
export function assertWithin(res: Response, rate: RateLimit): void {
  res.setHeader('RateLimit-Limit', String(rate.limit));
  res.setHeader('RateLimit-Remaining', String(rate.remaining));
  res.setHeader('RateLimit-Reset', String(rate.reset));
  if (!rate.allowed) throw new ApiError('RATE_LIMITED', { headers: { 'Retry-After': String(rate.reset) } });
}
