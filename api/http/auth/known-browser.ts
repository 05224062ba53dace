import type { Request } from 'express';
import { type Config, secretsOf } from '../../../runtime/config.js';
import { newId } from '../../../runtime/ids.js';
import { createTokenSigner } from '../../../runtime/signed-token.js';
import { cookieIn, cookieWith } from './cookies.js';

/** A browser in which a user has signed in before. */
export interface KnownBrowser {
  userId: string;
  /** The ID of the browser. It is the same for each sign-in, so its wrong passwords are counted together. */
  browserId: string;
}

const NAME = 'las_browser';
const LASTS_S = 180 * 86_400;

const signerOf = (config: Config) => createTokenSigner(secretsOf(config), 'known-browser');

/**
 * Returns the browser that a request comes from, where its cookie says so. It proves nothing but an earlier sign-in: a
 * password is still needed.
 */
export function knownBrowser(req: Request, config: Config, now: Date): KnownBrowser | undefined {
  const token = cookieIn(req, config, NAME);
  const shown = token === undefined ? undefined : signerOf(config).verify(token, now);
  const [userId, browserId] = shown?.ok ? shown.payload : [];
  return userId === undefined || browserId === undefined ? undefined : { userId, browserId };
}

/** Writes the cookie by which the browser of a user who has just signed in is known for half a year. */
export function browserCookie(userId: string, config: Config, req: Request, now: Date): string {
  const before = knownBrowser(req, config, now);
  const browserId = before?.userId === userId ? before.browserId : newId();
  const token = signerOf(config).sign([userId, browserId], new Date(now.getTime() + LASTS_S * 1000));
  return cookieWith(token, { config, req, name: NAME, lastsSeconds: LASTS_S });
}
