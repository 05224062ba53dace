import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Copies the scripts of the API reference into a folder, so that the package and its own dependencies aren't needed at
// run time: node scripts/service/copy-reference.mjs <folder>
const [, , to] = process.argv;
if (!to) throw new Error('Name the folder to copy to.');
const from = join(dirname(createRequire(import.meta.url).resolve('@scalar/api-reference')), 'browser');
rmSync(to, { recursive: true, force: true });
cpSync(join(from, 'standalone.esm.js'), join(to, 'standalone.esm.js'));
cpSync(join(from, 'chunks'), join(to, 'chunks'), { recursive: true, filter: (file) => !file.endsWith('.map') });
