import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withLock } from './lock.mjs';
import { during, Stop } from './output.mjs';
import { dataDir, makeDataDir, root } from './paths.mjs';
import { run } from './shell.mjs';

const dist = join(root, 'dist');
const STAMP = join(dist, '.build-stamp');
const DASHBOARD_STAMP = join(dist, '.dashboard-stamp');

/** Made in dist by other steps than the compiler; everything else there belongs to a source file. */
const MADE = [
  /^\.(build|dashboard)-stamp$/,
  /^workflow-bundle(-traced)?\.js(\.map)?$/,
  /^(widget|dashboard|reference)\//,
];

/** What the chat of web pages is made of; its types need those of browsers, so the compiler has it apart. */
const WIDGET = ['widget/src', 'widget/scripts', 'widget/package.json'];

function* files(dir, wanted) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* files(path, wanted);
    else if (wanted(entry.name)) yield path;
  }
}

/** Every source file of the build, from the compiler's own list of folders. */
function sources() {
  const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  return include
    .filter((folder) => folder !== 'test' && existsSync(join(root, folder)))
    .flatMap((folder) => [...files(join(root, folder), (name) => /\.(ts|mts|json)$/.test(name))])
    .sort();
}

/** One value for what files hold. Contents, not times: a checkout changes times alone. */
function fingerprintOf(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths)
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

const within = (names) =>
  names
    .map((name) => join(root, name))
    .flatMap((path) => (statSync(path).isDirectory() ? [...files(path, () => true)].sort() : [path]));

/** Returns what the service's programs are made of. */
const fingerprint = () =>
  fingerprintOf([
    ...within(['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', 'scripts/service/copy-reference.mjs']),
    ...sources(),
    ...within(WIDGET),
  ]);

/** Returns what the dashboard is made of: it takes only types from other folders. */
const dashboardFingerprint = () => fingerprintOf(within(['package-lock.json', 'dashboard']));

const stampOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Returns whether dist holds what the sources say. */
export const isBuilt = () => stampOf(STAMP) === fingerprint() && stampOf(DASHBOARD_STAMP) === dashboardFingerprint();

async function compile(script, args) {
  const result = await run(process.execPath, [script, ...args], { cwd: root, timeoutMs: 600_000 });
  if (result.code !== 0) throw new Stop('The build failed:', result.output.trim().split('\n').slice(0, 60));
  return result.output;
}

/** Returns what a deleted source left in dist would still be imported. */
function sweep() {
  for (const path of [...files(dist, () => true)]) {
    const name = relative(dist, path);
    if (MADE.some((pattern) => pattern.test(name))) continue;
    const source = join(root, name.replace(/\.map$/, '').replace(/\.js$/, '.ts'));
    if (!existsSync(source) && !existsSync(join(root, name))) rmSync(path);
  }
}

async function buildPrograms() {
  rmSync(STAMP, { force: true });
  await compile(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ['-p', 'tsconfig.build.json']);
  sweep();
  await compile(join(dist, 'worker', 'bundle.js'), []);
  await compile(join(root, 'widget', 'scripts', 'build.mjs'), [join(dist, 'widget'), '--web']);
  await compile(join(root, 'scripts', 'service', 'copy-reference.mjs'), [join(dist, 'reference')]);
}

async function buildDashboard() {
  rmSync(DASHBOARD_STAMP, { force: true });
  await compile(join(root, 'dashboard', 'scripts', 'build.mjs'), [join(dist, 'dashboard')]);
}

/** Makes in dist what changed since the last time: the programs, the dashboard. Returns whether it had to. */
export async function build() {
  makeDataDir(dataDir);
  return withLock(join(dataDir, 'locks', 'build'), { what: 'the build' }, async () => {
    const parts = [
      { stamp: STAMP, wanted: fingerprint(), make: buildPrograms },
      { stamp: DASHBOARD_STAMP, wanted: dashboardFingerprint(), make: buildDashboard },
    ].filter(({ stamp, wanted }) => stampOf(stamp) !== wanted);
    if (parts.length === 0) return false;
    await during('Building', async () => {
      for (const { stamp, wanted, make } of parts) {
        await make();
        writeFileSync(stamp, wanted);
      }
    });
    return true;
  });
}
