import { readDate } from './dates.js';
import { PRESENCE } from './operators/presence.js';
import { asNumber, folded } from './operators/scalars.js';

/** One way in which a value of a lead's metadata is found: the bytes sort as the values do, kind by kind. */
export interface IndexedValue {
  path: string;
  value: Buffer;
}

/** The limits of the index: the length of a path and of a text, and the number of values below the first level. */
export const INDEX_LIMITS = { pathBytes: 200, textBytes: 80, nested: 300, depth: 5 } as const;

/** A marker for a lead with more nested values than are indexed. */
export const UNLISTED_PATH = '';

const FIRST_DAY = Date.parse('0000-01-01T00:00:00Z');
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z');

/** Returns the day of an instant in UTC; instants beyond four-digit years count as the first or the last day. */
export const indexedDay = (ms: number): string =>
  new Date(Math.min(LAST_DAY, Math.max(FIRST_DAY, ms))).toISOString().slice(0, 10);

/** Returns whether a day is one that four digits can name, so that days sort as their texts do. */
export const isIndexedDay = (ms: number): boolean => ms >= FIRST_DAY && ms <= LAST_DAY;

/** Each kind of value as bytes, a letter first. */
export const encode = {
  text: (text: string): Buffer => Buffer.from(`t${folded(text, false)}`).subarray(0, INDEX_LIMITS.textBytes + 1),
  /** Numbers sort as their bits do once the sign is turned around. */
  number(value: number): Buffer {
    const bytes = Buffer.alloc(9);
    bytes.write('n');
    bytes.writeDoubleBE(value === 0 ? 0 : value, 1);
    if (bytes.readUInt8(1) >= 0x80) for (let at = 1; at < 9; at += 1) bytes.writeUInt8(~bytes.readUInt8(at) & 0xff, at);
    else bytes.writeUInt8(bytes.readUInt8(1) | 0x80, 1);
    return bytes;
  },
  day: (day: string): Buffer => Buffer.from(`d${day}`),
  truth: (truth: boolean): Buffer => Buffer.from(truth ? 'b1' : 'b0'),
  /** A list or an object. */
  other: (): Buffer => Buffer.from('o'),
};

/** Every kind that a value counts as: the text of a date is a text and a day. */
function kindsOf(value: unknown): Buffer[] {
  if (typeof value === 'object') return [encode.other()];
  const [number, date] = [asNumber(value), readDate(value, 'utc')];
  const reading = { value, kind: 'any' } as const;
  return [
    ...(typeof value === 'number' ? [] : [encode.text(String(value))]),
    ...(number === undefined ? [] : [encode.number(number)]),
    ...(date === undefined ? [] : [encode.day(date.day ?? indexedDay(date.ms))]),
    ...(PRESENCE.is_true.test(reading) ? [encode.truth(true)] : []),
    ...(PRESENCE.is_false.test(reading) ? [encode.truth(false)] : []),
  ];
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a path is short enough to be indexed. */
export const isIndexedPath = (path: string): boolean =>
  path !== UNLISTED_PATH && Buffer.byteLength(path) <= INDEX_LIMITS.pathBytes;

/** The values below the first level by their dotted paths, as far as conditions reach; too many are cut off. */
function nestedValues(metadata: Record<string, unknown>, known: ReadonlyMap<string, unknown>) {
  const found = new Map<string, unknown>();
  const open = Object.entries(metadata).map(([path, value]) => ({ path, value, depth: 1 }));
  for (let item = open.shift(); item !== undefined; item = open.shift()) {
    const { path, value, depth } = item;
    if (depth > 1 && value !== null && isIndexedPath(path) && !known.has(path)) found.set(path, value);
    if (found.size > INDEX_LIMITS.nested) return { found, cut: true };
    if (!isPlain(value) || depth === INDEX_LIMITS.depth) continue;
    for (const [key, child] of Object.entries(value)) {
      // A key with a dot can't be named below the first level.
      if (!key.includes('.') && !(depth === 1 && path.includes('.'))) {
        open.push({ path: `${path}.${key}`, value: child, depth: depth + 1 });
      }
    }
  }
  return { found, cut: false };
}

/**
 * Returns what the index holds of a lead's metadata: each value by its path, once for every kind it counts as. A key
 * that itself holds dots goes before a nested value of the same path, as conditions read them.
 */
export function metadataIndex(metadata: Record<string, unknown>): IndexedValue[] {
  const first = new Map(
    Object.entries(metadata).filter(([key, value]) => isIndexedPath(key) && value !== null && value !== undefined),
  );
  const { found, cut } = nestedValues(metadata, first);
  const values = [...first, ...found].flatMap(([path, value]) =>
    kindsOf(value).map((bytes): IndexedValue => ({ path, value: bytes })),
  );
  return cut ? [...values, { path: UNLISTED_PATH, value: encode.other() }] : values;
}
