import { expect } from '@jest/globals';
import type { Knex } from 'knex';
import { type Connection, createConnection } from 'mysql2/promise';
import { openDatabase } from '../../../db/connection.js';
import { newId } from '../../../runtime/ids.js';
import { socketPath } from '../../../scripts/lib/mysql-own.mjs';
import { databasePassword } from '../../../scripts/lib/secrets.mjs';
import type { Answer } from './client.js';
import { bound, inParallel, pass, until } from './random.js';
import type { Rig, RigAccount } from './rig.js';

/** Words that no answer may hold: they tell of the database behind it. */
export const SQL = /\b(select|insert|update|delete from|ECONNREFUSED|errno|sqlMessage|mysql|ER_[A-Z]+)\b/;

const create = (account: RigAccount, email = `${newId()}@example.com`): Promise<Answer> =>
  account.request('POST', '/leads', { body: { first_name: 'Ada', email, workflow_id: account.agentId } });

/** Opens an administrator's connection, as the server's own account on its socket, for `work`. */
export async function asRoot<T>(rig: Rig, work: (connection: Connection) => Promise<T>): Promise<T> {
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

/** Counts the transactions that wait for a row which another one holds. */
export const waitingForLocks = (rig: Rig): Promise<number> =>
  asRoot(rig, async (root) => {
    const [rows] = await root.query(`SELECT trx_id FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'`);
    return (rows as unknown[]).length;
  });

/** Counts the transactions that hold a row. */
export const holdingLocks = (rig: Rig): Promise<number> =>
  asRoot(rig, async (root) => {
    const [rows] = await root.query('SELECT trx_id FROM information_schema.innodb_trx WHERE trx_lock_structs > 0');
    return (rows as unknown[]).length;
  });

/**
 * Starts a transaction that holds its rows until it is released. A transaction of the service would be ended by the
 * server after 30 idle seconds, and its connection by the pool after a silence.
 */
export async function holdingTransaction(rig: Rig): Promise<Knex.Transaction> {
  const own = openDatabase({ url: rig.url, poolSize: 1, waitMs: 20_000, silenceMs: 0 });
  const holder = await own.transaction();
  const close = () => own.destroy();
  holder.executionPromise.then(close, close);
  await holder.raw('SET SESSION innodb_lock_wait_timeout = 2 /*M! , idle_transaction_timeout = 0 */');
  return holder;
}

/** Blocks all writes to a table. Returns a function that unblocks them. */
export async function lockTable(rig: Rig, table: string): Promise<() => Promise<void>> {
  const holder = await holdingTransaction(rig);
  await holder.raw('LOCK TABLES ?? READ', [table]);
  return async () => {
    await holder.raw('UNLOCK TABLES');
    await holder.rollback();
  };
}

/** Counts the statements that wait for a table which is locked. */
export async function waitingForTables(rig: Rig): Promise<number> {
  const [rows] = await rig.db.raw(
    `SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND state LIKE 'Waiting for table%'`,
  );
  return rows.length;
}

/** Creates leads all the while `fault` lasts; nothing but 201 and 503 may be answered, in time and without SQL. */
export async function whileCreating(rig: Rig, account: RigAccount, fault: () => Promise<void>): Promise<Answer[]> {
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

export const works = (account: RigAccount) =>
  until('writes succeed again', async () => ((await create(account)).status === 201 ? true : undefined), 10_000);
