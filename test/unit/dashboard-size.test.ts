import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const folder = path.resolve(import.meta.dirname, '../../dist/dashboard');
const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const sizeOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + readFileSync(path.join(folder, `${name}.gz`)).length, 0);

/** What a browser loads with a script: what it imports by name, and what that imports; not what waits for a page. */
function loadedWith(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known;
  known.add(name);
  for (const [, imported = ''] of textOf(name).matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    loadedWith(imported, known);
  return known;
}

/** What `npm run build` made, as it travels: in bytes of gzip. */
describe('the first load of the dashboard', () => {
  const { script, styles, scheme } = JSON.parse(textOf('manifest.json'));

  it('is at most 220,000 bytes of script, whichever page it opens', () => {
    const scripts = [scheme, ...loadedWith(script)];
    expect(scripts.length).toBeGreaterThan(10);
    expect(sizeOf(scripts)).toBeLessThanOrEqual(220_000);
  });

  it('is at most 35,000 bytes of styles', () => {
    expect(sizeOf([styles])).toBeLessThanOrEqual(35_000);
  });
});
