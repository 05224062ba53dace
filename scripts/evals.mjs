import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepareRuntime } from './lib/dependencies.mjs';
import { lifetime, main } from './lib/lifetime.mjs';
import { lockHolder } from './lib/lock.mjs';
import { Stop, say } from './lib/output.mjs';
import { binDir, dataDir, evalsDataDir, makeDataDir, root } from './lib/paths.mjs';
import { describeProcess, stopProcess } from './lib/processes.mjs';
import { run } from './lib/shell.mjs';
import { stopAll } from './lib/stop.mjs';

const USAGE = [
  'npm run evals -- --base-url http://127.0.0.1:11434/v1 --model qwen3   with a model behind an OpenAI-compatible server;',
  '                                     its key, if it wants one, is taken from EVALS_MODEL_KEY',
  'npm run evals -- --scripted          with the agent that goes by rules',
  'npm run evals -- ... own.json        with own cases besides, in the format of evals/live.json',
  '  --k 3                              plays each case three times, and counts pass^1 to pass^3',
  '  --only l01,a07                     plays these cases only',
  '  --bar 0.9 --abuse-bar 1            shares that have to be right k times in a row, else it ends with 1',
  '  --max-tokens 3000000               no other play begins once so many tokens are used up',
  '  --case-tokens 60000                as many may one play use up',
  '  --price-input 0.15 --price-output 0.6   what a million tokens cost, for the report',
  '  --json result.json                 writes what came of each play',
  'EVALS_API_KEY=... npm run evals -- --replay --draft   what was really said in the account of the key, played again',
  '                                     with the service that npm start started; nothing of it is kept, sent or told',
  '  --workflow ID --last 50            the newest conversations of an agent',
  '  --draft, --version 3, --model KEY, --variant KEY   what answers; the last version if not given',
  '  --running                          with the service that npm start started, in an account made for it',
];

const script = (name) => join(root, 'scripts', `${name}.mjs`);
const following = (options, name) => options[options.indexOf(name) + 1];

/** Starts a service of the evals' own, which may ask the server of the model wherever it is. */
async function startOwn(options) {
  makeDataDir(evalsDataDir);
  await stopAll(evalsDataDir);
  lifetime.defer(() => stopAll(evalsDataDir));
  const env = { ...process.env, LAS_DATA_DIR: evalsDataDir, LAS_BIN_DIR: binDir, PORT: '0', WORKER_PORT: '0' };
  const baseUrl = options.includes('--base-url') ? following(options, '--base-url') : '';
  if (URL.canParse(baseUrl)) env.MODEL_PRIVATE_HOSTS = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  say('Starting a service of the evals’ own.');
  const { code } = await run(process.execPath, [script('start'), '--detach'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (code !== 0) throw new Stop('The evals’ service did not start.', [`Its log: ${join(evalsDataDir, 'logs')}`]);
  return { dir: evalsDataDir, env };
}

function useRunning() {
  if (!lockHolder(join(dataDir, 'locks', 'service')) || !existsSync(join(dataDir, 'service.json')))
    throw new Stop('No service runs here.', ['Start it: npm start -- --detach', 'or leave --running out']);
  return { dir: dataDir, env: { ...process.env } };
}

async function admin(env, ...args) {
  const { code, stdout, output } = await run(process.execPath, [script('admin'), ...args, '--json'], {
    cwd: root,
    env,
  });
  if (code !== 0) throw new Stop(`npm run admin -- ${args.join(' ')} failed:`, output.trim().split('\n').slice(-10));
  return JSON.parse(stdout);
}

function play({ dir, env }, apiKey, options) {
  const program = join(root, 'dist', 'evals', 'main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', program, join(dir, 'service.json'), ...options], {
    cwd: root,
    env: { ...env, EVALS_API_KEY: apiKey },
    stdio: 'inherit',
  });
  const record = describeProcess(child.pid);
  lifetime.defer(() => stopProcess(record, 5000));
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}

/** Plays real conversations again: of the account that the key is of, which it reads and tries. */
async function replay(options) {
  const { EVALS_API_KEY: apiKey } = process.env;
  if (!apiKey)
    throw new Stop('Give a key of the account in EVALS_API_KEY (conversations:read, conversations:write).', USAGE);
  await prepareRuntime();
  return play(useRunning(), apiKey, options);
}

await main(async () => {
  const options = process.argv.slice(2);
  if (options.includes('--replay')) return replay(options);
  const isReal = options.includes('--base-url') && options.includes('--model');
  if (isReal === options.includes('--scripted')) throw new Stop('Name the model, or --scripted.', USAGE);
  await prepareRuntime();
  const service = options.includes('--running') ? useRunning() : await startOwn(options);
  const account = ['accounts', 'create', '--name', 'Evals', '--timezone', 'Europe/Madrid', '--country', 'ES'];
  const { account_id: id } = await admin(service.env, ...account);
  const key = ['keys', 'create', '--account', id, '--name', 'Evals', '--scopes', '*', '--rate-limit', '1000000'];
  const { api_key: apiKey } = await admin(service.env, ...key);
  return play(service, apiKey, options);
});
