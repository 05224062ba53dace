const DIGIT = /\D/g;
/** A mail address or an id, whose digits are no payment data whatever they add up to. */
const NAME = /[\w.+%-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;
/** 13 to 19 digits, in groups or not, that are no part of a longer number, and no phone number with its plus. */
const CARD = /(?<![\d+])\d(?:[ -]?\d){12,18}(?![\d])/g;
const IBAN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30}(?![A-Z0-9])/gi;

/** Returns whether the last digit of a card number is right for the others. */
function isCard(text: string): boolean {
  const digits = text.replace(DIGIT, '');
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** The lengths of account numbers by country. */
const IBAN_LENGTHS: Readonly<Record<number, string>> = {
  15: 'NO',
  16: 'BE',
  18: 'DK FI FO GL NL',
  19: 'MK SI',
  20: 'AT BA EE KZ LT LU XK',
  21: 'CH HR LI LV',
  22: 'BG BH CR DE GB GE IE ME RS VA',
  23: 'AE GI IL IQ TL',
  24: 'AD CZ ES MD PK RO SA SE SK TN VG',
  25: 'PT',
  26: 'IS TR',
  27: 'FR GR IT MC MR SM',
  28: 'AL AZ BY CY DO GT HU LB PL SV',
  29: 'BR EG PS QA UA',
  30: 'JO KW',
  31: 'MT',
  32: 'LC',
  33: 'RU',
};

/** Returns whether the check digits of an account number are right. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '').toUpperCase();
  if (!IBAN_LENGTHS[plain.length]?.split(' ').includes(plain.slice(0, 2))) return false;
  const numbers = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...numbers].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** The longest beginning of a match that is an account number: words may follow it. */
function maskIban(match: string): string {
  for (let end = match.length; end >= 15; end -= 1) {
    if (match[end - 1] !== ' ' && isIban(match.slice(0, end))) return `[account number]${match.slice(end)}`;
  }
  return match;
}

const maskNumbers = (text: string): string =>
  text.replace(CARD, (match) => (isCard(match) ? '[card number]' : match)).replace(IBAN, maskIban);

/** Takes card and account numbers out of a text; everything else stays as it is. */
export function maskPaymentData(text: string): string {
  const names = [...text.matchAll(NAME)].map(([name]) => name);
  return text
    .split(NAME)
    .map((part, at) => maskNumbers(part) + (names[at] ?? ''))
    .join('');
}

/** Returns whether a text holds a card or account number. */
export const hasPaymentData = (text: string): boolean => maskPaymentData(text) !== text;
