import { isTransient, isUnavailable } from '../../db/connection.js';
import { JsonRefused } from '../../runtime/strict-json.js';
import { ERROR_CODES, type ErrorCode } from '../../schemas/error-codes.js';

export interface ErrorExtras {
  /** Instead of the code's default message. */
  message?: string;
  /** JSON pointer to the part of the body that is wrong; `""` is the whole body. */
  field?: string;
  details?: Record<string, unknown>;
  /** Further keys of the error body, such as `conflicts`. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** The error that a handler throws to answer with an error. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(extras.message ?? ERROR_CODES[code][2]);
    this.name = 'ApiError';
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return ERROR_CODES[this.code][0];
  }

  /** The JSON body, in the shape all errors share. */
  toBody(requestId: string): Record<string, unknown> {
    const { field, details, body } = this.extras;
    const isValidation = this.status === 400;
    return {
      error: ERROR_CODES[this.code][1],
      message: this.message,
      code: this.code,
      request_id: requestId,
      ...(field !== undefined || isValidation ? { field: field ?? '' } : {}),
      ...(details !== undefined || isValidation ? { details: details ?? { errors: [] } } : {}),
      ...body,
    };
  }
}

interface HttpishError {
  status?: number;
  type?: string;
  code?: string;
}

/** Turns whatever was thrown into the error to answer with; anything unknown is an INTERNAL_ERROR. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof JsonRefused) return new ApiError(error.code, { message: error.message, field: error.field });
  if (isUnavailable(error) || isTransient(error)) {
    return new ApiError('ENGINE_UNAVAILABLE', { headers: { 'Retry-After': '5' } });
  }
  const { status, type } = (error ?? {}) as HttpishError;
  if (type === 'entity.too.large' || status === 413) return new ApiError('PAYLOAD_TOO_LARGE');
  if (status === 415 || type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new ApiError('UNSUPPORTED_MEDIA_TYPE');
  }
  if (type === 'request.aborted' || type === 'request.size.invalid' || status === 400) {
    return new ApiError('INVALID_JSON', { message: "The request couldn't be read." });
  }
  return new ApiError('INTERNAL_ERROR');
}
