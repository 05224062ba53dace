import type { ErrorCode } from '../schemas/error-codes.js';

/** A fault in a definition, with the JSON pointer of the property that has to change. */
export interface Problem {
  code: Extract<
    ErrorCode,
    | 'VALIDATION_ERROR'
    | 'INVALID_TIMEZONE'
    | 'INVALID_DATE'
    | 'INVALID_REGEX'
    | 'INVALID_CRON'
    | 'UNKNOWN_OPERATOR'
    | 'UNKNOWN_ACTION'
    | 'UNKNOWN_EVENT'
  >;
  field: string;
  message: string;
}
