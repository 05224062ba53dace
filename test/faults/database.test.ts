import { describe, expect, it } from '@jest/globals';
import { type Connection, createConnection } from 'mysql2/promise';
import { newId } from '../../runtime/ids.js';
import { mysqlUrl, socketPath } from '../../scripts/lib/mysql-own.mjs';
import { databasePassword } from '../../scripts/lib/secrets.mjs';
import { createApiKey } from '../../services/accounts.js';
import type { Answer } from './support/client.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import { bound, inParallel, pass, size, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'database', apis: 2, workers: 2 });

/** Requests a minute. */
const LIMIT = 20;
const SQL = /\b(select|insert|update|delete from|ECONNREFUSED|errno|sqlMessage|mysql|ER_[A-Z]+)\b/;

const create = (account: RigAccount, email = `${newId()}@example.com`): Promise<Answer> =>
  account.request('POST', '/leads', { body: { first_name: 'Ada', email, workflow_id: account.agentId } });

/** An administrator's connection, as the server's own account on its socket. */
async function asRoot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection({
    user: 'root',
    password: await databasePassword(rig.dir),
    socketPath: socketPath(rig.dir),
    authPlugins: { unix_socket: () => () => Buffer.alloc(0) },
  });
  try {
    return await work(connection);
  } finally {
    connection.destroy();
  }
}

/** Creates leads all the while `fault` lasts; nothing but 201 and 503 may be answered, in time and without SQL. */
async function whileCreating(account: RigAccount, fault: () => Promise<void>): Promise<Answer[]> {
  let over = false;
  const answers: { email: string; answer: Answer }[] = [];
  const lanes = inParallel(10, Array.from({ length: 10 }), async () => {
    while (!over) {
      const email = `${newId()}@example.com`;
      answers.push({ email, answer: await create(account, email) });
      await pass(50);
    }
  });
  try {
    await fault();
  } finally {
    over = true;
    await lanes;
  }
  const said = answers.map(({ answer }) => answer);
  expect(
    said.filter(({ status }) => status !== 201 && status !== 503).map(({ status, text }) => ({ status, text })),
  ).toEqual([]);
  expect(said.filter(({ status, text }) => status !== 201 && SQL.test(text))).toEqual([]);
  expect(Math.max(...said.map(({ ms }) => ms))).toBeLessThan(bound(3_200));
  const leads: { email: string }[] = await rig
    .db('leads')
    .whereIn(
      'email',
      answers.map(({ email }) => email),
    )
    .select('email');
  const found = new Set(leads.map(({ email }) => email));
  expect(answers.filter(({ email, answer }) => answer.status === 201 && !found.has(email))).toEqual([]);
  return said;
}

const minuteOfDatabase = async (): Promise<number> => {
  const [[row]] = await rig.db.raw('SELECT FLOOR(UNIX_TIMESTAMP() / 60) AS minute');
  return Number(row.minute);
};

const works = (account: RigAccount) =>
  until('writes succeed again', async () => ((await create(account)).status === 201 ? true : undefined), 10_000);

describe('the database', () => {
  it('restarted twice under load: nothing half-written, nothing sent twice, 503 meanwhile', async () => {
    const account = await rig.account([mail('One'), mail('Two', 2)]);
    await whileCreating(account, async () => {
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        await pass(2_000);
        rig.note('mysql', signal);
        rig.mysql.signal(signal);
        await pass(1_000);
        await rig.mysql.start();
      }
      await pass(2_000);
    });
    await works(account);
    await until(
      'every run ended or waits for an operator',
      async () => {
        const open = await rig
          .db('agent_runs')
          .where({ open_slot: 1 })
          .whereNot({ hold_reason: 'outcome_unknown' })
          .count({ n: '*' })
          .first();
        const free = await rig
          .db('agent_runs')
          .where({ open_slot: 1 })
          .whereNull('hold_reason')
          .count({ n: '*' })
          .first();
        return Number(open?.n) + Number(free?.n) === 0 ? true : undefined;
      },
      120_000,
    );
    expect(duplicates(rig)).toEqual([]);
    await expectInvariants(rig);
  }, 600_000);

  it('read-only: writes are 503, reads go on, and no key gets past its limit', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    await works(account);
    const { accountId } = account;
    const limited = await createApiKey(rig.db, new Date(), { accountId, name: 'Limited', rateLimit: LIMIT });
    await asRoot((root) => root.query('SET GLOBAL read_only = 1'));
    try {
      const reads: Answer[] = [];
      const asLimited = { headers: { 'X-API-Key': limited.apiKey } };
      const said = await whileCreating(account, async () => {
        for (let n = 0; n < 10; n += 1) {
          reads.push(await account.request('GET', '/leads?limit=5'));
          await pass(200);
        }
      });
      expect(new Set(said.map(({ status }) => status))).toEqual(new Set([503]));
      expect(reads.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
      const begun = await minuteOfDatabase();
      const asked = await inParallel(10, Array.from({ length: 4 * LIMIT }), () =>
        account.request('GET', '/me', asLimited),
      );
      const minutes = (await minuteOfDatabase()) - begun + 1;
      const granted = asked.filter(({ status }) => status === 200).length;
      // Each process counts for itself.
      expect(granted).toBeGreaterThanOrEqual(LIMIT);
      expect(granted).toBeLessThanOrEqual(LIMIT * rig.apis.length * minutes);
      expect(asked.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
      expect(Math.max(...reads.map(({ ms }) => ms))).toBeLessThan(bound(3_000));
    } finally {
      await asRoot((root) => root.query('SET GLOBAL read_only = 0'));
    }
    await works(account);
    await expectInvariants(rig);
  }, 600_000);

  it('without a connection to spare: 503, and all well afterwards', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    const { port } = rig.db.client.config.connection as { port: number };
    const url = mysqlUrl(port, await databasePassword(rig.dir));
    await asRoot(async (root) => {
      // Everyone starts anew, and the first in line take all there are.
      await root.query('SET GLOBAL max_connections = 20');
      const [rows] = (await root.query(
        `SELECT id AS id FROM information_schema.processlist WHERE user = 'las'`,
      )) as unknown as [{ id: number }[]];
      for (const { id } of rows) await root.query(`KILL ${id}`).catch(() => undefined);
      const hogs: Connection[] = [];
      for (let n = 0; n < 25; n += 1)
        await createConnection({ uri: url }).then(
          (hog) => hogs.push(hog),
          () => undefined,
        );
      await whileCreating(account, async () => {
        await pass(2_000);
        for (const hog of hogs) hog.destroy();
        await root.query('SET GLOBAL max_connections = 300');
      });
    });
    await works(account);
    await expectInvariants(rig);
  }, 600_000);

  it('in a storm of deadlocks: every write is done whole or answered 503', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    const leads = await inParallel(5, Array.from({ length: 5 }), (_, at) =>
      createLead(account, `row-${at}-${newId()}@example.com`),
    );
    const others = await inParallel(5, Array.from({ length: 5 }), async () => {
      const other = await rig.account([mail('Later', 3_600)]);
      return other.agentId;
    });
    expect(others).toHaveLength(5);
    const writers = size('WRITERS', 200);
    const answers = await inParallel(writers, Array.from({ length: writers }), async (_, at) => {
      const { leadId } = leads[at % 5] as (typeof leads)[number];
      const second = leads[(at * 3 + 1) % 5] as (typeof leads)[number];
      const body = { workflow_id: account.agentId };
      const kinds: [string, string, object][] = [
        ['POST', `/leads/${leadId}/automation/stop`, body],
        ['POST', `/leads/${leadId}/automation/resume`, { ...body, resume_cadence: true }],
        ['PATCH', `/leads/${leadId}`, { metadata: { [`k${at}`]: at } }],
        ['POST', `/leads/${second.leadId}/automation/stop`, body],
      ];
      const [method, path, json] = kinds[at % 4] as (typeof kinds)[number];
      return account.request(method, path, { body: json });
    });
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers.filter(({ text }) => SQL.test(text))).toEqual([]);
    const patched = new Map(leads.map(({ leadId }) => [leadId, 0]));
    for (const [at, { status }] of answers.entries()) {
      const { leadId } = leads[at % 5] as (typeof leads)[number];
      if (at % 4 === 2 && status === 200) patched.set(leadId, (patched.get(leadId) ?? 0) + 1);
    }
    for (const [id, n] of patched) {
      const row = await rig.db('leads').where({ id }).first();
      expect(Object.keys(JSON.parse(row.metadata)).length).toBeGreaterThanOrEqual(n);
    }
    await works(account);
    await expectInvariants(rig);
  }, 600_000);
});
