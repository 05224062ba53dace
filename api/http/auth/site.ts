import type { Request, Response } from 'express';
import { type ApiKey, isActive } from '../../../db/accounts/api-keys.js';
import { fromJson } from '../../../db/connection.js';
import { allowsOrigin } from '../../../domain/widget/allowed-domains.js';
import { addressPrefix } from '../../../runtime/address-prefix.js';
import { publicUrl } from '../../../runtime/config.js';
import type { ApiDependencies } from '../../dependencies.js';
import { ApiError } from '../errors.js';
import type { Caller, Site } from '../route.js';
import { allowOrigin } from './cors.js';
import { keyOf } from './key-of.js';

/**
 * Finds the widget of the key that a page shows, and judges the page by the widget's list. Throws the 401 of a missing
 * or wrong key, and the 403 of a REST key or of a page that isn't on the list. Every page can read these refusals, which
 * hold nothing else, so that the site's owner learns the reason.
 */
export async function authenticateSite(deps: ApiDependencies, req: Request, res: Response): Promise<Caller> {
  try {
    return await identifySite(deps, req, res);
  } catch (error) {
    allowOrigin(res, '*');
    throw error;
  }
}

async function identifySite(deps: ApiDependencies, req: Request, res: Response): Promise<Caller> {
  res.setHeader('Vary', 'Origin');
  const secret = keyOf(req) ?? keyInQuery(req);
  if (!secret) throw new ApiError('MISSING_API_KEY');
  const key = await deps.keys.find(secret, req.ip ?? '');
  if (!key) throw new ApiError('INVALID_API_KEY');
  if (key.kind === 'live') throw await refusalOfLiveKey(deps, key);
  const site = await siteOf(deps, key, req);
  if (site.origin !== undefined && !site.isOwn) {
    if (!allowsOrigin(site.domains, site.origin)) throw new ApiError('ORIGIN_NOT_ALLOWED');
    allowOrigin(res, req.get('origin') as string);
  }
  await deps.keys.touch(key.id);
  return { account: key.account, site };
}

/**
 * Finds the widget by whose key any page may create a contact. Throws the 403 where the widget doesn't let it. What
 * pages may read of the answer isn't limited.
 */
export async function authenticateContact(
  deps: ApiDependencies,
  key: ApiKey,
  req: Request,
  res: Response,
): Promise<Site> {
  const site = await siteOf(deps, key, req);
  if (!site.widget.request_contact || !site.widget.is_active) throw new ApiError('PUBLIC_KEY_NOT_ALLOWED');
  allowOrigin(res, '*');
  return site;
}

/** Throws the 403 for a REST key that a page of another site shows: it would be everybody's. */
export function refuseInPages({ config }: ApiDependencies, req: Request, res: Response): void {
  const origin = originOf(req);
  if (origin === undefined || isOwn(config, req, origin)) return;
  allowOrigin(res, '*');
  throw new ApiError('LIVE_KEY_NOT_ALLOWED');
}

async function siteOf({ keys, config }: ApiDependencies, key: ApiKey, req: Request): Promise<Site> {
  const widget = await keys.widget(key.id);
  if (!widget) throw new ApiError('INVALID_API_KEY');
  const origin = originOf(req);
  return {
    widget,
    domains: fromJson(widget.allowed_domains),
    origin,
    isOwn: origin !== undefined && isOwn(config, req, origin),
    address: addressPrefix(req.ip ?? ''),
  };
}

/** A page of this service asks without naming its origin where it only reads. */
const originOf = (req: Request): string | undefined =>
  (req.get('origin') ?? (req.get('sec-fetch-site') === 'same-origin' ? ownOrigin(req) : undefined))?.toLowerCase();

const ownOrigin = (req: Request): string => `${req.protocol}://${req.get('host')}`;

const isOwn = (config: ApiDependencies['config'], req: Request, origin: string): boolean =>
  origin === ownOrigin(req).toLowerCase() || origin === URL.parse(publicUrl(config))?.origin;

function keyInQuery(req: Request): string | undefined {
  const { key } = req.query;
  return typeof key === 'string' ? key.trim() || undefined : undefined;
}

const refusalOfLiveKey = async ({ db }: ApiDependencies, { id }: ApiKey) =>
  new ApiError((await isActive(db, id)) ? 'LIVE_KEY_NOT_ALLOWED' : 'INVALID_API_KEY');
