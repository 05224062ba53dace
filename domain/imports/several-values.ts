import { parseEmail } from '../values/email.js';
import { type ReadPhone, readPhone } from '../values/phone.js';
import type { Value } from '../values/value.js';

/** The values of a cell with addresses or numbers: the first valid one, and all others as they are stored. */
export interface CellValues<T> {
  read: Value<T>;
  others: string[];
}

const LONGEST_CELL = 2_000;
const MAX_VALUES = 20;
/** Words between two values, in six languages. */
const OR = /\s(?:or|and|oder|und|ou|et|o|y|e|u|and\/or|y\/o|&)\s/i;
const EMAIL_MARKS = /:::|[\s;,|<>()[\]"]/;
const PHONE_MARKS = /:::|[;,|\n\r\t]|\/|\s[-–&]\s/;

/** Reads a cell that may hold several e-mail addresses. */
export function readEmails(text: string): CellValues<string> {
  const whole = parseEmail(text);
  // One address with the name of its owner is one with another address before it, too.
  const single = whole.ok && text.indexOf('@') === text.lastIndexOf('@');
  if (single || text.length > LONGEST_CELL) return { read: whole, others: [] };
  const parts = text.split(EMAIL_MARKS).flatMap((part) =>
    // A slash may be part of an address.
    part.indexOf('@') === part.lastIndexOf('@') ? part : part.split('/'),
  );
  return firstValid(
    parts.filter((part) => part.includes('@')),
    whole,
    parseEmail,
    (address) => address,
  );
}

/** Reads a cell that may hold several phone numbers; national ones are of `country`. */
export function readPhones(text: string, country: string | null | undefined): CellValues<ReadPhone> {
  const read = (part: string) => readPhone(part, country);
  const whole = read(text);
  if (whole.ok || text.length > LONGEST_CELL) return { read: whole, others: [] };
  const parts = text.split(PHONE_MARKS).flatMap((part) => part.split(OR));
  return firstValid(parts, whole, read, ({ number, extension }) =>
    extension ? `${number} ext. ${extension}` : number,
  );
}

function firstValid<T>(
  parts: readonly string[],
  whole: Value<T>,
  read: (part: string) => Value<T>,
  written: (value: T) => string,
): CellValues<T> {
  const values = parts.slice(0, MAX_VALUES).map((part) => ({ part: part.trim(), read: read(part.trim()) }));
  const first = values.findIndex((value) => value.read.ok);
  const found = values[first]?.read;
  if (!found?.ok) return { read: whole, others: [] };
  const main = written(found.value);
  const others = values
    .filter((_, at) => at !== first)
    .map((value) => (value.read.ok ? written(value.read.value) : value.part))
    .filter((value) => value !== '' && value !== main);
  return { read: found, others: [...new Set(others)] };
}

/** The separator of Google Contacts between the values of one cell. */
const BETWEEN_VALUES = ' ::: ';

/** Returns the first value of a cell of Google Contacts, and the others. */
export function splitContactValues(text: string): { first: string; others: string[] } {
  if (!text.includes(BETWEEN_VALUES)) return { first: text, others: [] };
  const [first = '', ...others] = text
    .split(BETWEEN_VALUES)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  return { first, others };
}
