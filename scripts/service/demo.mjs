import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepareRuntime } from '../lib/dependencies.mjs';
import { lifetime, main } from '../lib/lifetime.mjs';
import { lockHolder } from '../lib/lock.mjs';
import { Stop, say } from '../lib/output.mjs';
import { binDir, dataDir, demoDataDir, makeDataDir, root } from '../lib/paths.mjs';
import { describeProcess, stopProcess } from '../lib/processes.mjs';
import { run } from '../lib/shell.mjs';
import { stopAll } from '../lib/stop.mjs';

const RATE_LIMIT = 1_000_000;
const OPTIONS = [
  '--running',
  '--kill-worker',
  '--stop',
  '--conversation',
  '--meetings',
  '--functions',
  '--jobs',
  '--chat',
];

const script = (room, name) => join(root, 'scripts', room, `${name}.mjs`);

/** Starts a separate service for the demo, with its own data and ports, so that killing its worker affects no other. */
async function startOwn() {
  makeDataDir(demoDataDir);
  // One that an earlier demo left to look at may be of an older build.
  await stopAll(demoDataDir);
  const env = { ...process.env, LAS_DATA_DIR: demoDataDir, LAS_BIN_DIR: binDir, PORT: '0', WORKER_PORT: '0' };
  // The mail server of the demo is on this machine.
  env.MAIL_PRIVATE_HOSTS = '127.0.0.1:*';
  say('Starting a service for the demo.');
  const { code } = await run(process.execPath, [script('service', 'start'), '--detach'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (code !== 0) throw new Stop("The service for the demo didn't start.", [`Its log: ${join(demoDataDir, 'logs')}`]);
  return { dir: demoDataDir, env };
}

function useRunning() {
  if (!lockHolder(join(dataDir, 'locks', 'service')) || !existsSync(join(dataDir, 'service.json')))
    throw new Stop('No service is running here.', [
      'Start it: npm start -- --detach',
      'or let the demo start its own: npm run demo',
    ]);
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

function play({ dir, env }, apiKey, program, args) {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', join(root, 'dist', 'demo', `${program}.js`), join(dir, 'service.json'), ...args],
    { cwd: root, env: { ...env, DEMO_API_KEY: apiKey }, stdio: 'inherit' },
  );
  const record = describeProcess(child.pid);
  lifetime.defer(() => stopProcess(record, 5000));
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}

await main(async () => {
  const options = process.argv.slice(2);
  const unknown = options.filter((option) => !OPTIONS.includes(option));
  if (unknown.length > 0)
    throw new Stop(`Unknown argument: ${unknown.join(' ')}`, [
      'npm run demo                             with its own service, whose worker is killed during the demo',
      'npm run demo -- --stop                   stops that service at the end',
      'npm run demo -- --running                with the service of npm start; no worker is killed',
      'npm run demo -- --running --kill-worker  the same, and its worker is killed',
      'npm run demo -- --conversation           a lead by email, WhatsApp and phone, up to STOP',
      'npm run demo -- --meetings               a lead from the first email to a meeting, confirmed and ' +
        'rescheduled',
      'npm run demo -- --functions              ten cloud functions as dry runs, and one applied',
      'npm run demo -- --jobs                   a background job for the imported leads, with each trigger',
      'npm run demo -- --chat                   a website with a chat that asks questions, offers slots and ' +
        'books one',
    ]);
  await prepareRuntime();
  const running = options.includes('--running');
  const service = running ? useRunning() : await startOwn();
  const { account_id: account } = await admin(
    service.env,
    ...['accounts', 'create', '--name', 'Demo run', '--timezone', 'Europe/Madrid', '--country', 'ES'],
  );
  const { api_key: apiKey } = await admin(
    service.env,
    ...['keys', 'create', '--account', account, '--name', 'Demo', '--scopes', '*', '--rate-limit', String(RATE_LIMIT)],
  );
  const kills = !running || options.includes('--kill-worker') ? ['--kill-worker'] : [];
  const csv = join(root, 'demo', 'leads.csv');
  const story = ['conversation', 'meetings', 'functions', 'jobs', 'chat'].find((name) => options.includes(`--${name}`));
  const code = story
    ? await play(service, apiKey, story, story === 'jobs' ? [csv] : [])
    : await play(service, apiKey, 'main', [csv, ...kills]);
  if (running) return code;
  if (options.includes('--stop')) await stopAll(demoDataDir);
  else say("\nThe demo's service is still running, so that you can open the links. To stop it, run npm stop.");
  return code;
});
