import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What the first load takes from the library. esbuild puts everything that any page takes from an index into the
 * script that each page loads, so the index exports only these, and pages import other components from their files.
 */
const FIRST = [
  'Button',
  'MantineProvider',
  'Menu',
  'Modal',
  'UnstyledButton',
  'createTheme',
  'defaultVariantColorsResolver',
  'useMantineColorScheme',
];
const IMPORT = /^import \{([^}]*)\} from '@mantine\/core';$/m;

const index = fileURLToPath(import.meta.resolve('@mantine/core'));
const folder = dirname(index);

/** The file of each name that the index exports. */
const FILES = new Map(
  [...readFileSync(index, 'utf8').matchAll(/^import \{ ([^}]*) \} from "(\.[^"]+)";$/gm)].flatMap(([, names, file]) =>
    names.split(', ').map((name) => [name, join(folder, file)]),
  ),
);

/** Returns a module's source with direct imports of the components that the first load doesn't need. */
export const withDirectImports = (source) =>
  source.replace(IMPORT, (_whole, list) =>
    list
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part && !part.startsWith('type '))
      .map((part) => {
        const [name] = part.split(' as ');
        return `import { ${part} } from '${FIRST.includes(name) ? '@mantine/core' : FILES.get(name)}';`;
      })
      .join(' '),
  );

/** Returns the index of the library with what the first load needs, and undefined for another file. */
export function smallerIndex({ path }) {
  if (path !== index) return undefined;
  return { contents: FIRST.map((name) => `export { ${name} } from '${FILES.get(name)}';`).join('\n'), loader: 'js' };
}
