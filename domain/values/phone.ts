import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { good, refuse, type Value } from './value.js';

const MAX_LENGTH = 64;
// Digits of any script are left to the library; letters, extensions and free text are not a number one can dial.
const LOOKS_LIKE_A_NUMBER = /^\+?[\p{Nd}\s().\-–—‐‑/·]+$/u;

/**
 * Reads a phone number into E.164. Numbers without a country prefix are read as dialled within `defaultCountry`
 * (ISO 3166 alpha-2); `00` counts as `+` everywhere, since exports come from countries that dial it.
 */
export function parsePhone(text: string, defaultCountry?: string | null): Value<string> {
  const trimmed = text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
    .replace(/^(tel|phone|whatsapp):/i, '')
    .trim();
  if (trimmed === '') return refuse('INVALID_PHONE', 'The phone number is empty.');
  if (trimmed.length > MAX_LENGTH || !LOOKS_LIKE_A_NUMBER.test(trimmed)) {
    return refuse('INVALID_PHONE', 'The phone number holds characters that are not part of a number.');
  }
  const international = trimmed.replace(/^\(?\s*00\)?(?=[\s().-]*\p{Nd})/u, '+');
  const country = supported(defaultCountry);
  if (!international.startsWith('+') && !country) {
    return refuse('INVALID_PHONE', 'The phone number has no country prefix and no country is known for it.');
  }
  const number = parsePhoneNumberFromString(international, {
    extract: false,
    ...(country && { defaultCountry: country }),
  });
  if (!number || number.ext) return refuse('INVALID_PHONE', 'The phone number could not be read.');
  if (!dialable(number)) return refuse('INVALID_PHONE', 'No such number can exist in its country.');
  return good(number.number);
}

/**
 * Returns the country (ISO 3166 alpha-2) that an E.164 number belongs to, or undefined where a prefix is shared or
 * unknown.
 */
export function phoneCountry(e164: string): string | undefined {
  for (let digits = 1; digits <= LONGEST_PREFIX; digits += 1) {
    const countries = COUNTRIES_BY_PREFIX.get(e164.slice(1, 1 + digits));
    if (!countries) continue;
    // Most prefixes belong to one country; only the others say by what follows which one it is.
    return countries.length === 1 ? countries[0] : parsePhoneNumberFromString(e164)?.country;
  }
  return undefined;
}

const LONGEST_PREFIX = 3;
const COUNTRIES_BY_PREFIX: ReadonlyMap<string, CountryCode[]> = Map.groupBy(getCountries(), (country) =>
  String(getCountryCallingCode(country)),
);

// New ranges open faster than any list of them is updated, so a number of the right length for its country is taken
// even where its range isn't known yet; short ones only where the range is.
function dialable(number: PhoneNumber): boolean {
  return number.isValid() || (number.isPossible() && number.number.length > 9);
}

function supported(country: string | null | undefined): CountryCode | undefined {
  const code = country?.trim().toUpperCase();
  return code && isSupportedCountry(code) ? code : undefined;
}
