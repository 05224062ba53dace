import type { RequestHandler, Response } from 'express';
import { type AllowedPages, readAllowedPages } from '../../../db/widget/widgets.js';
import { entriesAllowing } from '../../../domain/widget/allowed-domains.js';
import type { Contract } from '../../../schemas/contract.js';
import { SESSION_HEADER, TICKET_HEADER } from '../../../schemas/widget/chat.js';
import { PROOF_HEADER } from '../../../schemas/widget/proof.js';
import type { ApiDependencies } from '../../dependencies.js';

const LIST_MS = 5_000;
const REQUEST_HEADERS = [
  ...['X-API-Key', 'Authorization', 'Content-Type', SESSION_HEADER, TICKET_HEADER, PROOF_HEADER, 'Idempotency-Key'],
].join(', ');
const READABLE_HEADERS = [
  ...['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Request-Id'],
].join(', ');
/** The longest that browsers keep the answer to a preflight. */
const MAX_AGE_S = '7200';

/** Allows an origin to read the response. `*` is any origin. */
export function allowOrigin(res: Response, origin: string): void {
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Expose-Headers', READABLE_HEADERS);
}

/**
 * Returns the preflights of routes that pages of other sites call. These name headers and never the key, so a page is
 * let through that any standing widget allows; the request itself is then judged by its own widget.
 */
export function preflights(
  { db, clock }: Pick<ApiDependencies, 'db' | 'clock'>,
  contracts: readonly Contract[],
): RequestHandler {
  const pages = standingPages({ db, clock });
  const forWidgets = methodsOf(contracts.filter(({ auth }) => auth === 'widget'));
  const forContacts = methodsOf(contracts.filter(({ takesContacts }) => takesContacts));
  return async (req, res, next) => {
    const methods = forWidgets.get(req.path) ?? forContacts.get(req.path);
    const origin = req.get('origin');
    if (req.method !== 'OPTIONS' || !methods || origin === undefined) return next();
    res.setHeader('Vary', 'Origin');
    const { domains, requestContact } = await pages();
    const allowed = forContacts.has(req.path)
      ? requestContact && '*'
      : entriesAllowing(origin).some((entry) => domains.has(entry)) && origin;
    if (!allowed) return void res.status(204).end();
    allowOrigin(res, allowed);
    res.setHeader('Access-Control-Allow-Methods', methods);
    res.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    res.setHeader('Access-Control-Max-Age', MAX_AGE_S);
    res.status(204).end();
  };
}

const methodsOf = (contracts: readonly Contract[]): Map<string, string> =>
  new Map(contracts.map(({ path, method }) => [path, `${method.toUpperCase()}, OPTIONS`]));

/** Reads what the standing widgets allow, at most every five seconds. */
function standingPages({ db, clock }: Pick<ApiDependencies, 'db' | 'clock'>): () => Promise<AllowedPages> {
  let read: { pages: Promise<AllowedPages>; until: number } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (read && read.until > now) return read.pages;
    const reading = { pages: readAllowedPages(db), until: now + LIST_MS };
    read = reading;
    // One that failed says nothing about anybody's page: the next preflight reads again.
    reading.pages.catch(() => {
      if (read === reading) read = undefined;
    });
    return reading.pages;
  };
}
