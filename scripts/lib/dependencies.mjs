import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJson } from './files.mjs';
import { nodeLines } from './install-lines.mjs';
import { installedMatches } from './installed.mjs';
import { withLock } from './lock.mjs';
import { during, Stop } from './output.mjs';
import { dataDir, makeDataDir, root } from './paths.mjs';
import { findProgram, run } from './shell.mjs';

const NODE_MAJOR = 24;
const major = Number(process.versions.node.split('.')[0]);

/** The Node that comes with the dependencies. */
export const bundledNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Returns whether every dependency is there in the version the lockfile names. */
export const dependenciesInstalled = () =>
  installedMatches(
    readJson(join(root, 'package-lock.json')),
    readJson(join(root, 'node_modules', '.package-lock.json')),
  );

/** Returns the npm to run: the one that started this script, the one next to this Node, or the one on PATH. */
export function npmCommand() {
  const cli = [
    process.env.npm_execpath,
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = cli.find((path) => path && /npm-cli\.js$/.test(path) && existsSync(path));
  if (script) return [process.execPath, script];
  const program = findProgram(['npm']);
  return program ? [program] : undefined;
}

async function npm(args) {
  const command = npmCommand();
  if (!command) throw new Stop('npm was not found.', nodeLines);
  const [program, ...before] = command;
  // Inside `npm run` the variables of that npm would change what this one does.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(?!registry|cache|userconfig|proxy|https_proxy|cafile)|lifecycle|package)/i.test(name),
    ),
  );
  return run(program, [...before, ...args], { cwd: root, env });
}

async function install() {
  await during('Installing dependencies (npm ci)', async () => {
    const done = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
    if (done.code !== 0) {
      throw new Stop('npm ci failed:', [
        ...done.output.trim().split('\n').slice(0, 20),
        '',
        'To fix it, run: npm ci',
        'Behind a proxy or a mirror: npm config set registry https://...',
      ]);
    }
  });
}

/** Brings the dependencies to what the lockfile names. */
export async function ensureDependencies() {
  if (Number.isNaN(major) || major < 18)
    throw new Stop(`Node.js 18 or newer is required, but this is ${process.version}.`, nodeLines);
  if (dependenciesInstalled()) return;
  makeDataDir(dataDir);
  await withLock(join(dataDir, 'locks', 'dependencies'), { what: 'npm ci' }, async () => {
    if (!dependenciesInstalled()) await install();
  });
}

/** Returns the Node for this project. A bundled one whose install script didn't run is repaired once. */
async function rightNode() {
  if (major === NODE_MAJOR) return process.execPath;
  if (!existsSync(bundledNode)) {
    await withLock(join(dataDir, 'locks', 'dependencies'), { what: 'npm rebuild' }, () =>
      during(`Downloading Node.js ${NODE_MAJOR}`, () => npm(['rebuild', 'node'])),
    );
  }
  if (!existsSync(bundledNode)) {
    throw new Stop(`Node.js ${NODE_MAJOR} couldn't be installed with the dependencies.`, [
      'To fix it, run: npm rebuild node',
      `or use Node.js ${NODE_MAJOR}:`,
      ...nodeLines,
    ]);
  }
  return bundledNode;
}

/**
 * Makes sure that dependencies are installed and that the script runs on Node 24. On an older or newer Node it runs the
 * script again on the right one and ends with its code; then this never returns.
 */
export async function prepareRuntime() {
  await ensureDependencies();
  const node = await rightNode();
  if (node === process.execPath) {
    delete process.env.LAS_ON_NODE;
    return;
  }
  if (process.env.LAS_ON_NODE)
    throw new Stop(`${node} is Node.js ${process.version} instead of ${NODE_MAJOR}.`, [
      'To fix it, run: npm rebuild node',
    ]);
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env: { ...process.env, LAS_ON_NODE: '1' } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal);
    // A terminal also signals the child itself, which ignores a second signal within a moment.
    process.on(signal, () => child.kill(signal));
  }
  const code = await new Promise((resolve) =>
    child.once('exit', (status, signal) => resolve(status ?? (signal === 'SIGINT' ? 130 : 143))),
  );
  process.exit(code);
}
