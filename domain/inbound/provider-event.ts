import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';

/** One thing that happened, as a provider told it: what is stored before anything else is done about it. */
export interface ProviderEvent {
  /** By which repeats are known; unique within the account and provider. */
  eventId: string;
  /** A word for what happened; of `whatsapp.message` or `reply`, the part that works it is chosen. */
  type: string;
  payload: unknown;
}

/** The metadata in which our message ID travels with a mail to its provider and back with each event. */
export const MESSAGE_KEY = 'las-message';

const MAX_ID = 255;

/** An event of the email shape. */
export const mailEvent = (eventId: string, fields: Omit<EmailHookEvent, 'event_id'>): ProviderEvent => ({
  eventId: eventId.slice(0, MAX_ID),
  type: fields.type,
  payload: { event_id: eventId.slice(0, MAX_ID), ...fields } satisfies EmailHookEvent,
});

/** The start of the type of an event whose kind no rule understands; the provider's name for the kind follows. */
const UNKNOWN = 'unknown/';

/** An event of a kind that no rule understands: it is stored, and its kind is listed for a person. */
export const unknownEvent = (eventId: string, kind: string, payload: unknown): ProviderEvent => ({
  eventId: eventId.slice(0, MAX_ID),
  type: `${UNKNOWN}${kind.replace(/[^\x21-\x7e]/g, '_')}`.slice(0, 64),
  payload,
});

/** Returns the provider's name for a kind that no rule understands; undefined for the types of other events. */
export const unknownKind = (type: string): string | undefined =>
  type.startsWith(UNKNOWN) ? type.slice(UNKNOWN.length) : undefined;

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

/** Reads Unix seconds, whole or with a fraction, as an RFC 3339 time; null where there are none. */
export function secondsToTime(value: unknown): string | null {
  const time = new Date((asNumber(value) ?? Number.NaN) * 1000);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
