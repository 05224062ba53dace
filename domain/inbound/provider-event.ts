/** One thing that happened, as a provider told it: what is stored before anything else is done about it. */
export interface ProviderEvent {
  /** By which repeats are known; unique within the account and provider. */
  eventId: string;
  /** A word for what happened; of `whatsapp.message` or `reply`, the part that works it is chosen. */
  type: string;
  payload: unknown;
}

export type Json = Readonly<Record<string, unknown>>;

/** Reads a value as an object; empty where it is none. Providers add and leave out fields as they like. */
export const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** Reads a value as a list of objects; empty where it is none. */
export const asObjects = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asObject) : []);

/** Looks a provider's word up in a table of ours; undefined for every other word, such as `constructor`. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** Reads a text, or a number as one; null where it is neither or empty. */
export function asText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads a number, also where it came as text; null where it is none. */
export function asNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
