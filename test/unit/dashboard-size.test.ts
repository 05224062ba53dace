import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const folder = path.resolve(import.meta.dirname, '../../dist/dashboard');
const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const sizeOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + readFileSync(path.join(folder, `${name}.gz`)).length, 0);

/** What a script imports by name, and what that does; not what waits for a page. */
function neededBy(name: string, known = new Set<string>()): Set<string> {
  for (const [, needed = ''] of textOf(name).matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
    if (known.has(needed)) continue;
    known.add(needed);
    neededBy(needed, known);
  }
  return known;
}

/** What `npm run build` made, as it travels: in bytes of gzip. */
describe('the first load of the dashboard', () => {
  const { pages, doors, styles, scheme } = JSON.parse(textOf('manifest.json'));

  it('is at most 220,000 bytes of script, whichever page it opens', () => {
    const scripts = [scheme, pages.script, ...pages.needs];
    expect(scripts.length).toBeGreaterThan(10);
    expect(sizeOf(scripts)).toBeLessThanOrEqual(220_000);
  });

  it('is followed by at most 75,000 for a further page', () => {
    const first = new Set<string>([pages.script, ...pages.needs]);
    expect(new Set(pages.needs)).toEqual(neededBy(pages.script));
    const lazy = [...textOf(pages.script).matchAll(/\bimport\("\.\/([^"]+\.js)"\)/g)].map(([, name = '']) => name);
    expect(lazy.length).toBeGreaterThan(30);
    const more = lazy.map((name) => sizeOf([name, ...neededBy(name)].filter((each) => !first.has(each))));
    expect(Math.max(...more)).toBeLessThanOrEqual(75_000);
  });

  it('is at most 150,000 where one signs in', () => {
    expect(sizeOf([scheme, doors.script, ...doors.needs])).toBeLessThanOrEqual(150_000);
  });

  it('is at most 35,000 bytes of styles', () => {
    expect(sizeOf([styles])).toBeLessThanOrEqual(35_000);
  });
});
