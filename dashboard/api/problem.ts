import * as words from '../words/en/api.js';
import { translated, translatedError } from '../words/sentences.js';

/** The error of a request, in the language of the dashboard. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  /** JSON pointer to what is wrong in the body. */
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** All that was answered, for those who know what else a code brings. */
  body: Readonly<Record<string, unknown>> = {};

  constructor(status: number, code: string, title: string, message: string, field?: string, requestId?: string) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.title = title;
    this.field = field;
    this.requestId = requestId;
  }

  /** True if there was no response, or one that reports an outage. */
  get isAway(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504);
  }
}

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' && value ? value : otherwise);

/** Reads a problem out of a failed answer. */
export function problemOf(status: number, body: unknown): Problem {
  const { error, message, code, field, request_id } = (body ?? {}) as Record<string, unknown>;
  const problem = new Problem(
    status,
    text(code, `HTTP_${status}`),
    translated(text(error, words.requestFailed)),
    translatedError(text(message, words.theServiceReturnedAnUnexpected)),
    typeof field === 'string' ? field : undefined,
    typeof request_id === 'string' ? request_id : undefined,
  );
  problem.body = (body ?? {}) as Record<string, unknown>;
  return problem;
}

/** Returns the problem where no answer came. */
export const noResponse = (): Problem =>
  new Problem(0, 'NO_ANSWER', words.serviceUnreachable, words.theServiceIsntResponding);

/** Makes a problem of whatever was thrown. */
export const asProblem = (thrown: unknown): Problem =>
  thrown instanceof Problem ? thrown : new Problem(-1, 'UNEXPECTED', words.somethingWentWrong, String(thrown));
