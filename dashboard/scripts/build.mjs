import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { textsIn } from './texts.mjs';

const home = resolve(import.meta.dirname, '..');
/** `build.mjs <folder>` makes what the service serves: pages ask for it by names that hold a hash. */
const out = resolve(process.argv[2] ?? join(home, 'dist'));

const common = {
  absWorkingDir: home,
  bundle: true,
  minify: true,
  metafile: true,
  charset: 'utf8',
  legalComments: 'none',
  target: ['chrome111', 'firefox121', 'safari16.4'],
  define: { 'process.env.NODE_ENV': '"production"' },
  outdir: out,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff2': 'file' },
};

const filesOf = ({ metafile }) =>
  Object.entries(metafile.outputs)
    .filter(([, { entryPoint }]) => entryPoint)
    .map(([file, { entryPoint }]) => [basename(entryPoint), basename(file)]);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const tsconfig = join(home, 'tsconfig.json');
const words = join(home, 'words');
const LANGUAGES = readdirSync(words).filter((name) => statSync(join(words, name)).isDirectory());

/** Lists what a script needs before it runs: what it imports, and what that does. */
function neededBy(name, outputs, found = new Set()) {
  const [, { imports }] = Object.entries(outputs).find(([file]) => basename(file) === name);
  for (const { path, kind } of imports) {
    const needed = basename(path);
    if (kind !== 'import-statement' || found.has(needed)) continue;
    found.add(needed);
    neededBy(needed, outputs, found);
  }
  return [...found];
}

/** Builds the documents in a language. Files that are the same in all languages have one name. */
async function buildIn(language) {
  const plugins = [textsIn(language)];
  const [pages, signedOut] = await Promise.all([
    build({ ...common, plugins, entryPoints: ['app/main.tsx'], format: 'esm', splitting: true, tsconfig }),
    // Alone: in one build with the pages they would load whatever of the library any page uses.
    build({ ...common, plugins, entryPoints: ['app/signed-out.tsx'], format: 'esm', splitting: true, tsconfig }),
  ]);
  const { 'main.tsx': main, 'signed-out.tsx': outside } = Object.fromEntries([pages, signedOut].flatMap(filesOf));
  return {
    pages: { script: main, needs: neededBy(main, pages.metafile.outputs) },
    signedOut: { script: outside, needs: neededBy(outside, signedOut.metafile.outputs) },
  };
}

const [styles, alone, ...documents] = await Promise.all([
  build({ ...common, entryPoints: ['styles/all.css'] }),
  build({ ...common, entryPoints: ['app/color-scheme.ts', 'mail-frame/mail-frame.ts'], format: 'iife' }),
  ...LANGUAGES.map(buildIn),
]);
const files = Object.fromEntries([styles, alone].flatMap(filesOf));

/** The letters of the interface's language; those of other scripts are loaded once a text needs them. */
const fontOf = ({ outputs }) =>
  Object.keys(outputs)
    .map((file) => basename(file))
    .find((name) => name.startsWith('inter-latin-wght'));

const manifest = {
  languages: Object.fromEntries(LANGUAGES.map((language, at) => [language, documents[at]])),
  styles: files['all.css'],
  font: fontOf(styles.metafile),
  scheme: files['color-scheme.ts'],
  mailFrame: files['mail-frame.ts'],
};

for (const name of readdirSync(out)) {
  // Fonts are compressed already.
  if (name.endsWith('.woff2')) continue;
  const path = join(out, name);
  const text = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
// Last, so that a folder with a manifest is whole.
writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest)}\n`);
