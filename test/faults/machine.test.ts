import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { mysqlUrl } from '../../scripts/lib/mysql-own.mjs';
import { databasePassword } from '../../scripts/lib/secrets.mjs';
import { OPERATOR, PROVIDER_SETTINGS, TEST_SECRET, useApi } from '../support/api.js';
import { isRefusedForNow, onlyReads, prepareEveryRoute, succeeds, TAKE_CODES } from '../support/every-route.js';
import { callerOf } from '../support/http.js';
import { type Answer, call } from './support/client.js';
import { fillDisk, isRoot } from './support/disk.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { bound, inParallel, pass, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';

// A disk and a name space of one's own are things only root can make.
const asRoot = isRoot ? it : it.skip;
const rig = useRig({
  name: 'machine',
  apis: 1,
  workers: 1,
  env: { ...PROVIDER_SETTINGS, LAS_SECRET: TEST_SECRET },
  ...(isRoot ? { diskMiB: 420 } : {}),
});
/** The settings of the rig's processes, for what has to be made ready before anything breaks. */
const settings: NodeJS.ProcessEnv = {};
beforeAll(async () => {
  const { port } = rig.db.client.config.connection as { port: number };
  settings.DATABASE_URL = mysqlUrl(port, await databasePassword(rig.dir)).replace(/\/las$/, '/las_faults');
});
const before = useApi(settings);

const create = (account: RigAccount, more: object = {}): Promise<Answer & { email: string }> => {
  const email = `${newId()}@example.com`;
  return account
    .request('POST', '/leads', { body: { first_name: 'Ada', email, workflow_id: account.agentId, ...more } })
    .then((answer) => ({ ...answer, email }));
};

/** Returns whether the database runs: one that ends itself refuses for a moment before it is gone. */
async function databaseGoesOn(): Promise<boolean> {
  await pass(1_000);
  return rig.mysql.runs;
}

interface Full {
  answers: Awaited<ReturnType<typeof create>>[];
  /** Reads that failed although the server went on. */
  refusedReads: Answer[];
}

/**
 * Fills the database's disk to the last byte, and its files with leads until there is no room in them either; then does
 * `work`, and makes room again.
 */
async function whileFull(
  account: RigAccount,
  leadBytes: number,
  work: () => Promise<void> = async () => {},
): Promise<Full> {
  const free = fillDisk(path.join(rig.dir, 'mysql'));
  rig.note('disk', 'full');
  const full: Full = { answers: [], refusedReads: [] };
  const refused = () => full.answers.filter(({ status }) => status === 503).length;
  try {
    const ends = performance.now() + bound(60_000);
    while (refused() < 20 && performance.now() < ends) {
      const made = await inParallel(4, Array.from({ length: 8 }), () =>
        create(account, { metadata: { text: 'x'.repeat(leadBytes) } }),
      );
      full.answers.push(...made);
      const read = await account.request('GET', '/leads?limit=1');
      if (read.status !== 200 && (await databaseGoesOn())) full.refusedReads.push(read);
    }
    expect(refused()).toBeGreaterThanOrEqual(20);
    await work();
  } finally {
    free();
    rig.note('disk', rig.mysql.runs ? 'room again' : 'room again, MySQL had ended');
    // MariaDB ends itself where it can't even roll back; a supervisor starts it again.
    await rig.mysql.start();
  }
  return full;
}

describe('a disk without a byte to spare under the database', () => {
  asRoot(
    'writes are done completely or return 503, reads continue while the server works, and all recovers when there is space again',
    async () => {
      const account = await rig.account([mail('One')]);
      const nearly = fillDisk(path.join(rig.dir, 'mysql'), 0.95);
      rig.note('disk', 'nearly full');
      await until(
        '/readyz tells of the disk before anything fails',
        async () => {
          const { status, body } = await call((rig.apis[0] as Program).url, 'GET', '/readyz', {
            headers: OPERATOR,
          });
          return status === 200 && (body.parts as { disk: string }).disk === 'low' ? true : undefined;
        },
        10_000,
      );
      expect((await create(account)).status).toBe(201);
      const { answers, refusedReads } = await whileFull(account, 60_000).finally(nearly);
      expect(new Set(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 503))).toEqual(
        new Set(),
      );
      expect(answers.filter(({ status, headers }) => status === 503 && !headers['retry-after'])).toEqual([]);
      expect(answers.filter(({ status, text }) => status === 503 && /insert|ER_|errno|disk/i.test(text))).toEqual([]);
      expect(refusedReads.map(({ status, text }) => ({ status, text }))).toEqual([]);
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(bound(3_200));
      await until(
        'writes succeed again',
        async () => ((await create(account)).status === 201 ? true : undefined),
        30_000,
      );
      const made = answers.filter(({ status }) => status === 201).map(({ email }) => email);
      const found: { email: string }[] = await rig.db('leads').where({ account_id: account.accountId }).select('email');
      const emails = new Set(found.map(({ email }) => email));
      expect(made.filter((email) => !emails.has(email))).toEqual([]);
      expect(answers.filter(({ status, email }) => status === 503 && emails.has(email))).toEqual([]);
      await until(
        'every run ended or waits for an operator',
        async () => {
          const open = await rig.db('agent_runs').where({ open_slot: 1 }).whereNull('hold_reason').first('id');
          return open === undefined ? true : undefined;
        },
        120_000,
      );
      expect(duplicates(rig)).toEqual([]);
      await expectInvariants(rig);
    },
    600_000,
  );
});

describe('a worker that can’t resolve names any more', () => {
  asRoot(
    'holds the senders that need one, while the others and the API continue',
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'las-dns-'));
      const resolv = path.join(folder, 'resolv.conf');
      // An address of the documentation: what is asked there is never answered.
      writeFileSync(resolv, 'nameserver 192.0.2.1\n', { mode: 0o644 });
      const worker = rig.workers[0] as Program;
      await worker.stop('SIGTERM');
      worker.start({
        through: ['unshare', '--mount', 'sh', '-c', `mount --bind ${resolv} /etc/resolv.conf && exec "$@"`, 'sh'],
      });
      await worker.ready();
      const named = await rig.account([mail('Named')]);
      const good = await rig.account([mail('Good')]);
      const sender = (await rig.db('email_senders').where({ account_id: named.accountId }).first())!;
      const smtp = JSON.parse(sender.smtp!);
      await rig
        .db('email_senders')
        .where({ id: sender.id })
        .update({ smtp: JSON.stringify({ ...smtp, host: 'mail.example.com' }) });
      rig.note('worker-1', 'no names');
      const emails = await inParallel(4, Array.from({ length: 14 }), async (_, at) => {
        const email = `named-${at}-${newId()}@example.com`;
        await createLead(named, email);
        return email;
      });
      const answers = await inParallel(4, Array.from({ length: 20 }), () => create(good));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(bound(3_000));
      await until(
        'the other sender has sent everything',
        () => (answers.every(({ email }) => rig.sink.to(email).length === 1) ? true : undefined),
        20_000,
      );
      await until(
        'all that need a name are held',
        async () => {
          const held = await rig
            .db('agent_runs')
            .where({ account_id: named.accountId, hold_reason: 'provider_backoff' })
            .count({ n: '*' })
            .first();
          return Number(held?.n) === emails.length ? true : undefined;
        },
        60_000,
      );
      expect(await rig.db('sender_breakers').where({ sender_id: sender.id })).toHaveLength(1);
      const answer = await named.request('PATCH', `/email-senders/${sender.id}`, {
        body: { smtp: { host: smtp.host, port: smtp.port, secure: false } },
      });
      expect(answer.status).toBe(200);
      await pass(1_000);
      await until(
        'what was held left',
        () => (emails.every((email) => rig.sink.to(email).length === 1) ? true : undefined),
        150_000,
      );
      expect(duplicates(rig)).toEqual([]);
      await expectInvariants(rig);
    },
    600_000,
  );
});

describe('a disk without a byte to spare under the database, route by route', () => {
  asRoot(
    'reads answer as always, and writes are done or answered 503',
    async () => {
      const account = await rig.account([mail('Later', 3_600)]);
      await (rig.workers[0] as Program).stop('SIGTERM');
      const http = callerOf((rig.apis[0] as Program).url);
      const every = await prepareEveryRoute(before, http);
      const asked = { reads: 0, done: 0, refused: 0 };
      let wrong: string[] = [];
      const refusedReads: string[] = [];
      // Small rows: MariaDB ends itself when it has to take back large ones.
      await whileFull(account, 500, async () => {
        wrong = await every.ask(
          (contract, answer) => {
            const reads = onlyReads(contract);
            const done = succeeds(contract, answer);
            const refused = isRefusedForNow(contract, answer);
            if (rig.mysql.runs) asked[reads ? 'reads' : done ? 'done' : 'refused'] += 1;
            if (reads && refused && rig.mysql.runs) refusedReads.push(`${contract.operationId}: 503`);
            return done || refused;
          },
          { without: TAKE_CODES },
        );
        if (await databaseGoesOn()) wrong.push(...refusedReads);
      });
      await http.close();
      expect(wrong).toEqual([]);
      rig.note('disk', `of every route ${JSON.stringify(asked)}`);
      // Which writes find room in pages that are there is the database's matter; twenty were refused before these.
      expect(asked.reads).toBeGreaterThan(0);
      expect(asked.done + asked.refused).toBeGreaterThan(0);
      await until(
        'writes succeed again',
        async () => ((await create(account)).status === 201 ? true : undefined),
        30_000,
      );
    },
    600_000,
  );
});
