import { refuse, type Value, valid } from './value.js';

/** A phone number as it was written, without what programs and people put around it. */
export interface PhoneText {
  /** The number with its separators; starts with `+` when the text names the country. */
  number: string;
  /** Digits to dial once the call is answered. */
  extension?: string;
}

const MAX_LENGTH = 64;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const DASHES = /[\u2010-\u2015\u2212\u30fc\u00b7_]/g;
const CHAT_LINK = /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?/i;
// `tel:`, `p:` of Meta's lead ads, `Work mobile:`; without a colon only words for a phone.
const LABEL = /^\p{L}[\p{L} .]{0,19}:\s*/u;
const PHONE_WORD = /^(?:tel|tél|telefon|telefono|teléfono|phone|ph|mobile|mob|móvil|cell|cel|handy|whatsapp)\b[.\s]*/iu;
const NOTE_BEHIND = /\s{0,5}\(\p{L}[\p{L} .]{0,19}\)$/u;
const EXTENSION_WORDS = [
  ...['extension', 'extensión', 'extn', 'ext', 'durchwahl', 'dw', 'nebenstelle', 'nst', 'apparat', 'app', 'interno'],
  ...[
    'int',
    'poste',
    'ramal',
    'anexo',
    'toestel',
    'wewn',
    'wew',
    'доб',
    'доп',
    'вн',
    'linka',
    'anknytning',
    '内線',
    '分机',
  ],
].join('|');
const EXTENSION = new RegExp(
  String.raw`(?:[\s,;./(-]*(?<!\p{L})(?:${EXTENSION_WORDS})[.:=#\s]*|\s*;ext=|\s*[x#]\s*|,,+)(\d{1,7})\)?$`,
  'iu',
);
const LOOKS_LIKE_A_NUMBER = /^\+?[\p{Nd}\s().\-/]+$/u;
const SCIENTIFIC = /^\+?(\d)(?:[.,](\d{1,20}))?e\+?(\d{1,2})$/i;
const DECIMAL = /^(\+?\d{6,})[.,](\d+)$/;
const GROUPED = /^(\+?\d{1,3}(?:(?:,\d{3})+(?:\.0{1,2})?|(?:\.\d{3})+,0{1,2}))$/;
/** A spreadsheet that shows six digits of a long number leaves zeros behind them. */
const SHORTENED = /^[1-9]\d{5,}0{5}$/;
const SHORTENED_FROM = 11;

const invalid = (message: string) => refuse('INVALID_PHONE', message);
const AS_TEXT = 'Format the column as text and export it again.';

/**
 * Takes a phone number out of what surrounds it: labels, links, formulas (`="+34..."`), the decimals that programs put
 * behind a number, extensions. A text whose digits are not certain, such as `6.28123E+12`, is refused.
 */
export function readPhoneText(text: string): Value<PhoneText> {
  if (text.length > 4 * MAX_LENGTH) return invalid('The phone number is too long.');
  const bare = withoutWrapping(text.normalize('NFKC').replace(INVISIBLE, '').replace(DASHES, '-').trim());
  if (bare === '') return invalid('The phone number is empty.');
  if (bare.length > MAX_LENGTH) return invalid('The phone number is too long.');
  const plain = fromNumberCell(plainDigits(bare));
  if (!plain.ok) return plain;
  const found = EXTENSION.exec(plain.value);
  const number = withPrefix(found ? plain.value.slice(0, found.index) : plain.value);
  if (!LOOKS_LIKE_A_NUMBER.test(number)) {
    return invalid('The phone number contains invalid characters.');
  }
  return valid({ number, ...(found?.[1] && { extension: found[1] }) });
}

function withoutWrapping(text: string): string {
  return text
    .replace(/^=\s*/, '')
    .replace(/^["'’‘`]+|["'’‘`]{1,9}$/g, '')
    .trim()
    .replace(CHAT_LINK, '+')
    .replace(LABEL, '')
    .replace(PHONE_WORD, '')
    .replace(NOTE_BEHIND, '')
    .replace(/^["'’‘`]+/, '')
    .trim();
}

/** Writes the digits of Arabic, Persian and Indian scripts as 0 to 9. */
const plainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code < 0x0900 ? code & 0xf : code - (code < 0x0980 ? 0x0966 : 0x09e6));
  });

/** Undoes what a cell of numbers does to a phone number, as far as no digit is lost. */
function fromNumberCell(text: string): Value<string> {
  const scientific = SCIENTIFIC.exec(text);
  if (scientific) {
    const [, first = '', rest = '', power = '0'] = scientific;
    return rest.length === Number(power)
      ? valid(`${first}${rest}`)
      : invalid(`A spreadsheet shortened the phone number, so that digits are missing. ${AS_TEXT}`);
  }
  const decimal = DECIMAL.exec(text);
  if (decimal) {
    const [, whole = '', behind = ''] = decimal;
    return /^0{1,2}$/.test(behind) ? fromNumberCell(whole) : invalid(`The phone number has decimals. ${AS_TEXT}`);
  }
  if (GROUPED.test(text)) return fromNumberCell(text.replace(/[.,]0{1,2}$/, '').replace(/[.,]/g, ''));
  if (text.length >= SHORTENED_FROM && SHORTENED.test(text)) {
    return invalid(`The last digits of the phone number are zeros, as after a spreadsheet shortened it. ${AS_TEXT}`);
  }
  return valid(text);
}

/** Writes the ways to say "international" as a leading `+`: `00`, `(+34)`, `++`, `+00`. */
const withPrefix = (text: string): string =>
  text
    .trim()
    .replace(/^[(\s]{0,10}(?:\+[\s+]{0,10}(?:00)?|00)\)?(?=[\s().-]{0,20}\d)/, '+')
    .replace(/^(\+[\s\d]*)\)/, '$1 ');
