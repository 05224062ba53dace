import { type Logger, pino } from 'pino';

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

const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const PHONE = /\+\d{7,15}\b/g;
const KEY = /svc_(live|pub)_\w+/g;
const URL_PASSWORD = /(\w+:\/\/[^\s:/@]+:)[^\s@]+@/g;

/** Takes addresses, phone numbers, keys and passwords out of a text. */
export const scrub = (text: string): string =>
  text.replace(URL_PASSWORD, '$1***@').replace(EMAIL, '***@***').replace(PHONE, '+***').replace(KEY, 'svc_$1_***');

interface LoggedError extends Error {
  code?: unknown;
  errno?: unknown;
  sql?: unknown;
}

/** An error as logs hold it. A database error's text quotes the statement with its values, so only its code is told. */
function describeError(error: LoggedError): Record<string, unknown> {
  const code = error.code === undefined ? {} : { code: error.code };
  if (error.sql !== undefined) {
    const places = String(error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line));
    return { type: 'DatabaseError', ...code, errno: error.errno, stack: places.join('\n') };
  }
  return { type: error.name, message: scrub(String(error.message)), ...code, stack: scrub(String(error.stack ?? '')) };
}

/** JSON logs on standard output, with secrets and personal data taken out. */
export function createLogger(level: string, name: string): Logger {
  return pino({
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '***' },
    serializers: {
      err: describeError,
    },
  });
}
