import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Connection, createConnection } from 'mysql2/promise';
import { newId } from '../../runtime/ids.js';
import { mysqlUrl } from '../../scripts/lib/mysql-own.mjs';
import { databasePassword } from '../../scripts/lib/secrets.mjs';
import { createApiKey } from '../../services/accounts/accounts.js';
import type { Answer } from './support/client.js';
import { asRoot, whileCreating, works } from './support/database.js';
import { expectInvariants } from './support/invariants.js';
import { atPlace, placesAround } from './support/kill-points.js';
import { bound, inParallel, pass, until } from './support/random.js';
import { mail, useRig } from './support/rig.js';

const rig = useRig({ name: 'database', apis: 2, workers: 2, watched: true });

/** Requests a minute. */
const LIMIT = 20;

const minuteOfDatabase = async (): Promise<number> => {
  const [[row]] = await rig.db.raw('SELECT FLOOR(UNIX_TIMESTAMP() / 60) AS minute');
  return Number(row.minute);
};

describe('the database', () => {
  it.each(placesAround(/^insert into `outbox`/i))(
    'killed while a lead is created, %s: the lead is there or never was, and a repeat leaves one, mailed once',
    async (_, { stands, ...place }) => {
      const account = await rig.account([mail('One')]);
      const email = `${newId()}@example.com`;
      const body = { first_name: 'Ada', email, workflow_id: account.agentId };
      const headers = { 'Idempotency-Key': newId() };
      const { status } = await atPlace(
        rig,
        place,
        (base) => account.request('POST', '/leads', { base, body, headers, timeoutMs: 30_000 }),
        async () => {
          rig.note('mysql', 'SIGKILL');
          await rig.mysql.kill();
        },
      );
      expect([0, 503]).toContain(status);
      await rig.mysql.start();
      const leads = () => rig.db('leads').where({ email });
      expect(await until('the database answers', leads, 30_000)).toHaveLength(stands ? 1 : 0);
      const again = await until(
        'the repeat was answered',
        async () => {
          const answer = await account.request('POST', '/leads', { body, headers });
          return [0, 409, 503].includes(answer.status) ? undefined : answer;
        },
        30_000,
      );
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, stands ? 'true' : undefined]);
      expect(await leads()).toHaveLength(1);
      await until('its mail left', () => (rig.sink.to(email).length > 0 ? true : undefined), 60_000);
      await until(
        'its cadence ended',
        async () =>
          (await rig.db('agent_runs').where({ account_id: account.accountId, open_slot: 1 }).first('id'))
            ? undefined
            : true,
        60_000,
      );
      expect(rig.sink.to(email)).toHaveLength(1);
      await expectInvariants(rig);
    },
    300_000,
  );

  it('has its temporary files to itself: MariaDB removes at its start those of every server that shares the folder', async () => {
    const [[row]] = await rig.db.raw('SELECT @@tmpdir AS folder');
    expect(row.folder).toBe(path.join(rig.dir, 'mysql-tmp'));
  });

  it('read-only: writes return 503, reads continue, and no key gets past its limit', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    await works(account);
    const { accountId } = account;
    const limited = await createApiKey(rig.db, new Date(), { accountId, name: 'Limited', rateLimit: LIMIT });
    await asRoot(rig, (root) => root.query('SET GLOBAL read_only = 1'));
    try {
      const reads: Answer[] = [];
      const asLimited = { headers: { 'X-API-Key': limited.apiKey } };
      const said = await whileCreating(rig, account, async () => {
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
      await asRoot(rig, (root) => root.query('SET GLOBAL read_only = 0'));
    }
    await works(account);
    await expectInvariants(rig);
  }, 600_000);

  it('without a connection to spare: 503, and all well afterwards', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    const { port } = rig.db.client.config.connection as { port: number };
    const url = mysqlUrl(port, await databasePassword(rig.dir));
    await asRoot(rig, async (root) => {
      // All connections start over, and the first ones take all slots.
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
      await whileCreating(rig, account, async () => {
        await pass(2_000);
        for (const hog of hogs) hog.destroy();
        await root.query('SET GLOBAL max_connections = 300');
      });
    });
    await works(account);
    await expectInvariants(rig);
  }, 600_000);
});
