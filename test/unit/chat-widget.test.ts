import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matcher, sha256 } from '../../widget/src/sha256.js';
import { contrast, readable } from '../../widget/src/theme.js';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const hex = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 6, maxLength: 6 });
const color = hex.map((digits) => `#${digits.join('')}`);

describe('the hash of the chat', () => {
  it('is SHA-256, for texts of every length', () => {
    for (let length = 0; length < 200; length += 1) expect(sha256('é'.repeat(length))).toBe(hashOf('é'.repeat(length)));
  });

  it('finds the number of a challenge, and no other', () => {
    const salt = `${'s'.repeat(63)}&`;
    for (const number of [0, 7, 10, 99_999, 2_000_000]) {
      const isIt = matcher(salt, hashOf(`${salt}${number}`));
      expect([isIt(number), isIt(number + 1), isIt(number)]).toEqual([true, false, true]);
    }
  });
});

describe('the colour of a widget', () => {
  it('can be read on white and on dark, whatever it was', () => {
    fc.assert(
      fc.property(color, fc.constantFrom('#ffffff', '#1b1d22'), (given, against) => {
        expect(contrast(readable(given, against), against)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('stays as it is where it can be read already', () => {
    expect(readable('#0b6e4f', '#ffffff')).toBe('#0b6e4f');
  });
});

/** The output of `npm run build`, in kilobytes of 1,000 bytes. */
describe('the chat', () => {
  const folder = path.resolve(import.meta.dirname, '../../dist/widget');
  const size = (names: string[]) =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, name)), { level: 9 }).length, 0) / 1_000;
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const languages = scripts.filter((name) => /^[a-z]{2}-/.test(name));

  it('costs a page without a used chat at most 5 kB', () => {
    expect(size(['widget.js'])).toBeLessThanOrEqual(5);
  });

  it('is at most 25 kB in all, in the longest language', () => {
    const largest = Math.max(...languages.map((name) => size([name])));
    expect(languages).toHaveLength(5);
    expect(size(scripts.filter((name) => !languages.includes(name))) + largest).toBeLessThanOrEqual(25);
  });
});
