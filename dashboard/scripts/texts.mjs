import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { smallerIndex, withDirectImports } from './direct-imports.mjs';

const IMPORT = /^import \* as (\w+) from '(\.[^']*\/en\/[\w-]+\.js)';$/m;
const ENGLISH = `${join('dashboard', 'words', 'en')}${sep}`;

/** Runs a module, and returns what it exports. */
async function exportsOf(file) {
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, format: 'esm', write: false });
  const [{ text }] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}

/** Reads the texts that a module exports. Those with parameters are functions and stay in their module. */
const textsOf = async (file) =>
  new Map(Object.entries(await exportsOf(file)).filter(([, value]) => typeof value === 'string'));

/** Writes the shapes of the forms with the descriptions of fields in a language. Those without one stay English. */
async function shapesIn(language, file) {
  const descriptions = join(import.meta.dirname, '..', 'words', language, 'descriptions.json');
  if (!existsSync(descriptions)) return undefined;
  const translated = JSON.parse(await readFile(descriptions, 'utf8'));
  const { SHAPES } = await exportsOf(file);
  const json = JSON.stringify(SHAPES, (key, value) => (key === 'help' ? (translated[value] ?? value) : value));
  return { contents: `export const SHAPES = JSON.parse(${JSON.stringify(json)});`, loader: 'js' };
}

/** Returns the file of a module of texts in a language; undefined for another module. */
function fileIn(language, folder, module) {
  const file = resolve(folder, module).replace(/\.js$/, '.ts');
  return file.includes(ENGLISH) ? file.replace(ENGLISH, ENGLISH.replace(/en(?=.$)/, language)) : undefined;
}

/**
 * Puts the texts of a language into the pages that show them. A page then loads its own texts and no others, and
 * reading one costs nothing.
 */
export const textsIn = (language) => ({
  name: 'texts',
  setup({ onLoad, onResolve }) {
    const modules = new Map();
    const read = (file) => {
      if (!modules.has(file)) modules.set(file, textsOf(file));
      return modules.get(file);
    };
    onResolve({ filter: /\/en\/[\w-]+\.js$/ }, ({ path, resolveDir }) => {
      const file = fileIn(language, resolveDir, path);
      return file ? { path: file } : undefined;
    });
    onLoad({ filter: /\bindex\.mjs$/ }, smallerIndex);
    onLoad({ filter: /\bshapes\.ts$/ }, ({ path }) => shapesIn(language, path));
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const source = withDirectImports(await readFile(path, 'utf8'));
      const loaded = { loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path) };
      const found = IMPORT.exec(source);
      const file = found && fileIn(language, dirname(path), found[2]);
      if (!file) return { contents: source, ...loaded };
      const [line, name] = found;
      const texts = await read(file);
      let usesFunctions = false;
      const filled = source.replace(new RegExp(`(?<![.\\w])${name}\\.(\\w+)\\b`, 'g'), (whole, key) => {
        if (texts.has(key)) return JSON.stringify(texts.get(key));
        usesFunctions = true;
        return whole;
      });
      // An import that nothing uses would still put the module, with the functions of other pages, into this one.
      const contents = usesFunctions ? filled : filled.replace(line, '');
      return { contents, ...loaded };
    });
  },
});
