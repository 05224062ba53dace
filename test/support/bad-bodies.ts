import { gzipSync } from 'node:zlib';

const MiB = 1024 * 1024;

/** A body and how it is refused. */
export interface Bad {
  what: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  status: number;
  code: string;
}

export const JSON_TYPE = { 'content-type': 'application/json' };
const invalid = (what: string, body: string | Buffer): Bad => ({ what, body, status: 400, code: 'INVALID_JSON' });
export const refused = (what: string, body: string | Buffer): Bad => ({
  what,
  body,
  status: 400,
  code: 'VALIDATION_ERROR',
});
const mistyped = (what: string, headers: Record<string, string>, body: string | Buffer = '{}'): Bad => ({
  what,
  body,
  headers,
  status: 415,
  code: 'UNSUPPORTED_MEDIA_TYPE',
});
const nested = (open: string, depth: number) => open.repeat(depth);

const list = (item: string, bytes: number) =>
  `[${`${item},`.repeat(Math.floor((bytes - 2) / (item.length + 1)) - 1)}${item}]`;

/** Bodies of as many bytes as a route takes, out of which the most is made. */
export const filling = (bytes: number): Omit<Bad, 'status' | 'code'>[] => {
  const inside = (item: string) => `{"a":${list(item, bytes - 6)}}`;
  const text = 'x'.repeat(Math.max(Math.floor(bytes / 280_000) - 3, 0));
  return [
    ...[{ what: 'a list of empty objects', body: list('{}', bytes) }],
    ...['{}', '[]', '""', '0', 'null', '{"a":1}', `"${text}"`].map((item) => ({
      what: `a field of ${item.slice(0, 8)}`,
      body: inside(item),
    })),
    { what: 'one text', body: `{"a":"${'x'.repeat(bytes - 8)}"}` },
  ];
};

/** The bodies that every route rejects. */
export const BAD: Bad[] = [
  ...[invalid('blanks', ' \n'), invalid('half a document', '{"a":1'), invalid('half a text', '{"a":"b')],
  ...[invalid('two documents', '{}{}'), invalid('a trailing comma', '{"a":1,}'), invalid('NaN', '{"a":NaN}')],
  ...[invalid('a form', 'a=1&b=2'), invalid('XML', '<a/>'), invalid('zero bytes', Buffer.alloc(64))],
  invalid('UTF-16', Buffer.from('{"a":1}', 'utf16le')),
  invalid('Latin-1', Buffer.from('{"a":"\xe9"}', 'latin1')),
  invalid('a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])),
  ...['null', 'true', '42', '-0', '"text"', '[]', '[[]]', '[null]'].map((bare) => refused(bare, bare)),
  ...[refused('doubled keys', '{"name":"a","name":"b"}'), refused('deep doubled keys', '{"a":[{"b":1,"\\u0062":2}]}')],
  ...['__proto__', 'constructor', 'prototype'].flatMap((key) => [
    refused(key, `{"${key}":{"admin":true}}`),
    refused(`${key} inside`, `{"metadata":{"a":[{"${key}":{}}]}}`),
  ]),
  ...[refused('NUL', '{"name":"a\\u0000"}'), refused('NUL in a key', '{"a\\u0000":1}')],
  ...[refused('a lone surrogate', '{"name":"\\ud800"}'), refused('one in a key', '{"\\udc00":1}')],
  ...[
    refused('2^53 + 1', '{"a":9007199254740993}'),
    refused('1e400', '{"a":[1e400]}'),
    refused('-1e999', '{"a":-1e999}'),
  ],
  refused('a million digits', `{"a":${'9'.repeat(1_000_000)}}`),
  refused('33 levels', `{"a":${nested('[', 33)}${nested(']', 33)}}`),
  refused('150,000 levels', nested('[', 150_000)),
  refused('150,000 objects', nested('{"a":', 150_000)),
  refused('60,000 keys', `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(',')}}`),
  mistyped('no media type', { 'content-type': '' }),
  mistyped('plain text', { 'content-type': 'text/plain' }),
  mistyped('a form as its type says', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'),
  mistyped('nonsense', { 'content-type': 'nonsense' }),
  mistyped('gzip', { ...JSON_TYPE, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(100 * MiB, 0x20))),
  mistyped('an unknown encoding', { ...JSON_TYPE, 'content-encoding': 'x' }),
];
