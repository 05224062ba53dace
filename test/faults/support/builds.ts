import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DIST } from './program.js';
import type { Rig } from './rig.js';

const BUILDS = path.join(path.dirname(DIST), '.data', 'builds');

const made: string[] = [];

/** Deletes the builds of this process. Those of concurrent tests stay. */
export function removeBuilds(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The changes of a build: by file, the texts that are replaced. */
type Changes = Record<string, [string, string][]>;

/**
 * Makes a copy of the compiled service with changes in some files and a new workflow bundle. It is next to the
 * original, where the same packages are found.
 */
export async function buildWith(name: string, changes: Changes): Promise<string> {
  const folder = path.join(BUILDS, name);
  rmSync(folder, { recursive: true, force: true });
  made.push(folder);
  cpSync(DIST, folder, { recursive: true });
  for (const [file, edits] of Object.entries(changes)) {
    const target = path.join(folder, file);
    let code = readFileSync(target, 'utf8');
    for (const [before, after] of edits) {
      if (!code.includes(before)) throw new Error(`${file} has no ${before}`);
      code = code.replace(before, after);
    }
    writeFileSync(target, code);
  }
  await promisify(execFile)(process.execPath, [path.join(folder, 'worker/bundle.js')]);
  return folder;
}

/** Replaces the workers one after the other, as a deploy does; by the usual build where no other is named. */
export async function deploy(rig: Rig, dist?: string): Promise<void> {
  for (const worker of rig.workers) {
    rig.note(worker.name, `deploy of ${dist ? path.basename(dist) : 'the usual build'}`);
    await worker.stop('SIGTERM');
    worker.start(dist === undefined ? {} : { dist });
    await worker.ready();
  }
}
