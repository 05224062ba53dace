import { afterAll, describe, expect, it } from '@jest/globals';
import { isUnavailable, openDatabase } from '../../db/connection.js';

const CONNECTIONS = 5;
const db = openDatabase({ url: process.env.DATABASE_URL ?? '', poolSize: CONNECTIONS, waitMs: 20_000 });
afterAll(() => db.destroy());

const write = () => db('outbox').where({ id: 'nobody' }).delete();

describe('connections to a server that takes no writes any more', () => {
  it('are given up with the first write that is refused: the next one is made where the name leads by then', async () => {
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.transaction()));
    for (const connection of connections) await connection.raw('SET SESSION TRANSACTION READ ONLY');
    await Promise.all(connections.map((connection) => connection.commit()));
    const refused: unknown = await write().catch((error: unknown) => error);
    expect(isUnavailable(refused)).toBe(true);
    await Promise.all(Array.from({ length: CONNECTIONS }, write));
  });
});

describe('a process that stalls in the middle of a transaction', () => {
  it('keeps its rows from others for half a minute at most, where the server can end it', async () => {
    const [[server]] = await db.raw('SELECT VERSION() AS version');
    const [limits] = await db.raw("SHOW SESSION VARIABLES LIKE 'idle_transaction_timeout'");
    const values = limits.map(({ Value }: { Value: string }) => Value);
    expect(values).toEqual(/MariaDB/.test(server.version) ? ['30'] : []);
  });
});

describe('a flag', () => {
  it('is read as true or false, in a transaction too; null stays null, and other small numbers are numbers', async () => {
    const flags = { yes: 1, no: 0, nothing: null, small: 1 };
    const tx = await db.transaction();
    try {
      const columns = 'yes TINYINT(1), no TINYINT(1), nothing TINYINT(1), small TINYINT';
      await tx.raw(`CREATE TEMPORARY TABLE flags_read (${columns})`);
      await tx.raw('INSERT INTO flags_read VALUES (?, ?, ?, ?)', Object.values(flags));
      const read = { yes: true, no: false, nothing: null, small: 1 };
      expect(await tx('flags_read' as never)).toEqual([read]);
      const [[twice]] = await tx.raw('SELECT yes AS one, yes AS one, small AS other, yes AS other FROM flags_read');
      expect(twice).toEqual({ one: true, other: true });
    } finally {
      await tx.rollback();
    }
  });
});
