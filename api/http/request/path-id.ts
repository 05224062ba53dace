import { isUuid } from '../../../runtime/ids.js';
import { SecretName } from '../../../schemas/common.js';
import type { ErrorCode } from '../../../schemas/error-codes.js';
import { ApiError } from '../errors.js';

/** Returns the id in a path as the tables hold it. A malformed one is answered like an unknown one. */
export function pathId(text: string | undefined, notFound: ErrorCode): string {
  if (text === undefined || !isUuid(text)) throw new ApiError(notFound);
  return text.toLowerCase();
}

const SECRET_NAME = new RegExp(SecretName.pattern as string);

/** Returns the name of a secret in a path. One that no secret can have ends in the refusal. */
export function secretName(text: string, refusal: ApiError): string {
  if (!SECRET_NAME.test(text)) throw refusal;
  return text;
}

/** Makes the 400 for a name that a secret was to be given. */
export const badSecretName = (): ApiError =>
  new ApiError('VALIDATION_ERROR', { message: `A name has ${SecretName.description}`, field: '/name' });

/** Returns the row that was looked up, or throws the 404 that its absence means. */
export function found<Row>(row: Row | undefined, notFound: ErrorCode): Row {
  if (row === undefined) throw new ApiError(notFound);
  return row;
}
