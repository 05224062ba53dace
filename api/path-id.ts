import { isUuid } from '../runtime/ids.js';
import type { ErrorCode } from '../schemas/error-codes.js';
import { ApiError } from './errors.js';

/** The id in a path as the tables hold it. A malformed one is answered like an unknown one. */
export function pathId(text: string | undefined, notFound: ErrorCode): string {
  if (text === undefined || !isUuid(text)) throw new ApiError(notFound);
  return text.toLowerCase();
}

/** The row that was looked up, or the 404 that its absence means. */
export function found<Row>(row: Row | undefined, notFound: ErrorCode): Row {
  if (row === undefined) throw new ApiError(notFound);
  return row;
}
