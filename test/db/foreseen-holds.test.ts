import { describe, expect, it } from '@jest/globals';
import { openSenderBreaker } from '../../db/channels/sender-breakers.js';
import type { AgentRunRow, LeadRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import { DEFAULT_HANDOFF } from '../../domain/agent/settings.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import type { HoldReason } from '../../schemas/agents/agents.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { applyLeadEvent } from '../../services/agent-runs/exit-rules.js';
import { createBreakers } from '../../services/channels/breakers.js';
import { addNumber, addSender, addWhatsAppTemplate, type DefinitionParts, publishAgent } from '../support/agents.js';
import { type TestAccount, useApi } from '../support/api.js';
import { LOST_AFTER_MS } from '../support/claims.js';
import { mailCadence } from '../support/mail-cadence.js';
import { addLead, addMessage, addRun } from '../support/messaging.js';

const DAY_MS = 86_400_000;
/** Noon of a day to come: what counts by the day is far from its end. */
const NOON = new Date((Math.ceil(Date.now() / DAY_MS) + 0.5) * DAY_MS);
const clock = { now: () => NOON };
const api = useApi({}, { clock });
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const inDays = (n: number) => new Date(NOON.getTime() + n * DAY_MS);
const ALWAYS = Object.fromEntries(DAYS.map((day) => [day, [['00:00', '23:59']]]));

const MAIL: CadenceStepRequest = { key: 'one', type: 'message', channel: 'email', subject: 'Hi', content: 'Hello' };
const WHATSAPP: CadenceStepRequest = { key: 'one', type: 'message', channel: 'whatsapp', content: 'Hello' };

interface Fixture {
  account: TestAccount;
  lead: LeadRow;
  run: AgentRunRow;
  agent: string;
  sender: string;
}

interface Case {
  what: string;
  reason: HoldReason;
  step?: CadenceStepRequest | ((accountId: string) => Promise<CadenceStepRequest>);
  window?: object;
  parts?: DefinitionParts;
  lead?: Partial<LeadRow>;
  withoutSender?: boolean;
  before?(turnInput: Fixture): Promise<unknown>;
  /** Holds that only concern an existing run don't appear in a simulation. */
  onlyOfTheRun?: boolean;
}

const usedUp = (turnInput: Fixture) =>
  api.db('sender_usage').insert(
    ['minute', 'day'].map((bucket) => ({
      sender_id: turnInput.sender,
      bucket,
      n: 1,
      starts_at: new Date(
        Math.floor(NOON.getTime() / (bucket === 'day' ? DAY_MS : 60_000)) * (bucket === 'day' ? DAY_MS : 60_000),
      ),
    })),
  );

const CASES: Case[] = [
  {
    what: 'a closed window',
    reason: 'outside_window',
    window: { days: { [DAYS[inDays(2).getUTCDay()] ?? 'mon']: [['09:00', '10:00']] } },
  },
  {
    what: 'a day without work',
    reason: 'holiday',
    window: { days: ALWAYS, blackout_dates: [inDays(0).toISOString().slice(0, 10)] },
  },
  {
    what: 'a cap for the lead',
    reason: 'frequency_cap',
    parts: { limits: { per_lead: { per_day: 1 } } },
    before: ({ lead }) => addMessage(api.db, lead, null, { status: 'sent', sent_at: NOON }),
  },
  {
    what: 'a cap for new leads',
    reason: 'frequency_cap',
    parts: { limits: { max_new_per_day: 1 } },
    before: ({ agent }) =>
      api.db('sender_usage').insert({
        sender_id: agent,
        bucket: 'new_leads',
        n: 1,
        starts_at: new Date(Math.floor(NOON.getTime() / DAY_MS) * DAY_MS),
      }),
  },
  {
    what: 'a sender’s day that is used up',
    reason: 'sender_throttle',
    parts: { limits: { per_sender: { per_day: 1 } } },
    before: usedUp,
  },
  {
    what: 'a sender in its first days',
    reason: 'sender_throttle',
    before: async (turnInput) => {
      await usedUp(turnInput);
      await api.db('email_senders').where({ id: turnInput.sender }).update({ ramp: '[{"day":1,"max":1}]' });
    },
  },
  { what: 'a lead that has not written', reason: 'window_24h_closed', step: WHATSAPP },
  {
    what: 'a template that waits for its approval',
    reason: 'template_pending',
    step: async (accountId) => {
      const { id } = await addWhatsAppTemplate(api.db, accountId, { status: 'PENDING' });
      return { key: 'one', type: 'message', channel: 'whatsapp', template_id: id, variables: { '1': 'x' } };
    },
  },
  {
    what: 'a person who took over',
    reason: 'human_takeover',
    onlyOfTheRun: true,
    before: ({ account, lead, run }) =>
      account
        .request('post', `/leads/${lead.id}/automation/stop`)
        .send({ workflow_run_id: run.id, auto_resume_after_minutes: 90 })
        .expect(200),
  },
  {
    what: 'an agent that is paused',
    reason: 'workflow_paused',
    before: ({ account, agent }) =>
      account.request('patch', `/workflows/${agent}`).send({ paused: true, pause_reason: 'Stocktaking' }).expect(200),
  },
  {
    what: 'a provider that fails',
    reason: 'provider_backoff',
    before: ({ sender, account }) =>
      openSenderBreaker(api.db, {
        sender_id: sender,
        account_id: account.accountId,
        trips: 1,
        last_code: 'x',
        probe_until: null,
        opened_at: NOON,
        retry_at: new Date(NOON.getTime() + 600_000),
      }),
  },
  { what: 'a sender that is missing', reason: 'provider_backoff', withoutSender: true },
  { what: 'a consent that is missing', reason: 'consent_missing', parts: { limits: { require_consent: ['email'] } } },
  {
    what: 'an unknown outcome',
    reason: 'outcome_unknown',
    onlyOfTheRun: true,
    before: async ({ lead, run }) => {
      await addMessage(api.db, lead, run, {
        step_key: 'one',
        visit: 1,
        attempt: 1,
        provider: 'smtp',
        claimed_at: new Date(NOON.getTime() - LOST_AFTER_MS),
      });
      await (await cadence()).advance(run.id, NOON);
    },
  },
  {
    what: 'a lead without the address that the step waits for',
    reason: 'manual',
    step: { ...WHATSAPP, skip_if_missing_contact: false } as CadenceStepRequest,
    lead: { phone: null },
  },
  {
    what: 'an account whose sending is switched off',
    reason: 'manual',
    before: ({ account }) =>
      api.db('accounts').where({ id: account.accountId }).update({ sending_enabled: false, sending_note: 'Restored' }),
  },
  {
    what: 'a cadence that an operator paused',
    reason: 'manual',
    onlyOfTheRun: true,
    before: ({ account, run }) =>
      account
        .request('post', '/workflow-runs/bulk')
        .send({ filter: { workflow_run_ids: [run.id] }, operation: 'pause' })
        .expect(200),
  },
];

/** A process that acts on runs and knows which senders are held back. */
async function cadence() {
  const logger = createLogger('silent', 'test');
  const breakers = createBreakers({ db: api.db, clock, logger, metrics: createMetrics() });
  await breakers.holdOf(api.db, NOON, '', '');
  await breakers.idle();
  return mailCadence(api, { heldBack: (tx, now, senderId, runId) => breakers.holdOf(tx, now, senderId, runId) });
}

async function fixtureOf(one: Case): Promise<Fixture> {
  const account = await api.account({ timezone: 'UTC' });
  const sender = one.withoutSender ? '' : await addSender(api.db, account.accountId);
  await addNumber(api.db, account.accountId);
  const step = typeof one.step === 'function' ? await one.step(account.accountId) : (one.step ?? MAIL);
  const windowed = one.window ? [{ ...step, window: { mode: 'custom', ...one.window } }] : [step];
  const agent = await publishAgent(api.db, account.accountId, windowed as CadenceStepRequest[], one.parts);
  const lead = await addLead(api.db, account.accountId, { phone: '+34600111222', timezone: 'UTC', ...one.lead });
  const run = await addRun(api.db, lead, agent);
  const fixture = { account, lead, run, agent, sender };
  await one.before?.(fixture);
  return fixture;
}

describe('what holds a run', () => {
  it.each(CASES)(
    '$what ($reason) is reported by the run, by next, and by a simulation, with the same end',
    async (one) => {
      const { account, lead, run, agent } = await fixtureOf(one);
      const now = NOON;
      const { body: next } = await account.request('get', `/leads/${lead.id}/next`).expect(200);
      const { body: paper } = await account
        .request('post', `/workflows/${agent}/simulate`)
        .send({ lead_id: lead.id, starts_at: now.toISOString() })
        .expect(200);
      expect(await (await cadence()).act(run.id, now)).toBe('waiting');
      const row = (await api.db('agent_runs').where({ id: run.id }).first())!;
      expect(row).toMatchObject({ hold_reason: one.reason });
      const [held] = next.runs[0].holds;
      expect(held).toMatchObject({ reason: one.reason, detail: row.hold_detail });
      agree(held.until, row.hold_until);
      if (one.onlyOfTheRun) return;
      const [foreseen] = paper.timeline[0].holds;
      expect(foreseen).toMatchObject({ reason: one.reason, detail: row.hold_detail });
      agree(foreseen.until, row.hold_until);
    },
  );
});

/** The same instant; what is looked at again after a while counts from the moment of looking. */
function agree(told: string | null, until: Date | null): void {
  expect(told === null).toBe(until === null);
  expect(Math.abs(Date.parse(told ?? '0') - (until?.getTime() ?? Date.parse('0')))).toBeLessThan(15_000);
}

describe('a simulation', () => {
  it('holds a run’s own messages by the caps that they use up, as the run is held', async () => {
    const account = await api.account({ timezone: 'UTC' });
    await addSender(api.db, account.accountId);
    const agent = await publishAgent(api.db, account.accountId, [MAIL, { ...MAIL, key: 'two' }], {
      limits: { per_sender: { per_minute: 1 } },
    });
    const lead = await addLead(api.db, account.accountId);
    const run = await addRun(api.db, lead, agent);
    const now = new Date('2030-03-04T10:00:20Z');
    await api.db('agent_runs').where({ id: run.id }).update({ enrolled_at: now });
    const { body } = await account
      .request('post', `/workflows/${agent}/simulate`)
      .send({ lead_id: lead.id, starts_at: now.toISOString() })
      .expect(200);
    const { act } = await cadence();
    expect(await act(run.id, now)).toBe('send');
    expect(await act(run.id, now)).toBe('waiting');
    const row = await api.db('agent_runs').where({ id: run.id }).first();
    expect(row).toMatchObject({ hold_reason: 'sender_throttle', hold_until: new Date('2030-03-04T10:01:00Z') });
    expect(body.timeline.map(({ at, holds }: { at: string; holds: object[] }) => [at, holds.length])).toEqual([
      ['2030-03-04T10:00:20.000Z', 0],
      ['2030-03-04T10:01:00.000Z', 1],
    ]);
    expect(body.timeline[1].holds[0]).toMatchObject({ reason: 'sender_throttle', until: '2030-03-04T10:01:00.000Z' });
    expect(await act(run.id, new Date('2030-03-04T10:01:00Z'))).toBe('send');
  });

  it('passes over a step whose template was rejected, as the run does', async () => {
    const account = await api.account({ timezone: 'UTC' });
    await addSender(api.db, account.accountId);
    await addNumber(api.db, account.accountId);
    const { id } = await addWhatsAppTemplate(api.db, account.accountId, { status: 'REJECTED' });
    const refused = { ...WHATSAPP, content: undefined, template_id: id, variables: { '1': 'x' } } as CadenceStepRequest;
    const agent = await publishAgent(api.db, account.accountId, [refused, { ...MAIL, key: 'two' }]);
    const lead = await addLead(api.db, account.accountId, { phone: '+34600111222' });
    const run = await addRun(api.db, lead, agent);
    const { body } = await account.request('post', `/workflows/${agent}/simulate`).send({ lead_id: lead.id });
    expect(body.timeline).toMatchObject([
      { step_key: 'one', text: null, note: expect.stringContaining('was rejected') },
      { step_key: 'two', text: 'Hello' },
    ]);
    await (await cadence()).act(run.id);
    const messages = await api.db('messages').where({ lead_id: lead.id });
    expect(messages.map(({ step_key, status }) => [step_key, status])).toContainEqual(['two', 'sent']);
  });

  it('continues the next day after a day’s new leads are used up, and when a person hands it back', async () => {
    const account = await api.account({ timezone: 'UTC' });
    await addSender(api.db, account.accountId);
    const set = { type: 'stop_automation' as const, params: { auto_resume_after_minutes: 60, reason: 'Check' } };
    const agent = await publishAgent(
      api.db,
      account.accountId,
      [MAIL, { key: 'stop', type: 'set', actions: [set] }, { ...MAIL, key: 'two' }],
      { limits: { max_new_per_day: 1 } },
    );
    const starts_at = '2030-03-04T10:00:00.000Z';
    await api.db('sender_usage').insert({
      sender_id: agent,
      bucket: 'new_leads',
      n: 1,
      starts_at: new Date('2030-03-04T00:00:00Z'),
    });
    const lead = { first_name: 'Ana', email: 'ana@example.com' };
    const { body } = await account.request('post', `/workflows/${agent}/simulate`).send({ lead, starts_at });
    expect(body.timeline.map(({ step_key, at }: { step_key: string; at: string }) => [step_key, at])).toEqual([
      ['one', '2030-03-05T00:00:00.000Z'],
      ['stop', '2030-03-05T00:00:00.000Z'],
      ['two', '2030-03-05T01:00:00.000Z'],
    ]);
    expect(body.timeline[2].holds).toEqual([
      { reason: 'human_takeover', until: '2030-03-05T01:00:00.000Z', detail: 'Check' },
    ]);
  });
});

describe('a pause with an end', () => {
  it.each([
    ['a step that is due later', false],
    ['a hold without an end next to it', true],
  ])('is over at its end, with %s, and the step comes later by its length', async (_what, alsoHeld) => {
    const account = await api.account({ timezone: 'UTC' });
    await addSender(api.db, account.accountId);
    const delay = { type: 'after', amount: 3, unit: 'days' } as const;
    const agent = await publishAgent(api.db, account.accountId, [{ ...MAIL, delay }]);
    const lead = await addLead(api.db, account.accountId);
    const { id } = await addRun(api.db, lead, agent);
    const run = async (): Promise<AgentRunRow> => (await api.db('agent_runs').where({ id }).first())!;
    const { act } = await cadence();
    await act(id);
    const due = JSON.parse((await run()).cadence).due_at;
    await account
      .request('post', `/leads/${lead.id}/automation/stop`)
      .send({ workflow_run_id: id, auto_resume_after_minutes: 60 })
      .expect(200);
    if (alsoHeld) await api.db('agents').where({ id: agent }).update({ paused: true });
    expect(await act(id)).toBe('waiting');
    const { auto_resume_at, paused_at, wake_at } = await run();
    expect(wake_at).toEqual(auto_resume_at);
    await act(id, auto_resume_at as Date);
    expect(await run()).toMatchObject({ human_takeover: false, cadence_paused: false });
    const length = (auto_resume_at as Date).getTime() - (paused_at as Date).getTime();
    expect(Date.parse(JSON.parse((await run()).cadence).due_at)).toBe(Date.parse(due) + length);
  });

  it('moves the step by the time from the first of several replies to the last end, in the run as on paper', async () => {
    const account = await api.account({ timezone: 'UTC' });
    await addSender(api.db, account.accountId);
    const two: CadenceStepRequest = { ...MAIL, key: 'two', delay: { type: 'after', amount: 1, unit: 'days' } };
    const agent = await publishAgent(api.db, account.accountId, [MAIL, two], {
      handoff: { ...DEFAULT_HANDOFF, auto_resume_after_minutes: 60 },
    });
    const lead = await addLead(api.db, account.accountId);
    const { id, cadence: enrolled } = await addRun(api.db, lead, agent);
    const start = Date.parse(JSON.parse(enrolled).due_at);
    const minute = (minutes: number) => new Date(start + minutes * 60_000);
    const replies = [10, 40].map(minute);
    const { body } = await account
      .request('post', `/workflows/${agent}/simulate`)
      .send({
        lead_id: lead.id,
        starts_at: minute(0).toISOString(),
        assume: replies.map((at) => ({ at: at.toISOString(), event: 'message.received' })),
      })
      .expect(200);
    const { act } = await cadence();
    expect(await act(id, minute(0))).toBe('send');
    const event = { accountId: account.accountId, leadId: lead.id, eventType: 'message.received' as const, data: {} };
    const origin = { kind: 'system' as const, id: null };
    for (const at of replies) await api.db.transaction((tx) => applyLeadEvent(openWork(tx, at), { ...event, origin }));
    const run = async (): Promise<AgentRunRow> => (await api.db('agent_runs').where({ id }).first())!;
    expect(await run()).toMatchObject({ auto_resume_at: minute(100) });
    expect(await act(id, minute(100))).toBe('waiting');
    const { due_at } = JSON.parse((await run()).cadence);
    expect(due_at).toBe(minute(24 * 60 + 90).toISOString());
    expect(body.timeline.at(-1)).toMatchObject({ step_key: 'two', at: due_at });
  });
});
