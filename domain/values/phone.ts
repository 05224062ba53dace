import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { readPhoneText } from './phone-text.js';
import { refuse, type Value, valid } from './value.js';

/** The metadata key of the extension that was written behind a lead's phone number. */
export const PHONE_EXTENSION = 'phone_extension';

/** A phone number in E.164, with the extension that was written behind it. */
export interface ReadPhone {
  number: string;
  extension?: string;
}

const invalid = (message: string) => refuse('INVALID_PHONE', message);

/**
 * Reads a phone number into E.164. Numbers without a country prefix are read as dialled within `defaultCountry`
 * (ISO 3166 alpha-2); `00` counts as `+` everywhere, since exports come from countries that dial it. A long number
 * without a prefix that its own country can't have is read as international; one that could be either is refused, so
 * that no message reaches a stranger.
 */
export function readPhone(text: string, defaultCountry?: string | null): Value<ReadPhone> {
  const read = readPhoneText(text);
  if (!read.ok) return read;
  const { number: written, extension } = read.value;
  const country = supported(defaultCountry);
  if (!written.startsWith('+') && !country) {
    return invalid('The phone number has no country code and the country is unknown.');
  }
  const number = resolve(parse(written, country), withoutPlus(written));
  if (number === 'ambiguous') {
    return invalid('The phone number is valid in two countries. Write it with + and the country code.');
  }
  if (!number) return invalid("The phone number can't be parsed.");
  if (!dialable(number)) return invalid("The phone number isn't valid in its country.");
  return valid({ number: number.number, ...(extension && { extension }) });
}

/** Reads a phone number as `readPhone` does, where it must have no extension. */
export function parsePhone(text: string, defaultCountry?: string | null): Value<string> {
  const read = readPhone(text, defaultCountry);
  if (!read.ok) return read;
  if (read.value.extension) return invalid("The phone number can't have an extension.");
  return valid(read.value.number);
}

const parse = (text: string, country?: CountryCode): PhoneNumber | undefined =>
  parsePhoneNumberFromString(text, { extract: false, ...(country && { defaultCountry: country }) });

const MOBILE: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/** Decides between the number that is dialled within a country and the international one that lacks its plus sign. */
function resolve(national?: PhoneNumber, abroad?: PhoneNumber): PhoneNumber | 'ambiguous' | undefined {
  const known = national && domestic(national);
  if (!abroad || known?.number === abroad.number) return known;
  if (!known?.isValid()) return abroad;
  if (MOBILE.has(known.getType())) return known;
  return abroad.countryCallingCode === known.countryCallingCode ? abroad : 'ambiguous';
}

/** Shorter numbers are dialled as they are within many countries. */
const SHORTEST_ABROAD = 11;

function withoutPlus(written: string): PhoneNumber | undefined {
  const digits = written.replace(/\D/g, '');
  if (/^[\s(]*[+0]/.test(written) || digits.length < SHORTEST_ABROAD) return undefined;
  const number = parse(`+${digits}`);
  const known = number && domestic(number);
  return known?.isValid() ? known : undefined;
}

/**
 * Writes a number of Mexico or Argentina without the digits that only some callers dial: the 1 behind +52, which
 * WhatsApp still writes, the trunk prefixes 01, 044 and 045, and the 15 of a mobile that has its 9 already. Undefined:
 * a mobile of Argentina without its area code.
 */
function domestic(number: PhoneNumber): PhoneNumber | undefined {
  const { countryCallingCode, nationalNumber } = number;
  if (countryCallingCode === '52') {
    const bare = /^(?:1|01|044|045)(\d{10})$/.exec(nationalNumber)?.[1];
    return bare ? parse(`+52${bare}`) : number;
  }
  if (countryCallingCode !== '54' || number.isValid()) return number;
  if (/^15\d{6,8}$/.test(nationalNumber)) return undefined;
  const mobile = /^9?(11|[23]\d{2,3})15(\d{6,8})$/.exec(nationalNumber);
  return mobile ? parse(`+549${mobile[1]}${mobile[2]}`) : number;
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
