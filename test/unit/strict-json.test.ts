import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonRefused, ListTooLong, parseStrictJson } from '../../runtime/strict-json.js';
import { cpuMs } from '../support/cpu-time.js';

const refusal = (text: string): JsonRefused => {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (error instanceof JsonRefused) return error;
    throw error;
  }
  throw new Error('The text was taken.');
};

describe('strict JSON', () => {
  it('reads what JSON.parse reads, for any value without the refused things', () => {
    const unit = fc.constantFrom('grapheme', 'grapheme-composite', 'binary') as fc.Arbitrary<'grapheme'>;
    const text = unit.chain((kind) => fc.string({ unit: kind })).filter((value) => !value.includes('\u0000'));
    const key = text.filter((value) => !['__proto__', 'constructor', 'prototype'].includes(value));
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom(null, true, false),
        fc.integer(),
        fc.double({ min: -1e15, max: 1e15, noNaN: true }),
        text,
        fc.array(tie('value'), { maxLength: 5 }),
        fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2, '\t'), (given, indent) => {
        const json = JSON.stringify(given, null, indent);
        expect(parseStrictJson(json)).toEqual(JSON.parse(json));
        const ascii = json.replaceAll(
          /[^ -~\n\t]/g,
          (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        expect(parseStrictJson(ascii)).toEqual(JSON.parse(json));
      }),
    );
  });

  it('never throws anything but a refusal, whatever the text', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u',
      'd800',
      '0000',
      '-',
      '1',
      'e',
      '9e999',
      'null',
      ' ',
      '\u0000',
      '\ud800',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
        const text = parts.join('');
        let plain: unknown;
        let isJson = true;
        try {
          plain = JSON.parse(text);
        } catch {
          isJson = false;
        }
        try {
          expect(parseStrictJson(text)).toEqual(plain);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonRefused);
          if (!isJson && !/nested/.test((error as Error).message))
            expect((error as JsonRefused).code).toBe('INVALID_JSON');
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['an empty text', ''],
    ['a truncated object', '{"a":'],
    ['a truncated text', '"abc'],
    ['a truncated escape', '"\\'],
    ['a truncated unicode escape', '"\\u00"'],
    ['a trailing comma', '{"a":1,}'],
    ['a single-quoted text', "{'a':1}"],
    ['a comment', '{"a":1/**/}'],
    ['NaN', '{"a":NaN}'],
    ['Infinity', '[Infinity]'],
    ['a leading zero', '[01]'],
    ['a plus sign', '[+1]'],
    ['two values', '{}{}'],
    ['a raw control character', '"a\nb"'],
    ['a raw NUL', '"a\u0000b"'],
    ['a byte order mark', '\ufeff{}'],
    ['a doubled key in what is no JSON', '{"a":1,"a":2'],
    ['a stray minus', '-'],
    ['a closing bracket too many', '[]]'],
  ])('answers INVALID_JSON to %s', (_, text) => {
    expect(refusal(text).code).toBe('INVALID_JSON');
  });

  it.each([
    ['doubled keys', '{"a":1,"b":{},"a":2}', '/a'],
    ['doubled keys, once as an escape', '{"a":1,"\\u0061":2}', '/a'],
    ['doubled empty keys', '{"":1,"":2}', '/'],
    ['doubled keys deep inside', '[[{"x":{"y/z":1,"y/z":1}}]]', '/0/0/x/y~1z'],
    ['__proto__', '{"__proto__":{"admin":true}}', '/__proto__'],
    ['__proto__ as an escape', '{"\\u005f_proto__":1}', '/__proto__'],
    ['constructor', '{"a":{"constructor":{"prototype":{}}}}', '/a/constructor'],
    ['prototype', '{"prototype":1}', '/prototype'],
    ['NUL', '{"a":["","x\\u0000y"]}', '/a/1'],
    ['NUL in a key', '{"\\u0000":1}', ''],
    ['NUL behind an escaped backslash', '"\\\\\\u0000"', ''],
    ['a lone high surrogate', '"\\ud800"', ''],
    ['a lone low surrogate', '"\\uDC00"', ''],
    ['surrogates in the wrong order', '"\\udc00\\ud800"', ''],
    ['a high surrogate before a letter', '"\\ud83da"', ''],
    ['two high surrogates', '"\\ud83d\\ud83d\\ude00"', ''],
    ['a raw lone surrogate', '"\ud800"', ''],
    ['a lone surrogate in a key', '{"\\ud800":1}', ''],
    ['2^53 + 1', '9007199254740993', ''],
    ['-2^53 - 1', '[0,{"a b":[-9007199254740993]}]', '/1/a b/0'],
    ['a huge exponent', '1e400', ''],
    ['a small text for a large number', '1E16', ''],
    ['thousands of digits', `[${'9'.repeat(100_000)}]`, '/0'],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, '/0'.repeat(32)],
    ['150,000 levels', '['.repeat(150_000), '/0'.repeat(32)],
    ['150,000 objects', '{"a":'.repeat(150_000), '/a'.repeat(32)],
    ['more than 10,000 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [i, 1]))), ''],
  ])('answers VALIDATION_ERROR to %s', (_, text, field) => {
    const { code, field: place } = refusal(text);
    expect([code, place]).toEqual(['VALIDATION_ERROR', field]);
  });

  it.each([
    ['32 levels', `${'['.repeat(32)}${']'.repeat(32)}`],
    ['2^53 - 1', '9007199254740991'],
    ['a tiny number', '1e-400'],
    ['many decimals', '0.12345678901234567890'],
    ['the same key in sisters', '[{"a":1},{"a":1}]'],
    ['the same text as key and value', '{"a":"a","b":"a"}'],
    ['an escaped backslash before u0000', '"\\\\u0000"'],
    ['pairs as escapes', '"\\ud83d\\ude00\\uD83D\\uDE00"'],
    ['pairs as they are', '"😀"'],
    ['brackets and numbers inside texts', '{"a":"[[[[{{{{ 9e999 \\"b\\": \\\\"}'],
    ['constructor as a value', '{"a":"constructor"}'],
    ['case and blanks apart', '{"key":1,"Key":2,"key ":3}'],
  ])('takes %s', (_, text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  it('counts the values of every kind, and refuses more than 300,000', () => {
    const kinds = ['{}', '[]', '{"a":1}', '"text"', '-1.5e3', 'true', 'false', 'null'];
    for (const kind of kinds) {
      const values = kind === '{"a":1}' ? 2 : 1;
      const list = (items: number) => `[${Array.from({ length: items }, () => kind).join(',')}]`;
      expect(parseStrictJson(list(299_998 / values))).toHaveLength(299_998 / values);
      expect(refusal(list(300_000)).message).toContain('300000 values');
    }
  });

  it('refuses a list that is longer than its limit wherever one was named, and no other', () => {
    const limit = { lists: ['', '/leads'], items: 3 };
    for (const text of ['[1,2,3,4]', '{"a":1,"leads":[1,2,3,{}]}'])
      expect(() => parseStrictJson(text, limit)).toThrow(ListTooLong);
    for (const text of ['[1,2,3]', '{"leads":[1,2,3]}', '{"a":1,"b":2,"c":3,"d":4}', '[[1,2,3,4]]', '{"a":[1,2,3,4]}'])
      expect(parseStrictJson(text, limit)).toEqual(JSON.parse(text));
  });

  it('takes a text of eight megabytes in the blink of an eye', () => {
    const lead = { first_name: 'Ana', note: 'x "quoted" \ud83d\ude00 '.repeat(300), n: 12345.678, list: [1, 2, 3] };
    const text = JSON.stringify(Array.from({ length: 1_000 }, () => lead));
    // Against the parser itself, so that a slow machine doesn't matter.
    const timeOf = (parse: (text: string) => unknown) => cpuMs(() => parse(text));
    expect(timeOf(parseStrictJson)).toBeLessThan(50 * Math.max(10, timeOf(JSON.parse)));
  });
});
