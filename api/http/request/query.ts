import { ApiError } from '../errors.js';

/** Splits a comma-separated query parameter; undefined when it wasn't sent. */
export const listOf = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

/** Reads a moment given as a query parameter. Throws the 400 for one that doesn't exist or isn't of this century. */
export function momentOf(text: string | undefined, name: string): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  const year = moment.getUTCFullYear();
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) throw new ApiError('INVALID_DATE', { field: `/${name}` });
  return moment;
}
