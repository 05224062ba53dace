import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Components that the first load doesn't need. esbuild puts everything that any page takes from the index of a library
 * into the script that each page loads, so these are removed from the index and
 * imported from their own files.
 */
const COMPONENTS = ['Autocomplete', 'MultiSelect', 'TagsInput'];
const IMPORT = /^import \{([^}]*)\} from '@mantine\/core';$/m;

const index = fileURLToPath(import.meta.resolve('@mantine/core'));
const folder = join(dirname(index), 'components');

/** Returns a module's source with direct imports of these components. */
export const withDirectImports = (source) =>
  source.replace(IMPORT, (_whole, list) => {
    const names = list.split(',').map((name) => name.trim());
    const direct = names.filter((name) => COMPONENTS.includes(name));
    const others = names.filter((name) => name && !COMPONENTS.includes(name)).join(', ');
    const lines = direct.map((name) => `import { ${name} } from '${join(folder, name, name)}.mjs';`);
    return [...lines, others && `import { ${others} } from '@mantine/core';`].filter(Boolean).join(' ');
  });

/** Returns the index of the library without these components. */
export async function smallerIndex({ path }) {
  if (path !== index) return undefined;
  const source = await readFile(path, 'utf8');
  const names = COMPONENTS.join('|');
  const contents = source
    .replace(new RegExp(`^import \\{ (?:${names}) \\} from .*$`, 'gm'), '')
    .replace(new RegExp(`(?<=[{,] )(?:${names}), `, 'g'), '');
  return { contents, loader: 'js', resolveDir: dirname(path) };
}
