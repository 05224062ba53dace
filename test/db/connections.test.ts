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

describe('a process that stands still in the middle of a transaction', () => {
  it('keeps its rows from others for half a minute at most, where the server can end it', async () => {
    const [[server]] = await db.raw('SELECT VERSION() AS version');
    const [limits] = await db.raw("SHOW SESSION VARIABLES LIKE 'idle_transaction_timeout'");
    const values = limits.map(({ Value }: { Value: string }) => Value);
    expect(values).toEqual(/MariaDB/.test(server.version) ? ['30'] : []);
  });
});
