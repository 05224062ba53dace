import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

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
};

const entriesOf = ({ outputs }) =>
  Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint)
    .map(([file, { entryPoint }]) => [basename(entryPoint), basename(file)]);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const tsconfig = join(home, 'tsconfig.json');
const [pages, doors, alone] = await Promise.all([
  build({ ...common, entryPoints: ['main.tsx', 'styles/all.css'], format: 'esm', splitting: true, tsconfig }),
  // By themselves: in one build with the pages they would load whatever of the library any page uses.
  build({ ...common, entryPoints: ['doors.tsx'], format: 'esm', tsconfig }),
  build({ ...common, entryPoints: ['scheme.ts', 'mail-frame/mail-frame.ts'], format: 'iife' }),
]);
const files = Object.fromEntries([pages, doors, alone].flatMap(({ metafile }) => entriesOf(metafile)));

/** Lists what a script needs before it runs: what it imports, and what that does. */
function neededBy(name, found = new Set()) {
  const { outputs } = pages.metafile;
  const [, { imports }] = Object.entries(outputs).find(([file]) => basename(file) === name);
  for (const { path, kind } of imports) {
    const needed = basename(path);
    if (kind !== 'import-statement' || found.has(needed)) continue;
    found.add(needed);
    neededBy(needed, found);
  }
  return [...found];
}

const manifest = {
  pages: { script: files['main.tsx'], needs: neededBy(files['main.tsx']) },
  doors: { script: files['doors.tsx'], needs: [] },
  styles: files['all.css'],
  scheme: files['scheme.ts'],
  mailFrame: files['mail-frame.ts'],
};

for (const name of readdirSync(out)) {
  const path = join(out, name);
  const text = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
// Last, so that a folder with a manifest is whole.
writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest)}\n`);
