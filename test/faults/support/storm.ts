import { expect } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { duplicates, expectInvariants } from './invariants.js';
import type { Program } from './program.js';
import { inParallel, pass, randomFrom, size, until } from './random.js';
import { createLead, mail, type Rig, type RigAccount } from './rig.js';

const MAILS = ['One', 'Two', 'Three'];
/** Activities a worker runs at once: what a single kill can leave open at most. */
const IN_FLIGHT = 40;

interface Unknown {
  id: string;
  lead_id: string;
  subject: string;
}

/** Every message whose outcome is unknown, as the API lists them. */
export async function unknowns(account: RigAccount): Promise<Unknown[]> {
  const all: Unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await until(
      'the unknown messages were listed',
      async () => {
        const answer = await account.request(
          'GET',
          `/messages?status=unknown&limit=200${cursor ? `&cursor=${cursor}` : ''}`,
        );
        return answer.status === 200 ? answer : undefined;
      },
      20_000,
    );
    all.push(...(page.body.messages as Unknown[]));
    const next = (page.body.pagination as { next_cursor?: string | null }).next_cursor;
    if (!next) return all;
    cursor = encodeURIComponent(next);
  }
}

/** What an operator does with them: looks at the mail server, and says for each what became of it. */
export async function settle(
  rig: Rig,
  account: RigAccount,
  emails: Map<string, string>,
  messages: Unknown[],
): Promise<void> {
  await inParallel(5, messages, (message) =>
    until(
      'the message was resolved',
      async () => {
        const arrived = rig.sink
          .to(emails.get(message.lead_id) ?? '')
          .some(({ headers }) => headers.subject === message.subject);
        const answer = await account.request('POST', `/messages/${message.id}/resolve`, {
          body: { as: arrived ? 'sent' : 'resend' },
        });
        return answer.status === 200 || answer.status === 409 ? true : undefined;
      },
      20_000,
    ),
  );
}

async function kill(rig: Rig, kills: number, lastingMs: number): Promise<void> {
  const random = randomFrom(size('SEED', 42));
  const targets = [...rig.workers, ...rig.workers, ...rig.apis, rig.temporal, rig.mysql];
  const gap = lastingMs / kills;
  for (let n = 0; n < kills; n += 1) {
    const due = pass(gap * (0.5 + random()));
    const target = targets[n < targets.length ? n : Math.floor(random() * targets.length)] as (typeof targets)[number];
    rig.note('name' in target ? target.name : target === rig.mysql ? 'mysql' : 'temporal', 'SIGKILL');
    if ('name' in target) target.signal('SIGKILL');
    else {
      await target.kill();
      await target.start();
    }
    await due;
  }
}

export interface Storm {
  leads: number;
  kills: number;
  lastingMs: number;
  /** Between the mails of a cadence. */
  spacingSeconds: number;
  /** Shares of all mails that the server refuses for now, refuses for good, or accepts without an answer. */
  shares?: { later: number; never: number; cut: number };
}

/** A lead that draws a refusal for now several times waits a minute, two, four. */
const ENDED_MS = 600_000;

/** Kills processes and servers while leads are enrolled and their cadences run, then counts at the mail server. */
export async function expectToSurvive(rig: Rig, storm: Storm): Promise<void> {
  const { leads, kills, lastingMs, spacingSeconds, shares } = storm;
  const account = await rig.account([mail('One'), mail('Two', spacingSeconds), mail('Three', spacingSeconds)]);
  rig.sink.rule(() => ({ kind: 'accept', afterMs: 40 }));
  let cut = 0;
  if (shares) {
    const random = randomFrom(size('SEED', 42) + 1);
    rig.sink.rule((to) => {
      if (!to.startsWith('storm-')) return undefined;
      const chance = random();
      if (chance < shares.later) return { kind: 'reply', stage: 'rcpt', code: 451 };
      if (chance < shares.later + shares.never) return { kind: 'reply', stage: 'rcpt', code: 550 };
      if (chance >= shares.later + shares.never + shares.cut) return undefined;
      cut += 1;
      return { kind: 'accept_then_cut' };
    });
  }
  const emails = new Map<string, string>();
  const pace = lastingMs / leads;
  const creating = inParallel(8, Array.from({ length: leads }), async (_, at) => {
    const email = `storm-${at}-${newId()}@example.com`;
    const { leadId } = await createLead(account, email, {}, 120_000);
    emails.set(leadId, email);
    await pass(pace * 4);
  });
  await kill(rig, kills, lastingMs);
  await creating;
  await Promise.all([...rig.apis, ...rig.workers].map((one: Program) => one.ready()));
  expect(emails.size).toBe(leads);

  let unknown = 0;
  await until(
    'every cadence came to its end',
    async () => {
      const listed = await unknowns(account);
      unknown += listed.length;
      await settle(rig, account, emails, listed);
      const open = await rig
        .db('agent_runs')
        .where({ account_id: account.accountId, open_slot: 1 })
        .count({ n: '*' })
        .first();
      return Number(open?.n) === 0 ? true : undefined;
    },
    ENDED_MS,
  );
  expect(duplicates(rig)).toEqual([]);
  const messages: { lead_id: string; status: string; failure_code: string | null }[] = await rig
    .db('messages')
    .where({ account_id: account.accountId })
    .select('lead_id', 'status', 'failure_code');
  const failed = messages.filter(({ status }) => status !== 'sent');
  expect(failed.filter(({ status, failure_code }) => status !== 'failed' || failure_code !== 'smtp_550')).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(messages.length * 2 * (shares?.never ?? 0));
  const missing = new Map<string, number>();
  for (const { lead_id } of failed) missing.set(lead_id, (missing.get(lead_id) ?? 0) + 1);
  const incomplete = [...emails].filter(
    ([leadId, email]) => rig.sink.to(email).length !== MAILS.length - (missing.get(leadId) ?? 0),
  );
  expect(incomplete).toEqual([]);
  expect(unknown).toBeLessThanOrEqual(kills * IN_FLIGHT + cut);
  // What was accepted without an answer was listed, each of it.
  if (shares) expect(unknown).toBeGreaterThanOrEqual(Math.floor(cut / 2));
  await expectInvariants(rig);
}
