import { expect } from '@jest/globals';
import type { SinkBehaviour } from '../../../demo/smtp-sink.js';
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

/** Resolves them as an operator does: checks the mail server and sets the outcome of each. */
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

/** Kills processes and servers one after the other, each at a moment that is drawn. */
export async function kill(rig: Rig, kills: number, lastingMs: number): Promise<void> {
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
  /** Shares of all mails that the server has trouble with, is too busy for, refuses for good, or takes without an answer. */
  shares: { trouble: number; busy: number; never: number; cut: number };
}

/** A lead that drew a refusal for now waits a minute; it draws none again. */
const ENDED_MS = 600_000;

/** Lets the mail server answer some mails of a storm otherwise; `drawn` counts those it took without an answer. */
function drawAnswers(rig: Rig, { trouble, busy, never, cut }: Storm['shares']) {
  const random = randomFrom(size('SEED', 42) + 1);
  const drawn = { cut: 0 };
  const delayed = new Set<string>();
  const forNow = (to: string, code: number): SinkBehaviour | undefined => {
    if (delayed.has(to)) return undefined;
    delayed.add(to);
    return { kind: 'reply', stage: 'rcpt', code };
  };
  const remove = rig.sink.rule((to) => {
    if (!to.startsWith('storm-')) return undefined;
    const chance = random();
    if (chance < trouble) return forNow(to, 451);
    if (chance < trouble + busy) return forNow(to, 421);
    if (chance < trouble + busy + never) return { kind: 'reply', stage: 'rcpt', code: 550 };
    if (chance >= trouble + busy + never + cut) return undefined;
    drawn.cut += 1;
    return { kind: 'accept_then_cut' };
  });
  return { drawn, remove };
}

/** Kills processes and servers while leads are enrolled and their cadences run, then counts at the mail server. */
export async function expectToSurvive(rig: Rig, storm: Storm): Promise<void> {
  const { leads, kills, lastingMs, spacingSeconds, shares } = storm;
  const account = await rig.account([mail('One'), mail('Two', spacingSeconds), mail('Three', spacingSeconds)]);
  rig.sink.rule(() => ({ kind: 'accept', afterMs: 40 }));
  const { drawn, remove } = drawAnswers(rig, shares);
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

  const unknown = new Set<string>();
  await until(
    'every cadence came to its end',
    async () => {
      const listed = await unknowns(account);
      for (const { id } of listed) unknown.add(id);
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
  const messages: { id: string; lead_id: string; status: string; failure_code: string | null; settled_by: unknown }[] =
    await rig
      .db('messages')
      .where({ account_id: account.accountId })
      .select('id', 'lead_id', 'status', 'failure_code', 'settled_by');
  const failed = messages.filter(({ status }) => status !== 'sent');
  expect(failed.filter(({ status, failure_code }) => status !== 'failed' || failure_code !== 'smtp_550')).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(messages.length * 2 * shares.never);
  const missing = new Map<string, number>();
  for (const { lead_id } of failed) missing.set(lead_id, (missing.get(lead_id) ?? 0) + 1);
  const incomplete = [...emails].filter(
    ([leadId, email]) => rig.sink.to(email).length !== MAILS.length - (missing.get(leadId) ?? 0),
  );
  expect(incomplete).toEqual([]);
  // A kill leaves open at most what was in flight, and whatever was left open has been listed.
  expect(unknown.size - drawn.cut).toBeLessThanOrEqual(kills * IN_FLIGHT);
  expect(unknown.size).toBeGreaterThanOrEqual(Math.floor(drawn.cut / 2));
  expect(messages.filter(({ id, settled_by }) => settled_by !== null && !unknown.has(id))).toEqual([]);
  remove();
  await expectInvariants(rig);
}
