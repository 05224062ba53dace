import { refuse, type Value, valid } from './value.js';

/** The currencies in use, by their ISO 4217 codes. */
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const FACTORS: Record<string, number> = {
  k: 1e3,
  tsd: 1e3,
  thousand: 1e3,
  mil: 1e3,
  mille: 1e3,
  mila: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  lac: 1e5,
  lacs: 1e5,
  m: 1e6,
  mm: 1e6,
  mn: 1e6,
  mio: 1e6,
  mill: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  milhoes: 1e6,
  milioni: 1e6,
  cr: 1e7,
  crore: 1e7,
  crores: 1e7,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  mrd: 1e9,
  md: 1e9,
  milliarden: 1e9,
  milliards: 1e9,
  miliardi: 1e9,
};
const WORDS = Object.keys(FACTORS).sort((one, other) => other.length - one.length);
const THREE_LETTERS = WORDS.filter((word) => word.length === 3).join('|');
const CURRENCY = new RegExp(
  String.raw`\p{Sc}|\b(?!(?:${THREE_LETTERS})\b)[A-Z]{3}\b|R\$|Fr\.|kr\.?|zł|Kč|Rp\.?|Rs\.?|\b(?:euros?|dollars?|pounds?|pesos|reais|kron(?:or|er)|rupees)\b`,
  'giu',
);
/** Thousands and millions of a currency, as in annual reports: `TDKK 500`, `k€ 3`. */
const SCALED = /(?:^|[\s\d])([TKM])(?:EUR|DKK|SEK|NOK|CHF|USD|GBP|PLN|CZK|€|£|\$)(?=$|[\s\d.,+-])/i;
const SHAPE = new RegExp(String.raw`^([+-]?)([\d.,'’\s]+)(${WORDS.join('|')})?$`, 'i');
/** Signs of currencies whose countries group thousands by dots. */
const DOT_GROUPS =
  /,[-–—]|€|R\$|₺|₫|Rp|Kč|kr|\b(?:EUR|BRL|DKK|NOK|SEK|ISK|TRY|IDR|VND|CZK|COP|CLP|ARS|PYG|RON|[TKM](?:EUR|DKK|NOK|SEK))\b/i;
const SCALES: Record<string, number> = { t: 1e3, k: 1e3, m: 1e6 };
const MAX = 2 ** 53;

/**
 * Reads an amount as people write it into a number: `9k`, `$15,000`, `1.2m`, `1.234,56 €`, `(500)`, `2.5 lakh`,
 * `TDKK 500`, `1’500.–`.
 * A single dot or comma before exactly three digits groups thousands when it is a comma, or a dot after a sign of
 * money other than the dollar; otherwise it is the decimal point.
 */
export function parseMoney(text: string): Value<number> {
  // Most texts that are asked about are none.
  if (!/\p{Nd}/u.test(text)) return refuse('INVALID_NUMBER', "The text isn't a number.");
  const trimmed = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const inParentheses = /^\((.*)\)$/.exec(trimmed);
  const inner = inParentheses?.[1] ?? trimmed;
  const scale = (SCALED.exec(inner)?.[1] ?? '').toLowerCase();
  // A full stop may end it, and a dash means no cents.
  const bare = inner
    .replace(SCALED, (text) => (/^\d/.test(text) ? `${text[0]} ` : ' '))
    .replace(CURRENCY, ' ')
    .trim()
    .replace(/[.,][-–—]{0,2}$/, '')
    .trimEnd()
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const match = SHAPE.exec(bare);
  const digits = match && plainDigits((match[2] ?? '').trim(), DOT_GROUPS.test(inner));
  if (!match || digits === undefined) return refuse('INVALID_NUMBER', "The text isn't a number.");
  const size = Number(digits) * (FACTORS[(match[3] ?? '').toLowerCase()] ?? 1) * (SCALES[scale] ?? 1);
  // Decimal texts times a power of ten pick up binary noise (1.1m): twelve digits are more than any amount has.
  const value = (match[1] === '-') !== Boolean(inParentheses) ? -tidy(size) : tidy(size);
  if (!Number.isFinite(value) || Math.abs(value) > MAX) return refuse('INVALID_NUMBER', 'The number is too large.');
  return valid(value === 0 ? 0 : value);
}

function plainDigits(text: string, dotGroups: boolean): string | undefined {
  const bare = text.replace(/(?<=\d)['’\s](?=\d{3}(?!\d))/g, '');
  if (!/^[\d.,]+$/.test(bare) || !/\d/.test(bare)) return undefined;
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'));
  if (last < 0) return bare;
  const mark = bare[last] ?? '';
  const kinds = new Set(bare.replace(/\d/g, ''));
  const many = bare.replace(/\d/g, '').length > 1;
  const groups = kinds.size === 1 && (many || (bare.length - last === 4 && last > 0 && (mark === ',' || dotGroups)));
  if (groups) return wellGrouped(bare, mark) ? bare.replaceAll(mark, '') : undefined;
  const whole = bare.slice(0, last);
  const grouping = mark === ',' ? '.' : ',';
  if (whole.includes(mark) || (whole.includes(grouping) && !wellGrouped(whole, grouping))) return undefined;
  return `${whole.replaceAll(grouping, '')}.${bare.slice(last + 1)}`;
}

function wellGrouped(text: string, mark: string): boolean {
  const [first = '', ...rest] = text.split(mark);
  // India groups by two above the thousands.
  return (
    first.length >= 1 &&
    first.length <= 3 &&
    rest.every((part, index) => part.length === 3 || (part.length === 2 && index < rest.length - 1))
  );
}

function tidy(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));
}

/** Signs that only one currency has. The dollar's and the crown's belong to several. */
const SIGNS: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  R$: 'BRL',
  '₹': 'INR',
  zł: 'PLN',
  Kč: 'CZK',
  '₺': 'TRY',
};

/** Returns the ISO 4217 code of the currency that a text names by its code or by a sign of its own. */
export function currencyIn(text: string): string | undefined {
  const line = text.slice(0, 100).normalize('NFKC');
  const code = /(?<![A-Za-z])[A-Za-z]{3}(?![A-Za-z])/.exec(line)?.[0].toUpperCase();
  if (code && CODES.has(code)) return code;
  return Object.entries(SIGNS).find(([sign]) => line.includes(sign))?.[1];
}
