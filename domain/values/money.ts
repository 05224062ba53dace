import { good, refuse, type Value } from './value.js';

const FACTORS: Record<string, number> = { k: 1e3, m: 1e6, mm: 1e6, mn: 1e6, mio: 1e6, b: 1e9, bn: 1e9 };
const CURRENCY = /\p{Sc}|\b(?!mio\b)[A-Z]{3}\b|R\$|Fr\.|kr\.?|zł/giu;
const SHAPE = /^([+-]?)([\d.,'’\s]+)(k|mm|mn|mio|m|bn|b)?$/i;
const MAX = 2 ** 53;

/**
 * Reads an amount as people write it into a number: `9k`, `$15,000`, `1.2m`, `1.234,56 €`, `(500)`.
 * A single dot or comma before exactly three digits groups thousands when it is a comma, or a dot after a sign of
 * money other than the dollar; otherwise it is the decimal point.
 */
export function parseMoney(text: string): Value<number> {
  const trimmed = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const inParentheses = /^\((.*)\)$/.exec(trimmed);
  const inner = inParentheses?.[1] ?? trimmed;
  // A full stop may end it.
  const match = SHAPE.exec(inner.replace(CURRENCY, ' ').trim().replace(/\.$/, '').trimEnd());
  const digits = match && plainDigits((match[2] ?? '').trim(), /€|R\$|\bEUR\b|\bBRL\b/i.test(inner));
  if (!match || digits === undefined) return refuse('INVALID_NUMBER', 'The text is not a number.');
  const size = Number(digits) * (FACTORS[(match[3] ?? '').toLowerCase()] ?? 1);
  // Decimal texts times a power of ten pick up binary noise (1.1m): twelve digits are more than any amount has.
  const value = (match[1] === '-') !== Boolean(inParentheses) ? -tidy(size) : tidy(size);
  if (!Number.isFinite(value) || Math.abs(value) > MAX) return refuse('INVALID_NUMBER', 'The number is too large.');
  return good(value === 0 ? 0 : value);
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
