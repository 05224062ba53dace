import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
const send = (account: TestAccount, body: string | Buffer, headers: Record<string, string> = {}) =>
  account
    .request('post', '/leads')
    .set({ 'Content-Type': 'application/json', ...headers })
    .serialize((raw: unknown) => raw as string)
    .send(body as string);
const lead = (rest: string) => `{"first_name":"A",${rest}}`;
const nested = (depth: number) => lead(`"x":${'['.repeat(depth)}${']'.repeat(depth)}`);
const keys = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',');

/** Every class of body that breaks parsers, stores or readers, with the one answer to each. */
const BODIES: [what: string, body: string | Buffer, status: number, code: string | null][] = [
  ['nothing', '', 400, 'VALIDATION_ERROR'],
  ['blanks', '  \n', 400, 'INVALID_JSON'],
  ['null', 'null', 400, 'VALIDATION_ERROR'],
  ['true', 'true', 400, 'VALIDATION_ERROR'],
  ['a number', '42', 400, 'VALIDATION_ERROR'],
  ['a text', '"first_name"', 400, 'VALIDATION_ERROR'],
  ['an empty object', '{}', 400, 'VALIDATION_ERROR'],
  ['an empty array', '[]', 400, 'VALIDATION_ERROR'],
  ['truncated JSON', '{"first_name":"A"', 400, 'INVALID_JSON'],
  ['a truncated text', '{"first_name":"A', 400, 'INVALID_JSON'],
  ['a form', 'first_name=A', 400, 'INVALID_JSON'],
  ['XML', '<lead><first_name>A</first_name></lead>', 400, 'INVALID_JSON'],
  ['a trailing comma', '{"first_name":"A",}', 400, 'INVALID_JSON'],
  ['two documents', '{"first_name":"A"}{"first_name":"B"}', 400, 'INVALID_JSON'],
  ['NaN', lead('"x":NaN'), 400, 'INVALID_JSON'],
  ['a byte order mark, which is skipped', Buffer.from('\ufeff{"first_name":"A"}'), 201, null],
  ['UTF-16', Buffer.from('{"first_name":"A"}', 'utf16le'), 400, 'INVALID_JSON'],
  ['UTF-16 with its mark', Buffer.from('\ufeff{"first_name":"A"}', 'utf16le'), 400, 'INVALID_JSON'],
  ['Latin-1', Buffer.from('{"first_name":"Jos\xe9"}', 'latin1'), 400, 'INVALID_JSON'],
  ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 400, 'INVALID_JSON'],
  ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 400, 'INVALID_JSON'],
  ['a cut UTF-8 letter', Buffer.concat([Buffer.from('"'), Buffer.from([0xe2, 0x82])]), 400, 'INVALID_JSON'],
  ['raw zero bytes', Buffer.alloc(100), 400, 'INVALID_JSON'],
  ['doubled keys', '{"first_name":"A","first_name":"B"}', 400, 'VALIDATION_ERROR'],
  ['doubled keys inside metadata', lead('"metadata":{"a":1,"\\u0061":2}'), 400, 'VALIDATION_ERROR'],
  ['__proto__', lead('"__proto__":{"admin":true}'), 400, 'VALIDATION_ERROR'],
  ['__proto__ inside metadata', lead('"metadata":{"a":{"__proto__":{}}}'), 400, 'VALIDATION_ERROR'],
  ['constructor.prototype', lead('"constructor":{"prototype":{"x":1}}'), 400, 'VALIDATION_ERROR'],
  ['keys of Object.prototype', lead('"toString":1,"hasOwnProperty":2,"valueOf":null'), 201, null],
  ['NUL in a name', '{"first_name":"A\\u0000"}', 400, 'VALIDATION_ERROR'],
  ['NUL in a metadata key', lead('"metadata":{"\\u0000":1}'), 400, 'VALIDATION_ERROR'],
  ['a lone surrogate', '{"first_name":"\\ud800"}', 400, 'VALIDATION_ERROR'],
  ['a lone surrogate in a key', lead('"\\udc00":1'), 400, 'VALIDATION_ERROR'],
  ['pairs of surrogates', '{"first_name":"\\ud83d\\ude00"}', 201, null],
  ['control characters only', '{"first_name":"\\u0001\\u001f\\u007f"}', 400, 'VALIDATION_ERROR'],
  ['letters of every kind', '{"first_name":"Zoë 李 علي שלום 👩‍👩‍👧‍👦 \\u202e"}', 201, null],
  ['SQL', `{"first_name":"'; DROP TABLE leads; -- \\\\"}`, 201, null],
  ['a template', '{"first_name":"{{lead.constructor}} #{7*7} %s %n"}', 201, null],
  ['a formula', '{"first_name":"=cmd|\' /C calc\'!A0"}', 201, null],
  ['2^53 + 1', lead('"x":9007199254740993'), 400, 'VALIDATION_ERROR'],
  ['2^53 - 1', lead('"x":9007199254740991'), 201, null],
  ['1e400', lead('"x":1e400'), 400, 'VALIDATION_ERROR'],
  ['-1e400', lead('"x":-1e400'), 400, 'VALIDATION_ERROR'],
  ['minus zero and tiny numbers', lead('"x":[-0,1e-400,0.1]'), 201, null],
  ['a million digits', lead(`"x":${'9'.repeat(1_000_000)}`), 400, 'VALIDATION_ERROR'],
  ['a number as a name', '{"first_name":1}', 400, 'VALIDATION_ERROR'],
  ['an object as a name', '{"first_name":{"$ne":null}}', 400, 'VALIDATION_ERROR'],
  ['an array as a name', '{"first_name":["A"]}', 400, 'VALIDATION_ERROR'],
  ['null as a name', '{"first_name":null}', 400, 'VALIDATION_ERROR'],
  ['a name of a megabyte', `{"first_name":"${'A'.repeat(1_000_000)}"}`, 400, 'VALIDATION_ERROR'],
  ['an unknown text of a megabyte', lead(`"x":"${'A'.repeat(1_000_000)}"`), 400, 'VALIDATION_ERROR'],
  ['an e-mail address of a megabyte', lead(`"email":"${'a@'.repeat(500_000)}"`), 400, 'VALIDATION_ERROR'],
  ['a phone of digits only', lead(`"phone":"${'1'.repeat(64)}"`), 400, 'INVALID_PHONE'],
  ['a key of a megabyte', `{"first_name":"A","${'k'.repeat(1_000_000)}":1}`, 400, 'VALIDATION_ERROR'],
  ['200 unknown keys', lead(keys(200)), 201, null],
  ['201 unknown keys', lead(keys(201)), 400, 'VALIDATION_ERROR'],
  ['100,000 keys', lead(keys(100_000)), 400, 'VALIDATION_ERROR'],
  ['15 levels inside a metadata key', nested(15), 201, null],
  ['17 levels inside a metadata key', nested(17), 400, 'VALIDATION_ERROR'],
  ['33 levels', nested(33), 400, 'VALIDATION_ERROR'],
  ['150,000 levels', '['.repeat(150_000), 400, 'VALIDATION_ERROR'],
  ['150,000 closed levels', nested(150_000), 400, 'VALIDATION_ERROR'],
  ['150,000 objects', '{"a":'.repeat(150_000), 400, 'VALIDATION_ERROR'],
  ['an array of nulls', `[${'null,'.repeat(500)}null]`, 400, 'VALIDATION_ERROR'],
  ['an array of a million zeros', `[${'0,'.repeat(1_000_000)}0]`, 413, 'TOO_MANY_LEADS'],
  ['a body beyond the limit', `{"first_name":"${'A'.repeat(9_000_000)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
];

describe('bodies of POST /leads', () => {
  it.each(BODIES)('answers %s', async (_, body, status, code) => {
    const account = await api.account();
    const answer = await send(account, body);
    expect([answer.status, answer.body.code ?? null]).toEqual([status, code]);
    expect(answer.headers['x-request-id']).toBeTruthy();
    if (status >= 400) {
      expect(answer.body).toMatchObject({ error: expect.any(String), message: expect.any(String) });
      if (status === 400) expect(answer.body).toMatchObject({ field: expect.any(String), details: expect.any(Object) });
      // An error never repeats the input.
      expect(JSON.stringify(answer.body).length).toBeLessThan(2_000);
    }
    expect(await api.db('leads').where({ account_id: account.accountId })).toHaveLength(status === 201 ? 1 : 0);
  });

  it.each([
    ['no content type', { 'Content-Type': '' }],
    ['text/plain', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['XML', { 'Content-Type': 'application/xml' }],
    ['nonsense', { 'Content-Type': 'nonsense' }],
    ['a compressed body', { 'Content-Encoding': 'gzip' }],
    ['an unknown encoding', { 'Content-Encoding': 'x' }],
  ])('answers 415 to %s', async (_, headers) => {
    const account = await api.account();
    const body = 'Content-Encoding' in headers ? gzipSync('{"first_name":"A"}') : '{"first_name":"A"}';
    const answer = await send(account, body, headers as Record<string, string>);
    expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('accepts a charset with the media type', async () => {
    const account = await api.account();
    const answer = await send(account, '{"first_name":"Ñ"}', { 'Content-Type': 'Application/JSON; charset=utf-8' });
    expect(answer.status).toBe(201);
    expect(answer.body.lead.first_name).toBe('Ñ');
  });

  it('keeps what it takes letter by letter', async () => {
    const account = await api.account();
    const metadata = {
      'clé "x"': ["'; DROP TABLE leads; --", '\\', '\u0001\u2028', '👩‍👩‍👧‍👦', '\ufeff', ' edge '],
      Key: 1,
      key: 2,
      'key ': 3,
      '': null,
      nested: { '0': -0, big: 9007199254740991, small: 5e-324, yes: true },
    };
    const created = await send(account, JSON.stringify({ first_name: 'A', metadata }));
    expect(created.status).toBe(201);
    const read = await account.request('get', `/leads/${created.body.lead.id}`);
    expect(JSON.stringify(read.body.lead.metadata)).toBe(JSON.stringify(metadata));
  });

  it('authenticates before it reads', async () => {
    const account = await api.account();
    const answer = await send({ ...account, request: (m, p) => account.request(m, p).set('X-API-Key', 'no') }, '{');
    expect(answer.status).toBe(401);
  });
});
