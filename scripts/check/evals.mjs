import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepareRuntime } from '../lib/dependencies.mjs';
import { lifetime, main } from '../lib/lifetime.mjs';
import { lockHolder } from '../lib/lock.mjs';
import { Stop, say } from '../lib/output.mjs';
import { binDir, dataDir, evalsDataDir, makeDataDir, root } from '../lib/paths.mjs';
import { describeProcess, stopProcess } from '../lib/processes.mjs';
import { run } from '../lib/shell.mjs';
import { stopAll } from '../lib/stop.mjs';

const USAGE = [
  'npm run evals -- --base-url http://127.0.0.1:11434/v1 --model qwen3   with a model on an ' +
    'OpenAI-compatible server;',
  'set its API key, if required, in EVALS_MODEL_KEY',
  'npm run evals -- --scripted          with an agent that uses rules',
  'npm run evals -- ... own.json        with additional cases in the format of evals/live.json',
  '--k 3                              runs each case three times, and counts pass^1 to pass^3',
  '--only l01,a07                     runs only these cases',
  '--bar 0.9 --abuse-bar 1            required shares of cases that pass k times in a row; below them, the ' +
    'exit code is 1',
  '--max-tokens 3000000               token budget of all runs; no run starts above it',
  '--case-tokens 60000                token budget of one run',
  '--price-input 0.15 --price-output 0.6   prices per million tokens, for the report',
  '--json result.json                 writes the results of all runs',
  "EVALS_API_KEY=... npm run evals -- --replay --draft   replays real conversations of the key's account",
  'on the service of npm start; nothing is saved or sent',
  '--workflow ID --last 50            the newest conversations of an agent',
  '--draft, --version 3, --model KEY, --variant KEY   what replies; defaults to the latest version',
  '--running                          on the service of npm start, in a new account',
];

const script = (room, name) => join(root, 'scripts', room, `${name}.mjs`);
const following = (options, name) => options[options.indexOf(name) + 1];

/** The server of an address, as the settings name it: with its port. */
const serverOf = ({ hostname, port, protocol }) => `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;

/** Starts a service of the evals' own, which may ask the server of the model wherever it is. */
async function startOwn(options) {
  makeDataDir(evalsDataDir);
  await stopAll(evalsDataDir);
  lifetime.defer(() => stopAll(evalsDataDir));
  const env = { ...process.env, LAS_DATA_DIR: evalsDataDir, LAS_BIN_DIR: binDir, PORT: '0', WORKER_PORT: '0' };
  const baseUrl = options.includes('--base-url') ? following(options, '--base-url') : '';
  if (URL.canParse(baseUrl)) env.MODEL_PRIVATE_HOSTS = serverOf(new URL(baseUrl));
  say('Starting a service for the evals.');
  const { code } = await run(process.execPath, [script('service', 'start'), '--detach'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (code !== 0) throw new Stop("The service for the evals didn't start.", [`Its log: ${join(evalsDataDir, 'logs')}`]);
  return { dir: evalsDataDir, env };
}

function useRunning() {
  if (!lockHolder(join(dataDir, 'locks', 'service')) || !existsSync(join(dataDir, 'service.json')))
    throw new Stop('No service is running here.', ['Start it: npm start -- --detach', 'or omit --running']);
  return { dir: dataDir, env: { ...process.env } };
}

async function admin(env, ...args) {
  const { code, stdout, output } = await run(process.execPath, [script('admin', 'admin'), ...args, '--json'], {
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
    throw new Stop('Set EVALS_API_KEY to a key of the account (conversations:read, conversations:write).', USAGE);
  await prepareRuntime();
  return play(useRunning(), apiKey, options);
}

await main(async () => {
  const options = process.argv.slice(2);
  if (options.includes('--replay')) return replay(options);
  const isReal = options.includes('--base-url') && options.includes('--model');
  if (isReal === options.includes('--scripted')) throw new Stop('Specify --model or --scripted.', USAGE);
  await prepareRuntime();
  const service = options.includes('--running') ? useRunning() : await startOwn(options);
  const account = ['accounts', 'create', '--name', 'Evals', '--timezone', 'Europe/Madrid', '--country', 'ES'];
  const { account_id: id } = await admin(service.env, ...account);
  const key = ['keys', 'create', '--account', id, '--name', 'Evals', '--scopes', '*', '--rate-limit', '1000000'];
  const { api_key: apiKey } = await admin(service.env, ...key);
  return play(service, apiKey, options);
});
