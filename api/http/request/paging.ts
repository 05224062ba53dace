import { createHash } from 'node:crypto';
import { isUuid } from '../../../runtime/ids.js';
import { ApiError } from '../errors.js';

const KEY = /^[\x20-\x7e]{1,64}$/;

/** Makes a cursor with a changed character an error instead of another place in the list. It guards no secret. */
const checksum = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8);

/**
 * Encodes the opaque `next_cursor` of a list: `kind` names the list and its order, `keys` the last item's position in
 * it.
 */
export function encodeCursor(kind: string, keys: readonly string[]): string {
  const parts = [kind, ...keys];
  return Buffer.from(JSON.stringify([...parts, checksum(parts)])).toString('base64url');
}

/**
 * Decodes the keys inside a cursor of this kind, `count` of them; undefined when none was sent. Throws the 400 for
 * anything else, also for the cursor of another list or order. Holds plain ASCII only, so it is safe to compare with
 * any column.
 */
export function decodeCursor(cursor: string | undefined, kind: string, count = 1): string[] | undefined {
  if (cursor === undefined) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parts = undefined;
  }
  const [first, ...rest] = Array.isArray(parts) ? (parts as unknown[]) : [];
  const keys = rest.slice(0, -1);
  const fits = keys.length === count && keys.every((key) => typeof key === 'string' && KEY.test(key));
  if (first !== kind || !fits || encodeCursor(kind, keys as string[]) !== cursor) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'The cursor is invalid for this list. Send the next_cursor of the previous page.',
      field: '/cursor',
    });
  }
  return keys as string[];
}

/** Encodes the position of a list that is ordered by a time and an ID. */
export const encodeTime = (kind: string, id: string, at: Date): string =>
  encodeCursor(kind, [id, String(at.getTime())]);

/** Decodes the position of a list that is ordered by a time and an ID; undefined without a cursor. */
export function decodeTime(cursor: string | undefined, kind: string): { id: string; at: Date } | undefined {
  const keys = decodeCursor(cursor, kind, 2);
  if (!keys) return undefined;
  const [id = '', time] = keys;
  const at = new Date(Number(time));
  if (!isUuid(id) || Number.isNaN(at.getTime())) {
    throw new ApiError('VALIDATION_ERROR', { message: 'The cursor is invalid for this list.', field: '/cursor' });
  }
  return { id, at };
}

export interface Page<Row> {
  rows: Row[];
  pagination: { limit: number; next_cursor: string | null; has_more: boolean };
}

/** Cuts one page out of up to `limit + 1` rows: the row too many tells that there are more and isn't shown. */
export function pageOf<Row>(found: readonly Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { rows, pagination: { limit, next_cursor: hasMore ? cursorOf(last) : null, has_more: hasMore } };
}

/** The page size of lists that don't ask for another. */
export const DEFAULT_LIMIT = 50;

/** Returns what a list that is ordered by id, newest first, hands to its query. */
export const idPage = (kind: string, query: { limit?: number; cursor?: string }) => ({
  limit: query.limit ?? DEFAULT_LIMIT,
  before: decodeCursor(query.cursor, kind)?.[0],
});

/** Returns the page of such a list. */
export const idPageOf = <Row extends { id: string }>(kind: string, found: readonly Row[], limit: number): Page<Row> =>
  pageOf(found, limit, (last) => encodeCursor(kind, [last.id]));
