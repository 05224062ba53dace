/** The error of a call. Every error that this client throws is one of these. */
export class LeadAutomationError extends Error {
  override name = 'LeadAutomationError';
}

/** The service could not be reached, or its answer broke off. */
export class ConnectionError extends LeadAutomationError {
  override name = 'ConnectionError';
}

/** An attempt took longer than its time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** The caller's signal ended the call. */
export class AbortedError extends LeadAutomationError {
  override name = 'AbortedError';
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

const textOf = (body: unknown, key: string): string | undefined => {
  const value = (body as Record<string, unknown> | null | undefined)?.[key];
  return typeof value === 'string' ? value : undefined;
};

/** The service refused or failed: `status` and `code` say what, `field` where, `requestId` names the request. */
export class ApiError extends LeadAutomationError {
  override name = 'ApiError';
  readonly status: number;
  /** Stable machine-readable code such as `LEAD_NOT_FOUND`. */
  readonly code: string | undefined;
  /** JSON pointer to the field that is wrong. */
  readonly field: string | undefined;
  readonly details: unknown;
  readonly requestId: string | undefined;
  /** The whole answer, for what only some errors carry (`conflicts`, `alternatives`, `results`). */
  readonly body: unknown;
  readonly headers: Headers;

  constructor({ status, headers, body }: ApiAnswer) {
    const code = textOf(body, 'code');
    const message = textOf(body, 'message') ?? textOf(body, 'error') ?? 'The service answered without an explanation.';
    super(`${status}${code ? ` ${code}` : ''}: ${message}`);
    this.status = status;
    this.code = code;
    this.field = textOf(body, 'field');
    this.details = (body as Record<string, unknown> | null | undefined)?.details;
    this.requestId = textOf(body, 'request_id') ?? headers.get('x-request-id') ?? undefined;
    this.body = body;
    this.headers = headers;
  }
}

/** 400: the request doesn't fit its schema. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}
/** 401: no key, or not a valid one. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}
/** 403: the key is valid but may not do this. */
export class PermissionDeniedError extends ApiError {
  override name = 'PermissionDeniedError';
}
/** 404: it doesn't exist in this account. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}
/** 409: it contradicts the present state. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}
/** 410: the lead was erased. */
export class GoneError extends ApiError {
  override name = 'GoneError';
}
/** 412: the record changed since it was read. */
export class PreconditionFailedError extends ApiError {
  override name = 'PreconditionFailedError';
}
/** 413: more than the endpoint takes. */
export class PayloadTooLargeError extends ApiError {
  override name = 'PayloadTooLargeError';
}
/** 422: well-formed, but it can't be done. */
export class UnprocessableError extends ApiError {
  override name = 'UnprocessableError';
}
/** 429: more requests than the key has in a minute. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}
/** 5xx: the service failed. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

const BY_STATUS: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  422: UnprocessableError,
  429: RateLimitError,
};

/** Makes the error of an answer, by its status. */
export function toApiError(answer: ApiAnswer): ApiError {
  const Kind = BY_STATUS[answer.status] ?? (answer.status >= 500 ? ServerError : ApiError);
  return new Kind(answer);
}
