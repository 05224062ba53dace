import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DIST } from './program.js';

const BUILDS = path.join(path.dirname(DIST), '.data', 'builds');

/** Takes every build away. */
export const removeBuilds = (): void => rmSync(BUILDS, { recursive: true, force: true });

/**
 * A copy of the compiled service in which one file reads differently, its workflows bundled anew. It stands beside the
 * original, where the same packages are found.
 */
export async function buildWith(name: string, file: string, edits: [string, string][]): Promise<string> {
  const folder = path.join(BUILDS, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(DIST, folder, { recursive: true });
  const target = path.join(folder, file);
  let code = readFileSync(target, 'utf8');
  for (const [before, after] of edits) {
    if (!code.includes(before)) throw new Error(`${file} has no ${before}`);
    code = code.replace(before, after);
  }
  writeFileSync(target, code);
  await promisify(execFile)(process.execPath, [path.join(folder, 'worker/bundle.js')]);
  return folder;
}
