import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import type { Answer } from './support/client.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import { canLoseNames, type Link, type Toxic } from './support/links.js';
import type { Program } from './support/program.js';
import { TcpProxy } from './support/proxy.js';
import { bound, inParallel, pass, size, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';
import { settle, unknowns } from './support/storm.js';

const rig = useRig({ name: 'network', apis: 2, linked: true });

const TOXIC_MS = size('TOXIC_MS', 10_000);
const RECOVERY_MS = 10_000;
/** The API process whose links are spoilt, and the one that has none. */
const [LINKED, DIRECT] = [0, 1];

const TOXICS: Record<string, Toxic> = {
  'answers two seconds late': { kind: 'latency', ms: 2_000 },
  'carries 10 kB a second': { kind: 'slow', bytesPerSecond: 10_000 },
  'refuses and resets connections': { kind: 'reset' },
  'swallows everything until it is restored': { kind: 'hole' },
  'is half-open: connections never learn that they are dead': { kind: 'dead' },
  'resolves to a name that does not exist any more': { kind: 'nameless' },
};

/** Which link of the API and which of the worker are spoilt at the same time: what the one does the other must not need. */
const PAIRS = [
  { of: 'API and MySQL, worker and Temporal', api: 'mysql', worker: 'temporal' },
  { of: 'API and Temporal, worker with its relay and MySQL', api: 'temporal', worker: 'mysql' },
] as const;

const sockets = ({ pid }: Program): number => readdirSync(`/proc/${pid}/fd`).length;
const linkedPrograms = () => [rig.apis[LINKED], rig.workers[0]] as Program[];

const create = (account: RigAccount): Promise<Answer> =>
  account.request('POST', '/leads', {
    api: LINKED,
    body: { first_name: 'Ada', email: `${newId()}@example.com`, workflow_id: account.agentId },
    timeoutMs: bound(20_000),
  });
const read = (account: RigAccount): Promise<Answer> =>
  account.request('GET', '/leads?limit=1', { api: LINKED, timeoutMs: bound(20_000) });

/** Asks through the spoilt process for as long as the toxic lasts. */
async function ask(account: RigAccount): Promise<Answer[]> {
  const ends = performance.now() + TOXIC_MS;
  const answers = await inParallel(8, Array.from({ length: 8 }), async () => {
    const heard: Answer[] = [];
    while (performance.now() < ends) {
      heard.push(await create(account), await read(account));
      await pass(100);
    }
    return heard;
  });
  return answers.flat();
}

/** Creates a lead through the process that has no spoilt link, under the name of the moment. */
async function enroll(account: RigAccount, moment: string): Promise<[string, string]> {
  const email = `${moment}-${newId()}@example.com`;
  const { leadId } = await createLead(through(account, DIRECT), email);
  return [leadId, email];
}
const through = (account: RigAccount, api: number): RigAccount => ({
  ...account,
  request: (method, url, options) => account.request(method, url, { ...options, api }),
});

const arrived = (email: string) => rig.sink.to(email).length > 0;
const p99 = (answers: Answer[]) => answers.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(answers.length * 0.99)];

/** Connections that a pool has no use for are kept for half a minute. */
const noMoreThan = (before: number[]) =>
  until(
    `no more connections than ${before}`,
    () => {
      const now = linkedPrograms().map(sockets);
      if (now.every((n, at) => n <= (before[at] as number) + 5)) return true;
      throw new Error(`There are ${now}.`);
    },
    45_000,
  );

/** A lead of the spoilt process has its mail soon. */
async function works(account: RigAccount, emails: Map<string, string>): Promise<void> {
  const email = `works-${newId()}@example.com`;
  const { leadId } = await createLead(through(account, LINKED), email);
  emails.set(leadId, email);
  await until('a lead of the spoilt process has its mail', () => (arrived(email) ? true : undefined), RECOVERY_MS);
}

describe.each(PAIRS)('the lines between $of', (pair) => {
  let before: number[] | undefined;
  const fixtures: { account: RigAccount; emails: Map<string, string> }[] = [];
  const links = (): Link[] => [rig.links.of.api[pair.api], rig.links.of.worker[pair.worker]];

  for (const [name, toxic] of Object.entries(TOXICS)) {
    (toxic.kind === 'nameless' && !canLoseNames ? it.skip : it)(
      `${name}: answers or 503 within three seconds, all of it works ten seconds after`,
      async () => {
        const [account, later] = [await rig.account([mail('Now')]), await rig.account([mail('Later', 3_600)])];
        // A pool that is full shows a leak; an idle one hides it.
        await inParallel(20, Array.from({ length: 40 }), () => create(later));
        const emails = new Map<string, string>();
        fixtures.push({ account, emails });
        await works(account, emails);
        before ??= linkedPrograms().map(sockets);

        rig.note(pair.of, toxic.kind);
        for (const link of links()) link.spoil(toxic);
        const during = inParallel(2, Array.from({ length: 10 }), async () => {
          const lead = await enroll(account, 'during');
          await pass(TOXIC_MS / 6);
          return lead;
        });
        const answers = await ask(later);
        for (const lead of await during) emails.set(...lead);
        for (const link of links()) link.restore();
        const mended = performance.now();

        const allowed = pair.api === 'mysql' ? [200, 201, 503] : [200, 201];
        expect(
          answers.filter(({ status }) => !allowed.includes(status)).map(({ status, text }) => ({ status, text })),
        ).toEqual([]);
        expect(answers.filter(({ status, headers }) => status === 503 && !headers['retry-after'])).toEqual([]);
        expect(p99(answers)).toBeLessThan(bound(3_000));

        await until(
          'writes and reads succeed again',
          async () => {
            const [write, list] = await Promise.all([create(later), read(later)]);
            return write.status === 201 && list.status === 200 ? true : undefined;
          },
          RECOVERY_MS,
        );
        const [leadId, email] = await enroll(account, 'after');
        emails.set(leadId, email);
        await until('the worker sends again', () => (arrived(email) ? true : undefined), RECOVERY_MS);
        const tookMs = performance.now() - mended;
        expect(tookMs).toBeLessThan(bound(RECOVERY_MS));
        await until(
          'leads that came during it also have an email, or wait for their minute',
          async () => {
            await settle(rig, account, emails, await unknowns(account));
            const missing = [...emails].filter(([, address]) => !arrived(address)).map(([id]) => id);
            const held = await rig
              .db('agent_runs')
              .whereIn('lead_id', missing)
              .where({ hold_reason: 'provider_backoff' })
              .pluck('lead_id');
            return held.length === missing.length ? true : undefined;
          },
          2 * RECOVERY_MS,
        );
        rig.note(
          pair.of,
          `restored: new work after ${Math.round(tookMs)} ms, all of it after ${Math.round(performance.now() - mended)} ms`,
        );
        await works(account, emails);
        expect(duplicates(rig)).toEqual([]);
        await expectInvariants(rig, { workflows: false });
      },
      600_000,
    );
  }

  it('leave nothing half done behind, and no connection', async () => {
    if (process.env.FAULTS_SAY) console.log(rig.faults.map(({ target, kind }) => `${target} ${kind}`).join('\n'));
    for (const { account, emails } of fixtures) {
      await until(
        'everyone has a mail',
        async () => {
          await settle(rig, account, emails, await unknowns(account));
          return [...emails.values()].every(arrived) ? true : undefined;
        },
        90_000,
      );
    }
    expect(duplicates(rig)).toEqual([]);
    await noMoreThan(before as number[]);
    await expectInvariants(rig);
  }, 300_000);
});

/** The mail server's name is broken by another proof; here its line is. */
const MAIL_TOXICS = Object.entries(TOXICS).filter(([, { kind }]) => kind !== 'nameless') as [string, Toxic & object][];

describe('the line of a caller', () => {
  it('is kept for longer than proxies keep theirs, which would send a request into a line that is just closed', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    const { headers } = await account.request('GET', '/leads?limit=1', { api: DIRECT });
    const kept = Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1]);
    expect(kept).toBeGreaterThan(60);
  });
});

describe('the line between the worker and a mail server', () => {
  it('may do anything: other senders and the API continue, nothing is sent twice, and all of it is sent once it is restored', async () => {
    const good = await rig.account([mail('Good')]);
    const fixtures = await Promise.all(
      MAIL_TOXICS.map(async ([name, toxic]) => {
        const account = await rig.account([mail(`At one that ${name}`)]);
        const proxy = await TcpProxy.start(rig.sink.port);
        await rig
          .db('email_senders')
          .where({ account_id: account.accountId })
          .update({ smtp: JSON.stringify({ host: '127.0.0.1', port: proxy.port, secure: false, user: null }) });
        return { account, proxy, toxic: toxic as Parameters<TcpProxy['set']>[0], emails: new Map<string, string>() };
      }),
    );
    try {
      const before = linkedPrograms().map(sockets);
      for (const { proxy, toxic } of fixtures) proxy.set(toxic);
      rig.note('worker-mail', 'all toxics');
      const mended = pass(TOXIC_MS).then(() => {
        for (const { proxy } of fixtures) proxy.set({ kind: 'open' });
      });
      const others = inParallel(2, Array.from({ length: 20 }), () => enroll(good, 'good'));
      await inParallel(5, fixtures, async ({ account, emails }) => {
        for (let n = 0; n < 8; n += 1) emails.set(...(await enroll(account, 'through')));
      });
      for (const [, email] of await others)
        await until('another sender’s mail left', () => (arrived(email) ? true : undefined), 10_000);
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(good)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(p99(answers)).toBeLessThan(bound(3_000));
      await mended;
      await until(
        'all of it left',
        async () => {
          for (const { account, emails } of fixtures) await settle(rig, account, emails, await unknowns(account));
          return fixtures.every(({ emails }) => [...emails.values()].every(arrived)) ? true : undefined;
        },
        180_000,
      );
      await noMoreThan(before);
      expect(duplicates(rig)).toEqual([]);
    } finally {
      await Promise.all(fixtures.map(({ proxy }) => proxy.stop()));
    }
    await expectInvariants(rig);
  }, 600_000);
});
