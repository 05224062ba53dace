import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import type { Knex } from 'knex';
import { openDatabase } from '../../../db/connection.js';
import { SmtpSink } from '../../../demo/smtp-sink.js';
import { newId } from '../../../runtime/ids.js';
import type { CadenceStepRequest } from '../../../schemas/cadence/cadence.js';
import { ensureMysql, type Lifetime } from '../../../scripts/lib/mysql.mjs';
import { recreateDatabase } from '../../../scripts/lib/mysql-database.mjs';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { type ProcessRecord, stillRuns } from '../../../scripts/lib/processes.mjs';
import { ensureTemporal } from '../../../scripts/lib/temporal.mjs';
import { createAccount, createApiKey } from '../../../services/accounts/accounts.js';
import { addSender, publishAgent } from '../../support/agents.js';
import { OPERATOR } from '../../support/api.js';
import { type Answer, type CallOptions, call } from './client.js';
import { mountDisk } from './disk.js';
import { type Links, openLinks } from './links.js';
import { Program, runScript } from './program.js';
import { TcpProxy } from './proxy.js';
import { bound, measureSlowness, until, watchSlowness } from './random.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The master secret of every process. */
export const RIG_SECRET = 'a-master-secret-that-only-proofs-use-0123456789';

export interface RigOptions {
  /** Names the data folder: proofs that may run side by side need different ones. */
  name: string;
  apis?: number;
  workers?: number;
  /** Puts a link between each of the first API process and the first worker and what they speak to. */
  linked?: boolean;
  /** Adds one more API process, whose lines to MySQL and Temporal can be looked into. */
  watched?: boolean;
  /** Keeps MySQL's files on a disk of this many MiB, which needs root. */
  diskMiB?: number;
  /** Settings of every process. */
  env?: NodeJS.ProcessEnv;
}

export interface RigAccount {
  accountId: string;
  apiKey: string;
  agentId: string;
  /** A request to one of the API processes, in turn unless `api` is given. */
  request(method: string, path: string, options?: CallOptions & { api?: number; base?: string }): Promise<Answer>;
}

/** One fault, as it happened. */
export interface Fault {
  atMs: number;
  target: string;
  kind: string;
}

/** An API process and the lines it speaks over. */
export interface Watched {
  api: Program;
  mysql: TcpProxy;
  temporal: TcpProxy;
}

/** The whole service as processes of their own, on a private MySQL and a private Temporal, before a real SMTP server. */
export interface Rig {
  apis: Program[];
  workers: Program[];
  /** The judge: keeps every mail it accepted and never dedupes. */
  sink: SmtpSink;
  /** To MySQL directly, past every proxy. */
  db: Knex;
  url: string;
  client: Client;
  /** Only where the rig was asked for them. */
  links: Links;
  /** Only where the rig was asked for it. */
  watched: Watched;
  faults: Fault[];
  /** Answers that no contract promises: errors of ours, whatever was broken at the time. A proof with one fails. */
  crashes: string[];
  mysql: Server;
  temporal: Server;
  dir: string;
  /** An account with an SMTP sender at the sink and a published agent of these steps. */
  account(steps: CadenceStepRequest[]): Promise<RigAccount>;
  note(target: string, kind: string): void;
}

/** A private server of the rig. */
export interface Server {
  /** False while a proof has killed it or lets it stand still. */
  readonly wanted: boolean;
  /** False also after it has exited. */
  readonly runs: boolean;
  signal(name: NodeJS.Signals): void;
  /** Starts it again after it was killed; answers once it serves. */
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Brings the rig up for one test file and puts every process away after it. */
export function useRig(options: RigOptions): Rig {
  const rig = { faults: [] as Fault[], crashes: [] as string[] } as unknown as Rig;
  const closers: (() => unknown)[] = [];
  const lifetime: Lifetime = { defer: (work) => closers.push(work) };
  const begun = Date.now();
  rig.note = (target, kind) => void rig.faults.push({ atMs: Date.now() - begun, target, kind });

  let least = 1;
  beforeEach(() => measureSlowness(least));
  beforeAll(async () => {
    least = await measureSlowness();
    closers.push(watchSlowness());
    // Servers of its own: the ones of the suite are not to be broken.
    for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'TEMPORAL_UI_URL', 'PORT', 'HOST'])
      delete process.env[name];
    const dir = path.join(process.env.LAS_DATA_DIR ?? path.join(ROOT, '.data', 'test'), `faults-${options.name}`);
    mkdirSync(path.join(dir, 'logs'), { recursive: true, mode: 0o711 });
    if (options.diskMiB !== undefined) closers.push(mountDisk(path.join(dir, 'mysql'), options.diskMiB));
    const [mysql, temporal] = await Promise.all([
      ensureMysql(dir, lifetime),
      ensureTemporal(dir, lifetime, { fresh: true }),
    ]);
    if (!mysql.process || !temporal.process)
      throw new Error('The proofs need servers that are processes of this machine.');
    const url = mysql.url.replace(/\/las$/, '/las_faults');
    await recreateDatabase(url);
    const base = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LAS_SECRET: RIG_SECRET,
      METRICS_TOKEN: OPERATOR.authorization.slice('Bearer '.length),
      LAS_DATA_DIR: dir,
      // As with `npm start`: proofs start them hundreds of times.
      NODE_COMPILE_CACHE: path.join(dir, '..', 'compile-cache'),
      LOG_LEVEL: 'warn',
      PUBLIC_URL: 'http://las.test',
      MAIL_PRIVATE_HOSTS: '127.0.0.1:*',
      TEMPORAL_ADDRESS: temporal.address,
      DATABASE_URL: url,
      // Rejections by a busy process aren't part of these proofs, and this machine may be busy.
      OVERLOAD_LAG_MS: '20000',
      // Their limits of time are longer by as much as those of the proofs; on an idle machine they are the usual ones.
      DATABASE_WAIT_MS: String(bound(1_000)),
      REQUEST_DEADLINE_MS: String(bound(2_500)),
      ...options.env,
    };
    // A busy machine may delay a connection for longer than their timeouts. Each continues from its position.
    for (const script of ['db/migrate.js', 'scripts/service/prepare.js'])
      await until(`${script} has run`, () => runScript(script, base).then(() => true), 60_000);

    // The observer is patient: a slow disk isn't a finding.
    const db = openDatabase({ url, poolSize: 10, silenceMs: 20_000 });
    const connection = await Connection.connect({ address: temporal.address });
    const sink = await SmtpSink.start();
    const program = async (name: string, script: string, env: (port: number) => NodeJS.ProcessEnv) => {
      const port = await freePort();
      const logFile = path.join(dir, 'logs', `${name}.log`);
      return new Program({ name, script, port, logFile, env: { ...base, ...env(port) } });
    };
    const many = <T>(n: number, make: (at: number) => Promise<T>) =>
      Promise.all(Array.from({ length: n }, (_, at) => make(at + 1)));
    const links = options.linked ? await openLinks(dir, url, temporal.address) : undefined;
    const apis = await many(options.apis ?? 1, (at) =>
      program(`api-${at}`, 'api/main.js', (port) => ({ PORT: String(port), ...(at === 1 && links?.of.api.env) })),
    );
    const workers = await many(options.workers ?? 1, (at) =>
      program(`worker-${at}`, 'worker/main.js', (port) => ({
        WORKER_PORT: String(port),
        API_URL: apis[0]?.url,
        ...(at === 1 && links?.of.worker.env),
      })),
    );
    const watched = options.watched ? await watchedApi(program, url, temporal.address) : undefined;
    Object.assign(rig, {
      apis,
      workers,
      sink,
      db,
      url,
      client: new Client({ connection }),
      ...(links && { links }),
      ...(watched && { watched }),
      dir,
      mysql: server(mysql.process, async () => (await ensureMysql(dir, lifetime)).process),
      temporal: server(temporal.process, async () => (await ensureTemporal(dir, lifetime)).process),
      account: (steps: CadenceStepRequest[]) => accountOf(rig, steps),
    } satisfies Partial<Rig>);
    const all = [...apis, ...workers, ...(watched ? [watched.api] : [])];
    for (const one of all) {
      const { through } = (one === apis[0] && links?.of.api) || (one === workers[0] && links?.of.worker) || {};
      one.start(through ? { through } : {});
    }
    closers.push(
      () => links?.close(),
      () => connection.close(),
      () => db.destroy(),
      () => sink.stop(),
      () => watched?.temporal.stop(),
      () => watched?.mysql.stop(),
      () => Promise.all(all.map((one) => one.stop('SIGKILL'))),
    );
    const endWatch = watchTemporal(rig);
    closers.push(endWatch);
    await Promise.all(all.map((one) => one.ready()));
  }, 600_000);

  afterAll(async () => {
    while (closers.length > 0) await closers.pop()?.();
    expect(rig.crashes).toEqual([]);
  }, 60_000);
  return rig;
}

/** One more API process, with a proxy of its own before each server. */
async function watchedApi(
  program: (name: string, script: string, env: (port: number) => NodeJS.ProcessEnv) => Promise<Program>,
  url: string,
  temporalAddress: string,
): Promise<Watched> {
  const mysql = await TcpProxy.start(Number(new URL(url).port));
  const temporal = await TcpProxy.start(Number(temporalAddress.split(':').at(-1)));
  const api = await program('api-watched', 'api/main.js', (port) => ({
    PORT: String(port),
    DATABASE_URL: url.replace(/:\d+\//, `:${mysql.port}/`),
    TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
    // It is stopped by proofs, which on a busy machine take longer than callers are kept waiting.
    REQUEST_DEADLINE_MS: '25000',
    DATABASE_WAIT_MS: '20000',
    OVERLOAD_LAG_MS: '20000',
  }));
  return { api, mysql, temporal };
}

function server(first: ProcessRecord, again: () => Promise<ProcessRecord | undefined>): Server {
  let record: ProcessRecord | undefined = first;
  let wanted = true;
  const signal = (name: NodeJS.Signals) => {
    wanted = name === 'SIGCONT';
    if (record && stillRuns(record)) process.kill(record.pid, name);
  };
  return {
    get wanted() {
      return wanted;
    },
    get runs() {
      return stillRuns(record);
    },
    signal,
    async start() {
      record = await again();
      wanted = true;
    },
    async kill() {
      signal('SIGKILL');
      await until('the server ended', () => (record && stillRuns(record) ? undefined : true), 5_000);
    },
  };
}

/**
 * The development server's SQLite can be left answering "interrupted" for ever after an overload; like the supervisor
 * of `npm start` this starts it again then, which loses nothing.
 */
function watchTemporal({ temporal, client, note }: Rig): () => Promise<void> {
  let failures = 0;
  const look = async () => {
    const answered = await client
      .withDeadline(Date.now() + 3_000, () => client.workflowService.describeNamespace({ namespace: 'default' }))
      .then(
        () => true,
        () => false,
      );
    failures = answered || !temporal.wanted ? 0 : failures + 1;
    if (failures < 4) return;
    note('temporal', 'stuck without a cause, started again');
    failures = 0;
    await temporal.kill();
    await temporal.start().catch(() => undefined);
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, 3_000);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

async function accountOf(rig: Rig, steps: CadenceStepRequest[]): Promise<RigAccount> {
  const { db, sink, apis, crashes } = rig;
  const now = new Date();
  const { accountId } = await createAccount(db, now, { name: 'Proof', timezone: 'UTC' });
  const { apiKey } = await createApiKey(db, now, { accountId, name: 'Proof', rateLimit: 1_000_000 });
  await addSender(db, accountId, sink.port);
  const agentId = await publishAgent(db, accountId, steps);
  let turn = 0;
  return {
    accountId,
    apiKey,
    agentId,
    request: async (method, url, { api, base, ...more } = {}) => {
      turn += 1;
      const to = base ?? (apis[(api ?? turn) % apis.length] as Program).url;
      const headers = { 'X-API-Key': apiKey, ...more.headers };
      const answer = await call(to, method, `/api/public${url}`, { ...more, headers });
      const { status, text, body } = answer;
      if (status >= 500 && status !== 503 && body.code !== 'FUNCTION_DEPLOY_FAILED') {
        crashes.push(`${method} ${url}: ${status} ${text.slice(0, 500)}`);
      }
      return answer;
    },
  };
}

/** A mail that leaves some seconds after the step before. */
export const mail = (subject: string, seconds = 0): CadenceStepRequest => ({
  type: 'message',
  subject,
  content: 'Hello {{lead.first_name}}',
  delay: { type: 'after', amount: seconds, unit: 'seconds' },
});

/** Creates a lead in the account's agent, again under the same key until the API has said yes. */
export async function createLead(account: RigAccount, email: string, more: object = {}, patience = 60_000) {
  const key = newId();
  return until(
    `the lead ${email} was created`,
    async () => {
      const answer = await account.request('POST', '/leads', {
        body: { first_name: 'Ada', email, workflow_id: account.agentId, ...more },
        headers: { 'Idempotency-Key': key },
      });
      return answer.status === 201 || answer.status === 200
        ? {
            leadId: (answer.body.lead as { id: string }).id,
            runId: (answer.body.workflow_run as { id: string } | null)?.id ?? '',
          }
        : undefined;
    },
    patience,
  );
}
