import { ALPHA2_BY_ALPHA3, OTHER_NAMES } from './country-codes.js';
import { refuse, type Value, valid } from './value.js';

const LANGUAGES = ['en', 'es', 'pt', 'fr', 'de', 'it', 'nl'];
const CODES = new Set(ALPHA2_BY_ALPHA3.values());
let names: Map<string, string> | undefined;

/** Reads a country, written as a code of two or three letters or as a name in one of seven languages, into alpha-2. */
export function parseCountry(text: string): Value<string> {
  const code = text.trim().toUpperCase();
  const known = CODES.has(code) ? code : (ALPHA2_BY_ALPHA3.get(code) ?? allNames().get(fold(text)));
  return known ? valid(known) : refuse('INVALID_COUNTRY', 'Unknown country name or code.');
}

// Seven languages of names cost a few milliseconds, so they are looked up once and only when a name comes.
function allNames(): Map<string, string> {
  if (names) return names;
  names = new Map();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of CODES) {
      const name = display.of(code);
      if (name && !names.has(fold(name))) names.set(fold(name), code);
    }
  }
  for (const [name, code] of Object.entries(OTHER_NAMES)) names.set(name, code);
  return names;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
