/** The number format of a cell style. */
export type NumberShape = { kind: 'number' } | { kind: 'date' } | { kind: 'padded'; digits: number };

const NUMBER: NumberShape = { kind: 'number' };
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const DAY_MS = 86_400_000;
/** Excel counts a 29 February 1900, which never was. */
const LEAP_DAY = 60;

/** Returns what a number format makes of a number; its code is that of a custom format. */
export function numberShape(formatId: number, code: string | undefined): NumberShape {
  if (code === undefined)
    return BUILT_IN_DATES.some(([from, to]) => formatId >= from && formatId <= to) ? { kind: 'date' } : NUMBER;
  const first = code.split(';', 1)[0] as string;
  // Zeros alone keep those in front, as of a post code.
  if (/^0{2,20}$/.test(first)) return { kind: 'padded', digits: first.length };
  const bare = first.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?!(?:h|hh|m|mm|s|ss)\])[^\]]{0,100}\]/gi, '');
  return /[dmyhs]/i.test(bare) && !/general/i.test(bare) ? { kind: 'date' } : NUMBER;
}

/** Writes the number of a cell as its file shows it, without rounding what it holds. */
export function writeNumber(text: string, shape: NumberShape, since1904: boolean): string {
  const value = Number(text);
  if (!Number.isFinite(value)) return text.trim();
  if (shape.kind === 'date') return writeDate(value, since1904) ?? plain(value);
  return shape.kind === 'padded' ? plain(value).padStart(shape.digits, '0') : plain(value);
}

/** Spreadsheets keep 15 digits; what is beyond them is noise. */
const plain = (value: number): string =>
  Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(15)));

function writeDate(value: number, since1904: boolean): string | undefined {
  if (value < 0 || value > 2_958_466) return undefined;
  const days = !since1904 && value < LEAP_DAY ? value + 1 : value;
  const time = new Date((since1904 ? EPOCH_1904 : EPOCH_1900) + Math.round((days * DAY_MS) / 1_000) * 1_000);
  const iso = time.toISOString();
  if (value < 1) return iso.slice(11, 19);
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19);
}

/** Returns the position of a column by its letters in a reference such as `AB12`; -1 for none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.slice(0, 4)) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column - 1;
}

/** Reads the escapes by which texts hold characters that XML can't. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
