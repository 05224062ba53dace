import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Lists the pictures of the dashboard that the README and the guides show: each in light colors and in dark ones. */
export function shownPictures(root = '.'): string[] {
  const guides = path.join(root, 'docs/guides');
  const pages = [path.join(root, 'README.md'), ...readdirSync(guides).map((name) => path.join(guides, name))];
  const names = pages
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/screenshots\/([\w-]+\.webp)/g)])
    .map(([, name]) => name as string);
  return [...new Set(names.flatMap((name) => [name, name.replace('-light-', '-dark-')]))].sort();
}
