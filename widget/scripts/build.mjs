import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

const home = resolve(import.meta.dirname, '..');
/** `build.mjs` makes the package in dist, `build.mjs <folder> --web` what the service serves in a folder. */
const out = resolve(process.argv[2] ?? join(home, 'dist'));
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

/** Writes the styles on one line; nothing else of them is left to save. */
const tightStyles = {
  name: 'tight-styles',
  setup: ({ onLoad }) =>
    onLoad({ filter: /(styles|embed|launcher)\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('}\n', '}'),
      loader: 'ts',
    })),
};

/** Names of what parts of the chat tell each other; the page and the service know none of them. */
const INSIDE =
  /^(?:on(?:Human|Change|State|Answer|Retry|Draft|Focus|Send|Skip|End)|keepForTurn|tellLead|keepDraft|lastKnown|askTicket|openingText|botName|announce|extras|isSeen|isBusy|isDone|isTyping|setHuman|ahead|wake|look|heard|note|follow|isShown|proofs|asked|answered|createdAt|delivery|matched|consentNeedsPhone|form(?:Title|Thanks|Send|Skip|Failed)|bad(?:Email|Phone)|slots(?:Title|Yours|Zone)|retryAfterMs|setUnread|setOpen|element|renew|isFrame|notify|memory|site|setup|place)$/;

const common = {
  absWorkingDir: home,
  bundle: true,
  minify: true,
  metafile: true,
  charset: 'utf8',
  legalComments: 'none',
  plugins: [tightStyles],
  target: ['chrome100', 'firefox101', 'safari16.4'],
};

/** Builds what is loaded by name and hash. Returns the file of each entry, and what names inside were shortened to. */
async function parts(folder) {
  const { metafile, mangleCache } = await build({
    ...common,
    entryPoints: { chat: 'src/chat.ts', embed: 'src/embed.ts', frame: 'src/frame.ts' },
    outdir: folder,
    format: 'esm',
    splitting: true,
    mangleProps: INSIDE,
    mangleCache: {},
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  });
  const files = {};
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs))
    if (entryPoint) files[basename(entryPoint, '.ts')] = basename(file);
  return { files, mangleCache };
}

/** Builds what the service serves: the script of pages, and what it loads. */
async function forPages() {
  const {
    files: { chat, embed, frame },
    mangleCache,
  } = await parts(out);
  const files = { page: chat, frame: embed };
  await build({
    ...common,
    entryPoints: ['src/loader.ts'],
    outfile: join(out, 'widget.js'),
    format: 'iife',
    mangleProps: INSIDE,
    // What it loads goes by the same names.
    mangleCache,
    define: { FILES: JSON.stringify(files) },
  });
  writeFileSync(join(out, 'manifest.json'), `${JSON.stringify({ version, chat, embed, frame })}\n`);
}

/** Builds the package: modules for bundlers, and their types. */
async function forNpm() {
  const folder = join(out, 'npm');
  await build({
    ...common,
    minify: false,
    entryPoints: ['src/index.ts'],
    outdir: folder,
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
  });
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '..', 'bin', 'tsc');
  const types = join(out, 'types');
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', types];
  const { status } = spawnSync(process.execPath, [compiler, '-p', home, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  for (const name of ['index', 'types'])
    cpSync(join(types, 'widget/src', `${name}.d.ts`), join(folder, `${name}.d.ts`));
  rmSync(types, { recursive: true });
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await (process.argv[3] === '--web' ? forPages() : forNpm());
