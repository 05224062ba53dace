import { describe, expect, it } from '@jest/globals';
import { createMasking, MASK } from '../../domain/functions/masking.js';

const SECRETS = ['abcd', 'p@ss', 'Sk-Marked/9f8e+7d6c=5b4a "quoted"', 'täglich ein Wort: ✓', '90210', 'a\\b|c d%e?f'];
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('masking', () => {
  it.each(SECRETS)('knows %j as it is, in URLs, JSON, base64, hexadecimal and reversed', (secret) => {
    const masking = createMasking([secret]);
    const path = new URL('https://example.com');
    path.pathname = `/a/${secret}/b`;
    const forms = [
      ...[secret, JSON.stringify({ secret }), encodeURIComponent(secret), encodeURI(secret), path.href],
      ...[
        new URLSearchParams({ token: secret }).toString(),
        encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
      ],
      ...[base64(secret), base64(secret).replace(/=+$/, ''), Buffer.from(secret).toString('base64url')],
      ...[Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('hex').toUpperCase()],
      [...secret].reverse().join(''),
    ];
    for (const form of forms) expect([form, masking.text(`<${form}>`)]).toEqual([form, expect.stringContaining(MASK)]);
    expect(masking.text(secret)).toBe(MASK);
  });

  it.each(SECRETS)('finds %j in the base64 of something longer, wherever it begins', (secret) => {
    const masking = createMasking([secret]);
    for (const before of ['', 'u', 'us', 'user:']) {
      for (const after of ['', '.', '..', ':more']) {
        expect(masking.text(`Basic ${base64(before + secret + after)}`)).toContain(MASK);
      }
    }
  });

  it('leaves a value what it was but for the secret: keys, numbers, what is deep inside', () => {
    const masking = createMasking(['90210', 'abcd', 'true', 'null']);
    expect(masking.value({ abcd: 1, n: 90210, m: 1.9021, list: [['xabcdx', 5, null, true]], text: 'a90210b' })).toEqual(
      { [MASK]: 1, n: MASK, m: 1.9021, list: [[`x${MASK}x`, 5, null, true]], text: `a${MASK}b` },
    );
    expect(masking.fields({ abcd: 'abcd', true: { abcd: 'true' } })).toEqual({ abcd: MASK, true: { [MASK]: MASK } });
    expect(createMasking().value({ a: [1, 'b'] })).toEqual({ a: [1, 'b'] });
  });

  it('takes what is left of a secret off the end of a text that was cut', () => {
    const masking = createMasking(['sk-marked-123']);
    expect(masking.cutText('failed with sk-marked')).toBe(`failed with ${MASK}`);
    expect(masking.cutText('failed with sk-')).toBe('failed with sk-');
    expect(masking.cutText('sk-marked-123 and more')).toBe(`${MASK} and more`);
  });

  it('does not look for texts of less than four characters', () => {
    expect(createMasking(['abc', '']).text('abc')).toBe('abc');
  });
});
