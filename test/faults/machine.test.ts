import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { type Answer, call } from './support/client.js';
import { fillDisk, isRoot } from './support/disk.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { bound, inParallel, pass, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';

// A disk and a name space of one's own are things only root can make.
const asRoot = isRoot ? it : it.skip;
const rig = useRig({ name: 'machine', apis: 1, workers: 1, ...(isRoot ? { diskMiB: 420 } : {}) });

const create = (account: RigAccount, more: object = {}): Promise<Answer & { email: string }> => {
  const email = `${newId()}@example.com`;
  return account
    .request('POST', '/leads', { body: { first_name: 'Ada', email, workflow_id: account.agentId, ...more } })
    .then((answer) => ({ ...answer, email }));
};

describe('a disk without a byte to spare under the database', () => {
  asRoot(
    'writes are done whole or answered 503, reads go on while the server does, and all is well when there is room again',
    async () => {
      const account = await rig.account([mail('One')]);
      const nearly = fillDisk(path.join(rig.dir, 'mysql'), 0.95);
      rig.note('disk', 'nearly full');
      await until(
        '/readyz tells of the disk before anything fails',
        async () => {
          const { status, body } = await call((rig.apis[0] as Program).url, 'GET', '/readyz');
          return status === 200 && (body.parts as { disk: string }).disk === 'low' ? true : undefined;
        },
        10_000,
      );
      expect((await create(account)).status).toBe(201);
      const rest = fillDisk(path.join(rig.dir, 'mysql'));
      const free = () => {
        nearly();
        rest();
      };
      rig.note('disk', 'full');
      const answers: Awaited<ReturnType<typeof create>>[] = [];
      const reads: Answer[] = [];
      try {
        // What the files still have room for is soon used up.
        const ends = performance.now() + 60_000;
        const refused = () => answers.filter(({ status }) => status === 503).length;
        while (refused() < 20 && performance.now() < ends) {
          answers.push(
            ...(await inParallel(4, Array.from({ length: 8 }), () =>
              create(account, { metadata: { text: 'x'.repeat(60_000) } }),
            )),
          );
          reads.push(await account.request('GET', '/leads?limit=1'));
        }
        expect(refused()).toBeGreaterThanOrEqual(20);
      } finally {
        free();
        rig.note('disk', 'room again');
        // MariaDB ends itself where it can't even roll back; a supervisor starts it again.
        await rig.mysql.start();
      }
      expect(new Set(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 503))).toEqual(
        new Set(),
      );
      expect(answers.filter(({ status, headers }) => status === 503 && !headers['retry-after'])).toEqual([]);
      expect(answers.filter(({ status, text }) => status === 503 && /insert|ER_|errno|disk/i.test(text))).toEqual([]);
      expect(reads.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
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
    'holds back the senders that need one; the others and the API go on',
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
      const sender = await rig.db('email_senders').where({ account_id: named.accountId }).first();
      const smtp = JSON.parse(sender.smtp);
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
