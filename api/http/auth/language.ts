import type { Request } from 'express';
import type { Config } from '../../../runtime/config.js';
import { LANGUAGES, type Language } from '../../../schemas/dashboard.js';
import { cookieIn, cookieWith } from './cookies.js';

const NAME = 'las_language';
const LASTS_S = 365 * 86_400;

/** Returns the language that the user of a browser chose; undefined if they left it to the browser. */
function chosenLanguage(req: Request, config: Config): Language | undefined {
  const value = cookieIn(req, config, NAME);
  return LANGUAGES.find((language) => language === value);
}

/** Returns the language of the pages for a request: the user's, else the first that the browser accepts. */
export function languageOf(req: Request, config: Config): Language {
  const accepted = req.acceptsLanguages([...LANGUAGES]);
  return chosenLanguage(req, config) ?? LANGUAGES.find((language) => language === accepted) ?? 'en';
}

/**
 * Returns the cookie that a browser needs to open pages in the language of its user, also before they sign in; none if
 * it has that language already.
 */
export function languageCookies(language: string | null, config: Config, req: Request): string[] {
  if (language === (chosenLanguage(req, config) ?? null)) return [];
  // A link in a mail opens a page in this language too.
  return [cookieWith(language ?? '', { config, req, name: NAME, lastsSeconds: LASTS_S, sameSite: 'Lax' })];
}
