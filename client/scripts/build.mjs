import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const home = resolve(import.meta.dirname, '..');
const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
const compiler = join(dirname(manifest), 'bin', 'tsc');
const out = resolve(home, process.argv[2] ?? 'dist');

/** The same sources once as ES modules and once as CommonJS, each with its own declarations. */
const FORMATS = {
  esm: { type: 'module', options: [] },
  cjs: { type: 'commonjs', options: ['--module', 'commonjs', '--moduleResolution', 'bundler'] },
};

rmSync(out, { recursive: true, force: true });
for (const [name, { type, options }] of Object.entries(FORMATS)) {
  const dir = join(out, name);
  mkdirSync(dir, { recursive: true });
  const args = [compiler, '-p', home, '--outDir', dir, ...options];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify({ type })}\n`);
}

// The types of requests and responses are kept once: modules can use those of CommonJS, but not the other way around.
writeFileSync(join(out, 'esm', 'types.d.ts'), "export type * from '../cjs/types.js';\n");
