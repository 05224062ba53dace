import { join } from 'node:path';
import { readJson, remove, tail, writeJson } from './files.mjs';
import { during, Stop } from './output.mjs';
import { answers, keepPort } from './ports.mjs';
import { startService, stillRuns, stopProcess, until } from './processes.mjs';

const STOP_MS = 15_000;
const READY_MS = 60_000;

/** The server chooses ports for its inner services, one of which another program can take before it listens there. */
const TRIES = 3;

export const temporalStateFile = (dir) => join(dir, 'temporal.json');

/** The development server's settings: durable, and as fast as it was measured to go. */
const DYNAMIC_CONFIG = {
  'history.transferProcessorMaxPollRPS': 2000,
  'history.timerProcessorMaxPollRPS': 2000,
  'history.visibilityProcessorMaxPollRPS': 2000,
  'system.enableActivityEagerExecution': true,
  'frontend.namespaceRPS': 20000,
  'matching.rps': 20000,
  'worker.schedulerNamespaceStartWorkflowRPS': 300,
  'matching.enableFairness': true,
  'history.workflowTaskRetryMaxInterval': '20s',
};

/** Arguments of the development server, the same on this machine and in a container. */
export function temporalArguments({ host, port, uiPort, database }) {
  return [
    'server',
    'start-dev',
    '--ip',
    host,
    '--port',
    String(port),
    '--ui-port',
    String(uiPort),
    '--db-filename',
    database,
    '--sqlite-pragma',
    'journal_mode=WAL',
    '--sqlite-pragma',
    'synchronous=1',
    ...Object.entries(DYNAMIC_CONFIG).flatMap(([key, value]) => [
      '--dynamic-config-value',
      `${key}=${JSON.stringify(value)}`,
    ]),
    '--log-level',
    'warn',
    ...(process.env.TEMPORAL_CODEC_ENDPOINT ? ['--ui-codec-endpoint', process.env.TEMPORAL_CODEC_ENDPOINT] : []),
  ];
}

/** Returns whether Temporal at this address serves its default namespace. */
export async function pingTemporal(address) {
  const separator = address.lastIndexOf(':');
  if (!(await answers(address.slice(0, separator), Number(address.slice(separator + 1))))) return false;
  const { Connection } = await import('@temporalio/client');
  let connection;
  try {
    connection = await Connection.connect({ address, connectTimeout: 2000 });
    await connection.withDeadline(Date.now() + 2000, () =>
      connection.workflowService.describeNamespace({ namespace: 'default' }),
    );
    return true;
  } catch {
    return false;
  } finally {
    await connection?.close();
  }
}

const addressOf = (state) => ({
  address: `127.0.0.1:${state.port}`,
  uiUrl: `http://127.0.0.1:${state.uiPort}`,
  process: state.process,
});

/** The development server that runs on this data folder and answers, if any. */
export async function runningTemporal(dir) {
  const state = readJson(temporalStateFile(dir));
  if (state?.kind !== 'process' || !stillRuns(state.process)) return undefined;
  const found = addressOf(state);
  const ready = await until(async () => !stillRuns(state.process) || (await pingTemporal(found.address)), {
    timeoutMs: 30_000,
  });
  return ready && stillRuns(state.process) ? found : undefined;
}

export async function stopTemporal(dir) {
  const state = readJson(temporalStateFile(dir));
  if (state?.kind === 'process') await stopProcess(state.process, STOP_MS);
}

/** Ports for the server and its UI, those of last time if they are free. */
export async function temporalPorts(dir) {
  const last = readJson(temporalStateFile(dir));
  const port = await keepPort(last?.port);
  const uiPort = await keepPort(last?.uiPort);
  return { port, uiPort };
}

/** One try: answers why it failed, or nothing once the server is ready. */
async function tryTemporal({ program, dir, database, logFile, ports: { port, uiPort }, lifetime }) {
  const args = temporalArguments({ host: '127.0.0.1', port, uiPort, database });
  const { record, exited } = startService({ command: program, args, cwd: dir, logFile });
  lifetime.defer(() => stopProcess(record, STOP_MS));
  writeJson(temporalStateFile(dir), { kind: 'process', port, uiPort, process: record });
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const ready = await until(async () => ended || (await pingTemporal(`127.0.0.1:${port}`)), {
    timeoutMs: READY_MS,
  });
  if (ended) return 'it ended';
  return ready ? undefined : `it didn't respond within ${READY_MS / 1000} s`;
}

/** Starts the development server on this data folder; `fresh` forgets every run it knew. */
export async function startTemporal(program, dir, lifetime, { fresh = false } = {}) {
  await stopTemporal(dir);
  const database = join(dir, 'temporal.db');
  if (fresh) for (const ending of ['', '-wal', '-shm']) remove(database + ending);
  const logFile = join(dir, 'logs', 'temporal.log');
  await during('Starting Temporal', async () => {
    let problem;
    for (let left = TRIES; left > 0; left -= 1) {
      problem = await tryTemporal({ program, dir, database, logFile, ports: await temporalPorts(dir), lifetime });
      if (problem === undefined) return;
      await stopTemporal(dir);
    }
    throw new Stop(`Temporal didn't start: ${problem}. The end of ${logFile}:`, tail(logFile, 15).split('\n'));
  });
  return addressOf(readJson(temporalStateFile(dir)));
}
