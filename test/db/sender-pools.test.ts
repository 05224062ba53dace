import { describe, expect, it } from '@jest/globals';
import { closeSenderBreaker, findSenderBreaker, openSenderBreaker } from '../../db/channels/sender-breakers.js';
import { inTransaction } from '../../db/connection.js';
import type { EmailSenderRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import { admission } from '../../domain/channels/provider-breaker.js';
import { poolOrder } from '../../domain/channels/sender-pool.js';
import type { SendOutcome } from '../../providers/outcome.js';
import { newId } from '../../runtime/ids.js';
import { stateOf } from '../../services/channels/breakers.js';
import { findSender } from '../../services/channels/senders.js';
import { advanceMessage } from '../../services/messages/advance.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import { queueMessage } from '../../services/messages/queue.js';
import { addSender } from '../support/agents.js';
import { TEST_SECRET, type TestAccount, useApi } from '../support/api.js';
import { claimOf } from '../support/claims.js';
import { mailCadence } from '../support/mail-cadence.js';
import { addAgent, addLead, addRun } from '../support/messaging.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Noon of a day to come: what counts by the day is far from its end. */
const NOON = new Date((Math.ceil(Date.now() / DAY_MS) + 0.5) * DAY_MS);
const later = (ms: number) => new Date(NOON.getTime() + ms);
const api = useApi({}, { clock: { now: () => NOON } });
/** Holds back what has a breaker, and lets one message try when its pause is over. */
const cadence = mailCadence(api, {
  async heldBack(tx, now, senderId) {
    const row = await findSenderBreaker(tx, senderId);
    const admitted = admission(row && stateOf(row), now.getTime(), 0);
    return admitted.kind === 'hold' ? admitted.hold : undefined;
  },
});
const REFUSED: SendOutcome = { kind: 'refused_retry', code: 'smtp_451', message: 'Try later.' };
const STEPS = ['one', 'two'].map((key) => ({
  key,
  type: 'message',
  channel: 'email',
  subject: 'Hi',
  content: 'Hello',
  delay: { type: 'none' },
}));

type Limits = Partial<Pick<EmailSenderRow, 'per_day' | 'ramp' | 'created_at'>>;

/** An account with an agent whose pool has a sender for each of these weights. */
async function poolOf(weights: readonly number[], rule: object = {}, limits: readonly Limits[] = []) {
  const account = await api.account();
  const senders: string[] = [];
  for (const [n, _weight] of weights.entries()) {
    const id = await addSender(api.db, account.accountId);
    await api
      .db('email_senders')
      .where({ id })
      .update({ created_at: NOON, name: `Sender ${n}`, ...limits[n] });
    senders.push(id);
  }
  const email_pool = { senders: senders.map((id, n) => ({ email_sender_id: id, weight: weights[n] })), ...rule };
  const agentId = await addAgent(api, account, { channels: { email_pool }, cadence: { steps: STEPS } });
  const enroll = async () => {
    const lead = await addLead(api.db, account.accountId);
    return { lead, runId: (await addRun(api.db, lead, agentId)).id };
  };
  return { account, agentId, senders, enroll };
}

const fail = (account: TestAccount, senderId: string, at: Date, retryAt = later(DAY_MS * 30)) =>
  openSenderBreaker(api.db, {
    sender_id: senderId,
    account_id: account.accountId,
    trips: 1,
    last_code: 'smtp_451',
    opened_at: at,
    retry_at: retryAt,
    probe_until: null,
  });

/** Looks at a run and returns the sender that its message leaves by; undefined where it waits. */
async function sendBy(runId: string, at = NOON, outcome?: SendOutcome): Promise<string | undefined> {
  const advanced = await cadence.advance(runId, at);
  if (!('send' in advanced)) return undefined;
  await cadence.record(advanced.send, at, outcome);
  return advanced.send.prepared.sender.id;
}

const senderOfLead = async (leadId: string) =>
  (await api.db('lead_senders').where({ lead_id: leadId }).first())?.sender_id;

describe('a pool of senders', () => {
  it('shares new leads by weight, and redistributes those of a missing sender by weight as well', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [string, string, string];
    const pool = {
      senders: [a, b, c].map((id, n) => ({ email_sender_id: id, weight: [1, 2, 5][n] ?? 0 })),
      when_sender_fails: 'wait' as const,
      move_after_hours: 24,
    };
    const orders = Array.from({ length: 8_000 }, (_, n) => poolOrder({ pool, agentId: 'agent', leadId: `lead-${n}` }));
    const share = (of: string[][], place: number, id: string) =>
      of.filter((order) => order[place] === id).length / of.length;
    expect(share(orders, 0, a)).toBeCloseTo(1 / 8, 1);
    expect(share(orders, 0, b)).toBeCloseTo(2 / 8, 1);
    expect(share(orders, 0, c)).toBeCloseTo(5 / 8, 1);
    // Of those that would have been C's, A takes one in three and B two.
    const withoutC = orders.filter(([first]) => first === c);
    expect(Math.abs(share(withoutC, 1, a) - 1 / 3)).toBeLessThan(0.03);
    expect(Math.abs(share(withoutC, 1, b) - 2 / 3)).toBeLessThan(0.03);
    expect(orders.every((order) => order.length === 3)).toBe(true);
  });

  it('gives a lead one sender for its whole thread, and gives none to a sender without weight', async () => {
    const { senders, enroll } = await poolOf([1, 1, 0]);
    const used = new Set<string | undefined>();
    for (let n = 0; n < 6; n += 1) {
      const { lead, runId } = await enroll();
      const first = await sendBy(runId);
      expect(await sendBy(runId, later(1000))).toBe(first);
      expect(await senderOfLead(lead.id)).toBe(first);
      used.add(first);
    }
    expect(used.has(senders[2])).toBe(false);
  });

  it('gives a lead one sender when a step and a reply are claimed at once', async () => {
    const { account, agentId, enroll } = await poolOf([1, 1, 1, 1]);
    const deps = {
      links: createMailLinks([TEST_SECRET], 'http://las.test'),
      senderOf: findSender.bind(undefined, api.db),
      heldBack: async () => undefined,
    };
    for (let n = 0; n < 4; n += 1) {
      const { lead, runId } = await enroll();
      const queued = await inTransaction(api.db, (tx) =>
        queueMessage(openWork(tx, NOON), {
          accountId: account.accountId,
          leadId: lead.id,
          agentId,
          channel: 'email',
          content: {
            template_id: null,
            subject: 'Hi',
            content: 'Hello',
            html: null,
            begin_message: null,
            variables: {},
            components: null,
            media: null,
            interactive: null,
            literal: 'all',
          },
          respectWindow: false,
          respectCaps: false,
          origin: { kind: 'api', id: null, depth: 0 },
        }),
      );
      if (queued.outcome !== 'queued') throw new Error(queued.message);
      const [step, message] = await Promise.all([
        cadence.advance(runId, NOON),
        inTransaction(api.db, (tx) => advanceMessage(openWork(tx, NOON), queued.message.id, deps)),
      ]);
      if (!('send' in message)) throw new Error('not claimed');
      const ids = [claimOf(step), message.send].map(({ prepared }) => prepared.sender.id);
      expect(new Set(ids)).toEqual(new Set([await senderOfLead(lead.id)]));
    }
  });

  it('gives new leads to no sender that fails or has used up its day', async () => {
    const { account, senders, enroll } = await poolOf([1, 1, 1], {}, [{ per_day: 1 }]);
    const [limited, failing, free] = senders;
    await fail(account, failing ?? '', NOON);
    const used: (string | undefined)[] = [];
    for (let n = 0; n < 12; n += 1) used.push(await sendBy((await enroll()).runId));
    expect(used.filter((id) => id === limited)).toHaveLength(1);
    expect(used.filter((id) => id === free)).toHaveLength(11);
  });

  it('warms up each sender by its own ramp', async () => {
    const ramp = JSON.stringify([
      { day: 1, max: 2 },
      { day: 5, max: 4 },
    ]);
    const ages = [0, 5].map((days) => ({ ramp, created_at: later(-days * DAY_MS) }));
    const { senders, enroll } = await poolOf([1, 1], {}, ages);
    const used: (string | undefined)[] = [];
    for (let n = 0; n < 8; n += 1) used.push(await sendBy((await enroll()).runId));
    expect(senders.map((id) => used.filter((by) => by === id).length)).toEqual([2, 4]);
    expect(used.filter((by) => by === undefined)).toHaveLength(2);
  });

  it('keeps a lead with its sender while that one fails, by default', async () => {
    const { account, enroll } = await poolOf([1, 1]);
    const { lead, runId } = await enroll();
    const own = await sendBy(runId);
    await fail(account, own ?? '', NOON);
    expect(await sendBy(runId, later(29 * DAY_MS))).toBeUndefined();
    expect(await senderOfLead(lead.id)).toBe(own);
    await closeSenderBreaker(api.db, own ?? '');
    expect(await sendBy(runId, later(29.5 * DAY_MS))).toBe(own);
  });

  it('moves a lead once its sender has failed for the time of the rule, and looks at that time', async () => {
    const { account, senders, enroll } = await poolOf([1, 1], { when_sender_fails: 'move', move_after_hours: 3 });
    const { lead, runId } = await enroll();
    const own = await sendBy(runId);
    await fail(account, own ?? '', NOON);
    const waiting = await cadence.advance(runId, later(HOUR_MS));
    if ('send' in waiting || waiting.closed) throw new Error('not waiting');
    expect(waiting.plan.sleepUntil).toBe(later(3 * HOUR_MS).toISOString());
    const other = senders.find((id) => id !== own);
    // A refusal by the new sender gives the lead back: nothing has left by it.
    expect(await sendBy(runId, later(3 * HOUR_MS), REFUSED)).toBe(other);
    expect(await senderOfLead(lead.id)).toBe(own);
    expect(await sendBy(runId, later(5 * HOUR_MS))).toBe(other);
    expect(await api.db('lead_senders').where({ lead_id: lead.id }).first()).toMatchObject({
      sender_id: other,
      moved_from: own,
    });
  });

  it('chooses again for a lead whose first email was refused', async () => {
    const { account, senders, enroll } = await poolOf([1, 1]);
    const { lead, runId } = await enroll();
    const refusedBy = await sendBy(runId, NOON, REFUSED);
    expect(await senderOfLead(lead.id)).toBeUndefined();
    await fail(account, refusedBy ?? '', NOON);
    expect(await sendBy(runId, later(HOUR_MS))).toBe(senders.find((id) => id !== refusedBy));
  });
});

describe('the sender of the next step', () => {
  it('is named by `next` and by the simulation, and is the one that then sends', async () => {
    const { account, agentId, senders, enroll } = await poolOf([1, 1, 1], {}, [{ per_day: 1 }]);
    await fail(account, senders[1] ?? '', NOON);
    for (let n = 0; n < 4; n += 1) {
      const { lead, runId } = await enroll();
      const simulated = await account
        .request('post', `/workflows/${agentId}/simulate`)
        .send({ lead_id: lead.id, starts_at: NOON.toISOString() })
        .expect(200);
      const [first, second] = simulated.body.timeline;
      const next = (await account.request('get', `/leads/${lead.id}/next`).expect(200)).body.runs[0].sender;
      expect(first.sender).toEqual(next);
      expect(next).toMatchObject({ reason: 'drawn', name: `Sender ${senders.indexOf(next.id)}` });
      expect(second.sender).toMatchObject({ id: next.id, reason: 'kept' });
      expect(await sendBy(runId)).toBe(next.id);
      const after = (await account.request('get', `/leads/${lead.id}/next`).expect(200)).body.runs[0].sender;
      expect(after).toMatchObject({ id: next.id, reason: 'kept' });
    }
  });

  it('names the agent’s own sender, or the default of the account', async () => {
    const account = await api.account();
    const senderId = await addSender(api.db, account.accountId);
    for (const [channels, reason] of [
      [{ email_sender_id: senderId }, 'agent'],
      [{}, 'default'],
    ] as const) {
      const lead = await addLead(api.db, account.accountId);
      await addRun(api.db, lead, await addAgent(api, account, { channels }));
      const { body } = await account.request('get', `/leads/${lead.id}/next`).expect(200);
      expect(body.runs[0].sender).toMatchObject({ id: senderId, name: 'Sales', reason });
    }
  });
});

describe('an agent with a pool', () => {
  const body = (channels: object) => ({ name: 'Pool', goal_type: 'custom', channels, cadence: { steps: STEPS } });

  it('is stored with its defaults, and publishes only with senders of its account', async () => {
    const { account, senders } = await poolOf([1]);
    const [email_sender_id] = senders;
    const created = await account
      .request('post', '/workflows')
      .send(body({ email_pool: { senders: [{ email_sender_id }] } }))
      .expect(201);
    expect(created.body.workflow.channels.email_pool).toEqual({
      senders: [{ email_sender_id, weight: 1 }],
      when_sender_fails: 'wait',
      move_after_hours: 24,
    });
    const unknown = body({ email_pool: { senders: [{ email_sender_id: newId() }] } });
    const other = await account.request('post', '/workflows').send(unknown).expect(201);
    const refused = await account.request('post', `/workflows/${other.body.workflow.id}/publish`).send({}).expect(400);
    expect(JSON.stringify(refused.body)).toContain('/channels/email_pool/senders/0/email_sender_id');
    await account.request('delete', `/email-senders/${email_sender_id}`).expect(409);
  });

  it('is rejected with a duplicate sender, without any weight, or with a single sender as well', async () => {
    const { account, senders } = await poolOf([1]);
    const [email_sender_id] = senders;
    for (const channels of [
      { email_pool: { senders: [{ email_sender_id }, { email_sender_id }] } },
      { email_pool: { senders: [{ email_sender_id, weight: 0 }] } },
      { email_sender_id, email_pool: { senders: [{ email_sender_id }] } },
    ]) {
      await account.request('post', '/workflows').send(body(channels)).expect(400);
    }
  });
});
