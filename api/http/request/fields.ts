import { parseEmail } from '../../../domain/values/email.js';
import { parseTimezone } from '../../../domain/values/timezone.js';
import { isUuid } from '../../../runtime/ids.js';
import { ApiError } from '../errors.js';
import { listOf } from './query.js';

/** Reads the email address in a field, in its plain form; 400 with the field's pointer if it isn't one. */
export function emailField(text: string, field: string): string {
  const address = parseEmail(text);
  if (!address.ok) throw new ApiError('VALIDATION_ERROR', { message: address.message, field });
  return address.value;
}

const MIN_YEAR = 2000;
const MAX_YEAR = 2100;

/** Reads the instant in a field; 400 with the field's pointer outside the years 2000 to 2100. */
export function instantField(text: string, field: string): Date {
  const date = new Date(text);
  const year = date.getUTCFullYear();
  if (!(year >= MIN_YEAR && year < MAX_YEAR)) {
    throw new ApiError('INVALID_DATE', { message: 'The date must be between the years 2000 and 2100.', field });
  }
  return date;
}

/**
 * Reads the words of a comma-separated filter; 400 for one that is not in the list. Undefined when nothing is filtered.
 */
export function wordsFilter<const T extends string>(
  text: string | undefined,
  known: readonly T[],
  field: string,
): T[] | undefined {
  if (text === undefined) return undefined;
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !(known as readonly string[]).includes(word));
  if (unknown !== undefined) {
    throw new ApiError('VALIDATION_ERROR', {
      message: `${field} must be a comma-separated list of: ${known.join(', ')}.`,
      field,
    });
  }
  return words as T[];
}

const MOST_IDS = 200;

/** Reads the ids of a comma-separated filter; 400 for too many, or what is none. Undefined when nothing is filtered. */
export function idsFilter(text: string | undefined, what: string, field: string): string[] | undefined {
  const ids = listOf(text)?.map((id) => id.toLowerCase());
  if (!ids) return undefined;
  if (ids.length > MOST_IDS || !ids.every(isUuid)) {
    throw new ApiError('VALIDATION_ERROR', { message: `Specify up to ${MOST_IDS} IDs of ${what}.`, field });
  }
  return ids;
}

/** Reads the IANA time zone in a field, in its usual spelling; 400 with the field's pointer if it isn't one. */
export function timezoneField(text: string, field: string): string {
  const zone = parseTimezone(text);
  if (!zone.ok) throw new ApiError('INVALID_TIMEZONE', { message: zone.message, field });
  return zone.value;
}
