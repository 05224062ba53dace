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

/** JSON logs on standard output, with secrets and personal data taken out. */
export function createLogger(level: string, name: string): Logger {
  return pino({
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '***' },
    serializers: {
      err: (error: Error & { code?: unknown }) => ({
        type: error.name,
        message: scrub(String(error.message)),
        ...(error.code === undefined ? {} : { code: error.code }),
        stack: scrub(String(error.stack ?? '')),
      }),
    },
  });
}
