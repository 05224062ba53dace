import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { lockTable } from './support/database.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { bound, inParallel, pass, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';
import { type FrontMode, SmtpFront } from './support/smtp-front.js';
import { settle, unknowns } from './support/storm.js';

const rig = useRig({ name: 'provider' });

/** The ways in which a server can fail, and the codes of its rejected emails. Null means an unknown outcome. */
const FAULTS: { mode: FrontMode; code: RegExp | null }[] = [
  { mode: 'too_busy', code: /^smtp_421$/ },
  { mode: 'refuses_for_now', code: /^smtp_451$/ },
  { mode: 'hangs', code: /^smtp_(timeout|busy)$/ },
  { mode: 'resets', code: /^smtp_unreachable$/ },
  { mode: 'talks_rubbish', code: /^smtp_(unreachable|protocol|\d+)$/ },
  { mode: 'floods', code: /^smtp_(timeout|busy|unreachable)$/ },
  { mode: 'breaks_tls', code: /^smtp_(tls_failed|unreachable|timeout|busy)$/ },
  { mode: 'garbles_the_last_answer', code: null },
];
const FIRST = 12;
const LATER = 6;

interface Fixture {
  mode: FrontMode;
  code: RegExp | null;
  front: SmtpFront;
  account: RigAccount;
  senderId: string;
  emails: Map<string, string>;
}

async function fixtureOf({ mode, code }: (typeof FAULTS)[number]): Promise<Fixture> {
  const account = await rig.account([mail(`At one that ${mode}`)]);
  const front = await SmtpFront.start(mode, rig.sink.port);
  const sender = (await rig.db('email_senders').where({ account_id: account.accountId }).first())!;
  await rig
    .db('email_senders')
    .where({ id: sender.id })
    .update({ smtp: JSON.stringify({ ...JSON.parse(sender.smtp!), port: front.port }) });
  return { mode, code, front, account, senderId: sender.id, emails: new Map() };
}

async function enroll({ account, emails, mode }: Fixture, n: number): Promise<void> {
  for (let at = 0; at < n; at += 1) {
    const email = `${mode}-${emails.size}-${newId()}@example.com`;
    emails.set((await createLead(account, email)).leadId, email);
  }
}

const breakerOf = ({ senderId }: Fixture) => rig.db('sender_breakers').where({ sender_id: senderId }).first();

describe('providers that misbehave', () => {
  it('are held separately, others continue, nothing is sent twice, and all of it is sent once they are fixed', async () => {
    const fixtures = await Promise.all(FAULTS.map(fixtureOf));
    const good = await rig.account([mail('Good')]);
    try {
      // Another sender's mails leave at once all the while.
      const began = performance.now();
      await Promise.all([
        inParallel(4, fixtures, (fixture) => enroll(fixture, FIRST)),
        inParallel(2, Array.from({ length: 20 }), () => createLead(good, `good-${newId()}@example.com`)),
      ]);
      await until(
        'the good sender has sent everything',
        () => (rig.sink.mails.filter(({ headers }) => headers.subject === 'Good').length === 20 ? true : undefined),
        20_000,
      );
      expect(performance.now() - began).toBeLessThan(bound(20_000));
      for (const fixture of fixtures) {
        const { last_code } = await until(`${fixture.mode} is held back`, () => breakerOf(fixture), 40_000);
        if (fixture.code)
          expect({ [fixture.mode]: last_code }).toEqual({ [fixture.mode]: expect.stringMatching(fixture.code) });
        else expect(last_code).toBe('outcome_unknown');
      }
      const metrics = await (await fetch(`${(rig.workers[0] as Program).url}/metrics`)).text();
      expect(metrics).toMatch(/^provider_breakers_open [1-9]/m);

      // New messages wait without a call.
      const calls = fixtures.map(({ front }) => front.connections);
      await inParallel(4, fixtures, (fixture) => enroll(fixture, LATER));
      for (const fixture of fixtures) {
        await until(
          `what came to ${fixture.mode} is held`,
          async () => {
            const runs: { hold_reason: string | null }[] = await rig
              .db('agent_runs')
              .where({ account_id: fixture.account.accountId })
              .select('hold_reason');
            const held = runs.filter(({ hold_reason }) =>
              ['provider_backoff', ...(fixture.code ? [] : ['outcome_unknown'])].includes(hold_reason ?? ''),
            );
            return held.length === FIRST + LATER ? true : undefined;
          },
          40_000,
        );
      }

      // One trial of each may have been sent in between.
      for (const [at, { mode, front }] of fixtures.entries())
        expect({ mode, calls: front.connections - (calls[at] as number) < LATER }).toEqual({ mode, calls: true });

      for (const { front } of fixtures) front.restore();
      await until(
        'all of it left',
        async () => {
          for (const { account, emails } of fixtures) await settle(rig, account, emails, await unknowns(account));
          const open = await rig.db('agent_runs').where({ open_slot: 1 }).count({ n: '*' }).first();
          return Number(open?.n) === 0 ? true : undefined;
        },
        180_000,
      );
      for (const { emails } of fixtures)
        for (const email of emails.values()) expect(rig.sink.to(email)).toHaveLength(1);
      expect(await rig.db('sender_breakers')).toEqual([]);
      expect(duplicates(rig)).toEqual([]);
      await expectInvariants(rig);
    } finally {
      await Promise.all(fixtures.map(({ front }) => front.stop()));
    }
  }, 900_000);
});

describe('a worker that is killed while a mail is at its server', () => {
  it('leaves it listed as unknown, as soon as it can leave no more and another worker has looked', async () => {
    const account = await rig.account([mail('Orphan')]);
    const email = `orphan-${newId()}@example.com`;
    let standing = false;
    const remove = rig.sink.rule((to) => {
      if (to !== email || standing) return undefined;
      standing = true;
      return { kind: 'hang', stage: 'data', accepted: true };
    });
    const { leadId } = await createLead(account, email);
    await until('the email is at its server', () => (standing ? true : undefined), 20_000);
    await pass(2_000);
    rig.note('worker-1', 'SIGKILL');
    (rig.workers[0] as Program).signal('SIGKILL');
    const listed = await until(
      'it is listed',
      async () => {
        const found = await unknowns(account);
        return found.length > 0 ? found : undefined;
      },
      25_000,
    );
    remove();
    await settle(rig, account, new Map([[leadId, email]]), listed);
    await until(
      'the cadence came to its end',
      async () => {
        const run = (await rig.db('agent_runs').where({ lead_id: leadId }).first())!;
        return run.open_slot === null ? true : undefined;
      },
      20_000,
    );
    expect(rig.sink.to(email)).toHaveLength(1);
    await expectInvariants(rig);
  }, 300_000);
});

describe('a worker that is killed while it mails through a provider that honours keys', () => {
  it.each([
    ['before the mail is taken', false],
    ['after it was taken, before that is written down', true],
  ])(
    '%s: it is delivered once, and its outcome is never unknown',
    async (_, taken) => {
      const account = await rig.account([mail('Keyed')]);
      await rig.db('email_senders').where({ account_id: account.accountId }).update({ provider: 'sandbox' });
      const email = `keyed-${newId()}@example.com`;
      const message = () => rig.db('messages').where({ account_id: account.accountId }).first();
      const deliveries = () => rig.db('sandbox_deliveries').where({ account_id: account.accountId });
      const letDeliver = await lockTable(rig, 'sandbox_deliveries');
      await createLead(account, email);
      await until(
        'its mail is on its way',
        async () => ((await message())?.status === 'sending' ? true : undefined),
        20_000,
      );
      const letWrite = taken ? await lockTable(rig, 'messages') : letDeliver;
      if (taken) {
        await letDeliver();
        await until('it was taken', async () => ((await deliveries()).length > 0 ? true : undefined), 20_000);
      }
      expect((await message())?.status).toBe('sending');
      rig.note('worker-1', 'SIGKILL');
      await (rig.workers[0] as Program).kill();
      await letWrite();
      await until(
        'the cadence came to its end',
        async () => {
          expect(await unknowns(account)).toEqual([]);
          const open = await rig.db('agent_runs').where({ account_id: account.accountId, open_slot: 1 }).first('id');
          return open === undefined ? true : undefined;
        },
        60_000,
      );
      expect((await message())?.status).toBe('sent');
      expect(await deliveries()).toHaveLength(1);
      await expectInvariants(rig);
    },
    300_000,
  );
});
