import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Anything that may hold a secret or tell who a person is. */
const REDACTED = [
  'api_key',
  'authorization',
  'password',
  'secret',
  'token',
  'email',
  'phone',
  'to_address',
  'cookie',
  'html',
  'content',
  'text',
];

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}/g;
const PHONE = /\+\d{7,15}\b/g;
const KEY = /svc_(live|pub)_\w+/g;
/** A password may hold single slashes, but it ends before the next scheme: repeated schemes would cost a search each. */
const URL_PASSWORD = /(\w{1,20}:\/\/[^\s:/@]{1,255}:)(?:[^\s/@]|\/(?!\/)){1,1000}@/g;

/** Takes addresses, phone numbers, keys and passwords out of a text. */
export const scrub = (text: string): string =>
  text.replace(URL_PASSWORD, '$1***@').replace(EMAIL, '***@***').replace(PHONE, '+***').replace(KEY, 'svc_$1_***');

interface LoggedError extends Error {
  code?: unknown;
  errno?: unknown;
  sql?: unknown;
}

/**
 * Returns an error in a form that is safe for logs and histories. A database error's message quotes the statement with
 * its values, so only its code is returned.
 */
export function describeError(error: LoggedError): Record<string, unknown> {
  const code = error.code === undefined ? {} : { code: error.code };
  if (error.sql !== undefined) {
    const frames = String(error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line));
    return { type: 'DatabaseError', ...code, errno: error.errno, stack: frames.join('\n') };
  }
  return { type: error.name, message: scrub(String(error.message)), ...code, stack: scrub(String(error.stack ?? '')) };
}

const scrubFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value]),
  );

/** Creates the logger: JSON on standard output or `destination`, with secrets and personal data taken out. */
export function createLogger(level: string, name: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: scrubFields },
    redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '***' },
    serializers: {
      err: describeError,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
