import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareRuntime } from '../lib/dependencies.mjs';
import { openLog } from '../lib/files.mjs';
import { interrupt, lifetime, main } from '../lib/lifetime.mjs';
import { lockHolder } from '../lib/lock.mjs';
import { mirrorOutput, Stop, say } from '../lib/output.mjs';
import { dataDir, makeDataDir, root } from '../lib/paths.mjs';
import { describeProcess, stopProcess, until } from '../lib/processes.mjs';
import { serve } from '../lib/serve.mjs';
import { serviceLock, serviceOf, summary } from '../lib/service-state.mjs';

const STOP_MS = 90_000;

/** Returns the service another process runs here, waiting while it still starts. */
async function servedElsewhere() {
  const found = await until(
    () => {
      const holder = lockHolder(serviceLock);
      return holder ? serviceOf(holder.pid) : 'gone';
    },
    { timeoutMs: 600_000, everyMs: 200 },
  );
  if (!found || found === 'gone')
    throw new Stop('Another process was starting the service but failed.', ['Try again: npm start']);
  say(`Already running (process ${found.pids.supervisor}). To stop it, run npm stop.\n`);
  return found;
}

const print = (service) => process.stdout.write(`\n${summary(service)}\n\n`);

const forever = () => new Promise(() => {});

async function inForeground() {
  const service = await serve();
  if (!service) {
    print(await servedElsewhere());
    return 1;
  }
  print(service);
  say(`Logs are in ${join(dataDir, 'logs')}. Press Ctrl-C to stop everything.`);
  lifetime.defer(() => say('\nStopping: API, worker, Temporal, MySQL.'));
  return forever();
}

/** The process that stays: it tells the command that started it what happens, until it is ready. */
async function asSupervisor() {
  delete process.env.LAS_SUPERVISOR;
  let ready = false;
  const tell = (message) => process.connected && process.send(message, () => {});
  mirrorOutput((text) => tell({ say: text }));
  process.once('disconnect', () => !ready && void interrupt('SIGTERM'));
  const service = await serve();
  if (!service) return 0;
  ready = true;
  tell({ service });
  return forever();
}

async function detached() {
  if (lockHolder(serviceLock)) {
    print(await servedElsewhere());
    return 0;
  }
  const log = openLog(join(dataDir, 'logs', 'start.log'));
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    cwd: root,
    env: { ...process.env, LAS_SUPERVISOR: '1' },
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const record = describeProcess(child.pid);
  let settled = false;
  lifetime.defer(() => (settled ? undefined : stopProcess(record, STOP_MS)));
  child.on('message', (message) => message.say !== undefined && say(message.say));
  const outcome = await new Promise((resolve) => {
    child.on('message', (message) => message.service && resolve({ service: message.service }));
    child.once('exit', (code) => resolve({ code }));
  });
  settled = true;
  if (outcome.service) {
    child.disconnect();
    child.unref();
    print(outcome.service);
    say('Running in the background. To stop it, run npm stop.');
    return 0;
  }
  if (outcome.code === 0) {
    print(await servedElsewhere());
    return 0;
  }
  return 1;
}

await main(async () => {
  const unknown = process.argv.slice(2).filter((argument) => argument !== '--detach');
  if (unknown.length > 0)
    throw new Stop(`Unknown argument: ${unknown.join(' ')}`, ['npm start', 'npm start -- --detach']);
  await prepareRuntime();
  makeDataDir(dataDir);
  if (process.env.LAS_SUPERVISOR) return asSupervisor();
  return process.argv.includes('--detach') ? detached() : inForeground();
});
