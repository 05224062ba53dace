import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import type { Knex } from 'knex';
import { openDatabase } from '../../db/connection.js';
import { loadConfig } from '../../runtime/config.js';
import { createAccount, createApiKey } from '../../services/accounts/accounts.js';
import { createTemporalClient } from '../../temporal/client.js';
import { createAgents, type TestAgents } from './agents.js';
import { pause, until } from './load.js';
import { freePort, type Program, ready, startProgram, stopPrograms } from './programs.js';
import { writeReferenceBundle } from './reference-bundle.js';

export const REFERENCE_QUEUE = 'bench-reference';
const PREFIX = 'bench-';
/** As `npm start` and the containers start it. */
const FLAGS = { worker: ['--max-semi-space-size=4', '--heap-growing-percent=30'], api: ['--max-semi-space-size=16'] };
const script = (...parts: string[]) => path.resolve(import.meta.dirname, '../..', ...parts);

/** Everything measurements share: processes of ours and of the reference on the same database and Temporal server. */
export interface Setup {
  db: Knex;
  client: Client;
  accountId: string;
  keyId: string;
  headers: Record<string, string>;
  folder: string;
  agents: TestAgents;
  /** The API and the bare one it is compared with. */
  api(): Promise<string>;
  /**
   * An API that can't reach Temporal. Its instructions stay in the outbox, so that no other work runs at the same time.
   */
  apiAlone(): Promise<string>;
  referenceApi(): Promise<string>;
  /** The workers; they stay until they are stopped or a measurement ends them. */
  worker(settings?: NodeJS.ProcessEnv): Promise<Program>;
  referenceWorker(settings?: NodeJS.ProcessEnv): Promise<Program>;
  /** Starts a worker without waiting for it. */
  launch(kind: 'ours' | 'theirs', settings?: NodeJS.ProcessEnv): Promise<Program>;
  stopWorkers(): Promise<void>;
  /** Creates leads in one request; answers the ids of their runs. */
  enroll(agentId: string, count: number): Promise<string[]>;
  /** Waits until no instruction to Temporal is left over. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the stand; `profile` lets every process of ours write a CPU profile at its end. */
export async function openSetup({ folder, profile }: { folder: string; profile: boolean }): Promise<Setup> {
  mkdirSync(folder, { recursive: true });
  const config = loadConfig();
  const db = openDatabase({ url: config.DATABASE_URL, poolSize: 20 });
  await db.raw(
    'CREATE TABLE bench_rows (id BIGINT AUTO_INCREMENT PRIMARY KEY, run_id VARCHAR(80), step INT, at_ms BIGINT, KEY (run_id))',
  );
  const temporal = createTemporalClient(config);
  const now = new Date();
  const { accountId } = await createAccount(db, now, { name: 'Bench', timezone: 'UTC', country: 'ES' });
  const { apiKey, keyId } = await createApiKey(db, now, { accountId, rateLimit: 1_000_000_000 });
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const bundle = await writeReferenceBundle(folder);

  const once = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => {
      made ??= make();
      return made;
    };
  };
  // Ours starts the way `npm start` starts it: what was compiled is kept.
  const ownSettings = { NODE_COMPILE_CACHE: path.join(folder, 'compile-cache') };
  const start = (name: string, file: string, env: NodeJS.ProcessEnv) =>
    startProgram(file, {
      name,
      flags: name === 'worker' ? FLAGS.worker : name === 'api' ? FLAGS.api : [],
      // Other load on the machine must not make the service reject work.
      env: {
        LOG_LEVEL: 'warn',
        OVERLOAD_LAG_MS: '10000',
        // Visitors come from addresses of their own; the model is a part of the measurement.
        TRUST_PROXY: '1',
        MODEL_PRIVATE_HOSTS: '127.0.0.1:*',
        ...(name.startsWith('reference') ? {} : ownSettings),
        ...env,
      },
      folder,
      profile: profile && !name.startsWith('reference'),
    });
  const serve = (name: string, file: string, settings: NodeJS.ProcessEnv = {}) =>
    once(async () => {
      const port = await freePort();
      start(name, file, {
        PORT: String(port),
        TEMPORAL_TASK_QUEUE_PREFIX: PREFIX,
        BENCH_ACCOUNT: accountId,
        BENCH_KEY: keyId,
        ...settings,
      });
      await ready(name, `http://127.0.0.1:${port}/readyz`);
      return `http://127.0.0.1:${port}`;
    });
  const api = serve('api', script('api/main.js'));

  const launchOn = async (kind: 'ours' | 'theirs', settings: NodeJS.ProcessEnv = {}) => {
    const port = await freePort();
    const env = {
      WORKER_PORT: String(port),
      TEMPORAL_TASK_QUEUE_PREFIX: PREFIX,
      BENCH_QUEUE: REFERENCE_QUEUE,
      BENCH_BUNDLE: bundle,
      ...settings,
    };
    const program =
      kind === 'ours'
        ? start('worker', script('worker/main.js'), env)
        : start('reference-worker', script('bench/reference/worker.js'), env);
    return { program, port };
  };
  const workers = new Map<'ours' | 'theirs', Program>();
  const bringUp = async (kind: 'ours' | 'theirs', settings?: NodeJS.ProcessEnv) => {
    const running = workers.get(kind);
    if (running) return running;
    const { program, port } = await launchOn(kind, settings);
    workers.set(kind, program);
    await ready(`the worker (${kind})`, `http://127.0.0.1:${port}/readyz`);
    return program;
  };

  let serial = 0;
  const setup: Setup = {
    db,
    client: temporal.client,
    accountId,
    keyId,
    headers,
    folder,
    agents: createAgents(db, accountId),
    api,
    apiAlone: serve('api-alone', script('api/main.js'), { TEMPORAL_ADDRESS: '127.0.0.1:1' }),
    referenceApi: serve('reference-api', script('bench/reference/api.js')),
    worker: (settings) => bringUp('ours', settings),
    referenceWorker: (settings) => bringUp('theirs', settings),
    launch: async (kind, settings) => (await launchOn(kind, settings)).program,
    async stopWorkers() {
      const all = [...workers.values()];
      workers.clear();
      await Promise.all(all.map((program) => program.stop()));
    },
    async enroll(agentId, count) {
      const leads = Array.from({ length: count }, () => {
        serial += 1;
        return { first_name: 'Ada', email: `enrolled-${serial}@example.com`, workflow_id: agentId };
      });
      const answer = await fetch(`${await api()}/api/public/leads`, {
        method: 'POST',
        headers,
        body: JSON.stringify(leads),
      });
      const body = (await answer.json()) as { results?: { workflow_run_id: string }[] };
      if (answer.status !== 201 || !body.results)
        throw new Error(`POST /leads answered ${answer.status}: ${JSON.stringify(body).slice(0, 500)}`);
      return body.results.map((result) => result.workflow_run_id);
    },
    async settled() {
      await until(
        'the outbox is empty',
        async () => !(await db('outbox').whereNull('parked_at').first('id')),
        120_000,
        50,
      );
      await pause(200);
    },
    async close() {
      await stopPrograms();
      await temporal.close();
      await db.destroy();
    },
  };
  return setup;
}
