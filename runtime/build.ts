import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.dirname(import.meta.dirname);
/** The folders that decide about runs, messages and leads. A change of the API alone isn't another build for them. */
const FOLDERS = [
  ...(['activities', 'db', 'domain', 'functions', 'providers', 'runtime'] as const),
  ...(['schemas', 'services', 'temporal', 'worker', 'workflows'] as const),
];
/** The file where npm records the installed packages. */
const PACKAGES = path.join(ROOT, '..', 'node_modules', '.package-lock.json');

let known: string | undefined;

/**
 * Names the code that runs, by what it is: the same for all processes of a release and after each restart, another one
 * as soon as a file or a package differs. Reads the files once a process, some 50 ms.
 */
export function buildId(): string {
  if (known === undefined) {
    const hash = createHash('sha256').update(process.version);
    for (const folder of FOLDERS) {
      for (const file of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()) {
        if (/(?<!\.d)\.(js|ts)$/.test(file)) hash.update(file).update(readFileSync(path.join(ROOT, folder, file)));
      }
    }
    if (existsSync(PACKAGES)) hash.update(readFileSync(PACKAGES));
    known = hash.digest('hex').slice(0, 12);
  }
  return known;
}
