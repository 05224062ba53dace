import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../schemas/dashboard.js';

const folder = path.resolve(import.meta.dirname, '../../dist/dashboard');
const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const sizeOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + readFileSync(path.join(folder, `${name}.gz`)).length, 0);

/** Returns the scripts that a script imports by name, and their imports, without those that wait for a page. */
function neededBy(name: string, known = new Set<string>()): Set<string> {
  for (const [, needed = ''] of textOf(name).matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
    if (known.has(needed)) continue;
    known.add(needed);
    neededBy(needed, known);
  }
  return known;
}

/** The output of `npm run build`, in bytes of gzip. */
describe.each(LANGUAGES)('the first load of the dashboard in %s', (language) => {
  const { languages, styles, font, scheme } = JSON.parse(textOf('manifest.json'));
  const { pages, signedOut } = languages[language];

  it('is at most 220,000 bytes of script, whichever page it opens', () => {
    const scripts = [scheme, pages.script, ...pages.needs];
    expect(scripts.length).toBeGreaterThan(10);
    expect(sizeOf(scripts)).toBeLessThanOrEqual(220_000);
  });

  // English derives most labels of fields from their keys and shows texts of the API. Other languages list them.
  const labels = language === 'en' ? 0 : 6_000;

  it('with any further page is at most 295,000, and the labels and texts that only other languages list', () => {
    const first = new Set<string>([pages.script, ...pages.needs]);
    expect(new Set(pages.needs)).toEqual(neededBy(pages.script));
    const lazy = [...textOf(pages.script).matchAll(/\bimport\("\.\/([^"]+\.js)"\)/g)].map(([, name = '']) => name);
    expect(lazy.length).toBeGreaterThan(30);
    const more = lazy.map((name) => sizeOf([name, ...neededBy(name)].filter((each) => !first.has(each))));
    expect(sizeOf(first) + Math.max(...more)).toBeLessThanOrEqual(295_000 + labels);
  });

  it('is at most 150,000 where one signs in', () => {
    expect(sizeOf([scheme, signedOut.script, ...signedOut.needs])).toBeLessThanOrEqual(150_000);
  });

  it('is at most 35,000 bytes of styles', () => {
    expect(sizeOf([styles])).toBeLessThanOrEqual(35_000);
  });

  it('is at most 50,000 bytes of fonts for texts in Latin letters', () => {
    expect(readFileSync(path.join(folder, font)).length).toBeLessThanOrEqual(50_000);
  });
});
