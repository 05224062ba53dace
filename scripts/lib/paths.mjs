import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** Everything the scripts keep on this machine lies below this folder. */
export const dataDir = resolve(root, process.env.LAS_DATA_DIR || '.data');

/** The services of the tests keep their state here, apart from those of `npm start`. */
export const testDataDir = join(dataDir, 'test');

/** The data folders of everything that tests start: the suites' own, and one for each set of servers that is to be broken. */
export const testDataDirs = () => [
  testDataDir,
  ...(existsSync(testDataDir) ? readdirSync(testDataDir) : [])
    .filter((name) => name.startsWith('faults-'))
    .map((name) => join(testDataDir, name)),
];

/** The demo's own service keeps its state here. */
export const demoDataDir = join(dataDir, 'demo');

/** The service of the evals keeps its state here. */
export const evalsDataDir = join(dataDir, 'evals');

/** Programs that were fetched or built. Shared by all data folders, since building one takes minutes. */
export const binDir = resolve(root, process.env.LAS_BIN_DIR || join(dataDir, 'bin'));

const MARKER = '.lead-automation-data';

/** Name of the file that marks a folder as ours; only a folder that holds it is ever deleted. */
export const dataMarker = MARKER;

/**
 * Makes a data folder. Other users may pass through but not list it: the database server of a root user runs
 * unprivileged and has to reach its own folder inside. Secrets in it are 0600 each.
 */
export function makeDataDir(dir) {
  mkdirSync(dir, { recursive: true, mode: 0o711 });
  mkdirSync(join(dir, 'logs'), { recursive: true, mode: 0o700 });
  writeFileSync(
    join(dir, MARKER),
    'State of the lead automation service on this machine. Safe to delete when it is stopped.\n',
  );
  return dir;
}
