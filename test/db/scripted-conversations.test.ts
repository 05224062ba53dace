import { describe, expect, it } from '@jest/globals';
import type { ConversationRow, LeadRow } from '../../db/tables.js';
import type { CallResult } from '../../domain/agent/turn-input.js';
import { newId } from '../../runtime/ids.js';
import type { ConversationMessage } from '../../schemas/conversations/messages.js';
import { useApi } from '../support/api.js';
import {
  type Answer,
  type Cast,
  castOf,
  EVALS,
  leadOf,
  type Script,
  type ScriptStep,
  settle,
  stage,
  stageClock,
  takeIn,
  visitorOf,
} from '../support/conversations.js';
import { breachesOf } from '../support/invariants.js';
import { addDocument, workDocument } from '../support/knowledge.js';
import { addLead } from '../support/messaging.js';
import { useActivities } from '../support/worker.js';

const api = useApi({}, { clock: stageClock });
const activities = useActivities(api);

type Variant = 'once' | 'twice' | 'kill';

/** A conversation while it is played. */
interface Play {
  script: Script;
  cast: Cast;
  variant: Variant;
  visitor?: ReturnType<typeof visitorOf>;
  lead?: LeadRow;
  turnIds: Map<string, string>;
  lastMail: string | null;
  n: number;
}

const rowOf = async ({ cast }: Play): Promise<ConversationRow | undefined> =>
  api.db('conversations').where({ account_id: cast.account.accountId }).first();

const messagesOf = async (play: Play): Promise<ConversationMessage[]> => {
  const row = await rowOf(play);
  if (!row) return [];
  return (await play.cast.account.request('get', `/conversations/${row.id}/messages`).expect(200)).body.messages;
};

const turnsOf = async (play: Play) => {
  const row = await rowOf(play);
  return row ? api.db('agent_turns').where({ conversation_id: row.id }).orderBy('turn_no') : [];
};

/** Returns the texts that reached the lead: replies in the chat, or queued messages. */
async function heard(play: Play): Promise<string[]> {
  if (play.script.channel === 'chat') {
    return (await messagesOf(play)).filter(({ role }) => role === 'bot').map(({ text }) => text ?? '');
  }
  const sent = { account_id: play.cast.account.accountId, direction: 'outbound' };
  const rows = await api
    .db('messages')
    .where(sent)
    .whereNull('agent_run_id')
    .whereNot('status', 'cancelled')
    .orderBy('id');
  return rows.map(({ content }) => content ?? '');
}

const lastOffer = async (play: Play) =>
  (await messagesOf(play))
    .flatMap(({ actions }) => actions.flatMap((action) => (action.type === 'book_meeting' ? [action] : [])))
    .at(-1)!;

async function say(play: Play, step: ScriptStep): Promise<unknown> {
  const { script, cast, variant } = play;
  const { accountId } = cast.account;
  if (play.visitor) {
    const turnId = newId();
    if (step.turn_id) play.turnIds.set(step.turn_id, turnId);
    const choice = step.choose && {
      type: 'book_meeting' as const,
      slot_id: (await lastOffer(play)).slots[step.choose.slot]!.slot_id,
    };
    return play.visitor.send({ turnId, text: step.say ?? null, choice: choice ?? null }, variant);
  }
  play.n += 1;
  if (script.channel === 'whatsapp') {
    const digits = script.from!.slice(1);
    const message = { id: `wamid.${script.id}.${newId()}`, from: digits, type: 'text', text: { body: step.say } };
    const payload = {
      message,
      contact: { wa_id: digits, profile: {} },
      metadata: { display_phone_number: '34600000001' },
    };
    return takeIn(api, accountId, { provider: 'meta_cloud', type: 'whatsapp.message', payload }, variant);
  }
  play.lastMail = `<${newId()}@mail.example.org>`;
  const { subject, text, headers = {} } = step.mail!;
  const payload = {
    event_id: newId(),
    type: 'reply',
    message_id: play.lastMail,
    from: play.lead?.email,
    subject,
    text,
    headers,
    to: 'sales@example.com',
  };
  return takeIn(api, accountId, { provider: 'email', type: 'reply', payload }, variant);
}

async function operate(play: Play, step: ScriptStep): Promise<void> {
  const { request } = play.cast.account;
  const { id } = (await rowOf(play))!;
  if (step.operator_says)
    await request('post', `/conversations/${id}/messages`).send({ text: step.operator_says }).expect(201);
  else
    await request('post', `/conversations/${id}/${step.operator === 'take_over' ? 'take-over' : 'give-back'}`).expect(
      200,
    );
}

/** Books an offered slot for another lead. */
async function bookElsewhere(play: Play, slot: number): Promise<void> {
  const { account, agentId, hostId, typeId } = play.cast;
  const other = await addLead(api.db, account.accountId);
  const { starts_at } = (await lastOffer(play)).slots[slot]!;
  await account
    .request('post', '/meetings/book')
    .send({ lead_id: other.id, host_id: hostId, workflow_id: agentId, meeting_type_id: typeId, starts_at })
    .expect(201);
}

async function resend(play: Play, step: ScriptStep): Promise<void> {
  const before = await messagesOf(play);
  const first = play.script.steps.find(({ turn_id }) => turn_id === step.resend);
  const turnId = play.turnIds.get(step.resend!)!;
  const again = await play.visitor!.send({ turnId, text: step.with_text ?? first?.say ?? null });
  if (step.with_text) expect(again).toEqual({ outcome: 'reused' });
  else expect(again).toMatchObject({ outcome: 'answered', messages: [{ role: 'bot', turn_id: turnId }] });
  expect(await messagesOf(play)).toEqual(before);
}

async function perform(play: Play, step: ScriptStep, begin: number): Promise<void> {
  stage.now = step.at_ms === undefined ? stage.now + 1_000 : begin + step.at_ms;
  if (step.operator || step.operator_says) return operate(play, step);
  if (step.api) return bookElsewhere(play, step.api.book_same_slot_as);
  if (step.widget) return;
  if (step.resend) return resend(play, step);
  const [turnsBefore, heardBefore] = [(await turnsOf(play)).length, (await heard(play)).length];
  await say(play, step);
  if (step.answer || step.at_ms === undefined) await settle(api, play.cast.account.accountId, play.variant);
  if (step.answer) await check(play, step.answer, turnsBefore, heardBefore);
}

async function check(play: Play, answer: Answer, turnsBefore: number, heardBefore: number): Promise<void> {
  const turns = (await turnsOf(play)).slice(turnsBefore);
  const said = (await heard(play)).slice(heardBefore);
  const text = said.join('\n');
  if (answer.outcome)
    expect(turns.map(({ status }) => status)).toEqual(answer.outcome === 'none' ? [] : [answer.outcome]);
  if (answer.replies !== undefined) expect(said).toHaveLength(answer.replies);
  for (const pattern of answer.reply ?? []) expect(text).toMatch(new RegExp(pattern, 'i'));
  for (const pattern of answer.reply_not ?? []) expect(text).not.toMatch(new RegExp(pattern, 'i'));
  const calls = turns.flatMap((turn) => JSON.parse(turn.calls) as CallResult[]);
  const done = calls.filter(({ refused }) => refused === null).map(({ call }) => call.tool as string);
  expect(done).toEqual(expect.arrayContaining(answer.tools ?? []));
  for (const tool of answer.tools_not ?? []) expect(done).not.toContain(tool);
  const { actions = [], citations = [] } = (await messagesOf(play)).at(-1) ?? {};
  if (answer.citations) {
    expect(citations).toEqual(answer.citations.map((citation) => expect.objectContaining(citation)));
    for (const { n } of citations) expect(text).toContain(`[${n}]`);
  }
  if (answer.actions) expect(actions.map(({ type }) => type)).toEqual(answer.actions);
  if (answer.slots) expect(calls.findLast(({ offers }) => offers)?.offers).toHaveLength(answer.slots);
  if (answer.mail) await checkMail(play, answer.mail);
}

async function checkMail(play: Play, mail: NonNullable<Answer['mail']>): Promise<void> {
  const sent = { account_id: play.cast.account.accountId, direction: 'outbound', channel: 'email' };
  const message = (await api.db('messages').where(sent).orderBy('id', 'desc').first())!;
  expect(message.subject).toBe(mail.subject);
  await activities().advanceMessage({ messageId: message.id });
  const delivery = (await api.db('sandbox_deliveries').where({ message_id: message.id }).first())!;
  expect(JSON.parse(delivery.headers)).toMatchObject({ ...mail.headers, 'In-Reply-To': play.lastMail });
}

const CHECKS: Record<string, (play: Play, expected: never) => Promise<unknown>> = {
  fields: async (play, expected: Record<string, unknown>) => {
    const values = await variablesOf(play);
    expect(values).toMatchObject(expected);
  },
  fields_absent: async (play, keys: string[]) => {
    const values = await variablesOf(play);
    expect(Object.keys(values).filter((key) => keys.includes(key))).toEqual([]);
  },
  lead: async (play, expected: Record<string, unknown>) => {
    const { lead_id } = (await rowOf(play))!;
    expect(await api.db('leads').where({ id: lead_id! }).first()).toMatchObject(expected);
  },
  leads_with_wrong_address: async (play, count: number) => {
    const wrong = await api
      .db('leads')
      .where({ account_id: play.cast.account.accountId, email: 'ana.riuz@example.com' });
    expect(wrong).toHaveLength(count);
  },
  field_history: async (play, expected: Record<string, { value: unknown; corrected?: boolean }[]>) => {
    const calls = (await turnsOf(play)).flatMap((turn) => JSON.parse(turn.calls) as CallResult[]);
    for (const [key, values] of Object.entries(expected)) {
      const history = calls.filter(({ call }) => call.tool === 'capture_field' && call.key === key);
      expect(history.map(({ value, corrected }) => ({ value, corrected }))).toEqual(
        values.map(({ value, corrected }) => ({ value, corrected })),
      );
    }
  },
  meetings: async (play, expected: { slot: number; source: string }[]) => {
    const meetings = await api.db('meetings').where({ lead_id: (await rowOf(play))?.lead_id ?? '' });
    expect(meetings).toHaveLength(expected.length);
    for (const [at, { slot, source }] of expected.entries()) {
      const { starts_at } = (await lastOffer(play)).slots[slot]!;
      expect(meetings[at]).toMatchObject({ status: 'scheduled', source, creation_source: 'agent_tool' });
      expect(meetings[at]?.starts_at.toISOString()).toBe(starts_at);
    }
  },
  meetings_of_this_lead: async (play, count: number) => {
    const { lead_id } = (await rowOf(play))!;
    expect(await api.db('meetings').where({ lead_id: lead_id! })).toHaveLength(count);
  },
  handoff: async (play, expected: false | { reason: string }) => {
    const row = (await rowOf(play))!;
    expect(row.handoff_reason).toBe(expected === false ? null : expected.reason);
    if (expected) expect(row.handler).toBe('person');
  },
  human_takeover: async (play, expected: boolean) => {
    const row = (await rowOf(play))!;
    expect(row.handler === 'person').toBe(expected);
    const run = row.agent_run_id && (await api.db('agent_runs').where({ id: row.agent_run_id }).first());
    if (run) expect(run.human_takeover).toBe(expected);
  },
  turns: async (play, count: number) => expect(await turnsOf(play)).toHaveLength(count),
  replies: async (play, count: number) => expect(await heard(play)).toHaveLength(count),
  replies_of_agent: async (play, count: number) => {
    expect((await messagesOf(play)).filter(({ role }) => role === 'bot')).toHaveLength(count);
  },
  replies_of_person: async (play, count: number) => {
    expect((await messagesOf(play)).filter(({ role }) => role === 'agent')).toHaveLength(count);
  },
  inputs_per_turn: async (play, counts: number[]) => {
    const turns = await turnsOf(play);
    const inputs = (await messagesOf(play)).filter(({ role }) => role === 'user');
    const own = turns.map(({ from_seq, through_seq }) =>
      inputs.filter(({ seq }) => seq >= from_seq && seq <= through_seq),
    );
    expect(own.map(({ length }) => length)).toEqual(counts);
  },
  order_in_widget: async (play, roles: string[]) => {
    const shown = (await messagesOf(play)).map(({ role }) => (role === 'agent' ? 'bot' : role));
    expect(shown).toEqual(roles);
  },
  language: async (play, expected: string) => expect((await rowOf(play))?.language).toBe(expected),
  events: async (play, kinds: string[]) => {
    const written = await api.db('events').where({ account_id: play.cast.account.accountId }).pluck('type');
    expect(written).toEqual(expect.arrayContaining(kinds));
  },
  consent: async (play, expected: Record<string, string>) => {
    for (const [channel, state] of Object.entries(expected)) {
      expect(await api.db('leads').where({ id: play.lead!.id }).first()).toMatchObject({
        [`consent_${channel}`]: state,
      });
    }
  },
  run: async (play, expected: Record<string, unknown>) =>
    expect(await api.db('agent_runs').where({ lead_id: play.lead!.id }).first()).toMatchObject(expected),
  status_key: async (play, expected: string) =>
    expect(await api.db('agent_runs').where({ lead_id: play.lead!.id }).first()).toMatchObject({
      status_key: expected,
    }),
  tags: async (play, expected: string[]) => {
    const { body } = await play.cast.account.request('get', `/leads/${play.lead!.id}/tags`).expect(200);
    expect(body.tags.map(({ slug }: { slug: string }) => slug)).toEqual(expected);
  },
  conversation_status: async (play, expected: string) => expect((await rowOf(play))?.status).toBe(expected),
};

async function variablesOf(play: Play): Promise<Record<string, unknown>> {
  const row = await rowOf(play);
  const kept = row?.lead_id ? await api.db('lead_variables').where({ lead_id: row.lead_id }) : [];
  const { values = {} } = JSON.parse(row?.memory ?? '{}') as { values?: Record<string, { value: unknown }> };
  const said = Object.entries(values).map(([key, { value }]) => [key, value]);
  return Object.fromEntries([...said, ...kept.map(({ field_key, value }) => [field_key, JSON.parse(value)])]);
}

/** Checks the rules of every conversation, whatever was written, repeated or killed. */
async function checkAlways(play: Play): Promise<void> {
  const row = await rowOf(play);
  if (!row) return;
  const turns = await turnsOf(play);
  const keys = turns.flatMap(({ effects }) =>
    (JSON.parse(effects) as { idempotency_key: string }[]).map((one) => one.idempotency_key),
  );
  expect(new Set(keys).size).toBe(keys.length);
  const overlaps = await api
    .db('meeting_slots')
    .groupBy('host_id', 'cell')
    .havingRaw('COUNT(*) > 1')
    .select('host_id', 'cell');
  expect(overlaps).toEqual([]);
}

/** The operations of other parts of the service, which aren't played here. */
const ELSEWHERE = ['config', 'overlaps', 'model_calls'];

async function play(script: Script, variant: Variant): Promise<void> {
  const begin = Date.parse(script.now ?? EVALS.reading.defaults.now);
  stage.now = begin;
  const cast = await castOf(api, script);
  for (const { title, kind, text } of script.knowledge ?? []) {
    await workDocument(api, (await addDocument(cast.account, { title, kind, content: text })).id);
  }
  const known = await leadOf(api, cast, script);
  const fixture: Play = {
    script,
    cast,
    variant,
    turnIds: new Map(),
    lastMail: null,
    n: 0,
    ...(known ? { lead: known.lead } : {}),
  };
  if (script.channel === 'chat') {
    const lead = known && { id: known.lead.id, agentRunId: known.run?.id ?? null };
    fixture.visitor = visitorOf(api, cast, { locale: script.locale ?? null, ...(lead ? { lead } : {}) });
  }
  for (const step of script.steps) await perform(fixture, step, begin);
  for (const [name, expected] of Object.entries(script.expect)) {
    if (ELSEWHERE.includes(name)) continue;
    const examine = CHECKS[name];
    if (!examine) throw new Error(`Nothing checks ${name}.`);
    await examine(fixture, expected as never);
  }
  await checkAlways(fixture);
}

const scripts = EVALS.conversations.filter(({ modes }) => modes.includes('scripted'));

describe.each(scripts.map((script) => [script.id, script.title, script] as const))('%s: %s', (_id, _title, script) => {
  it.each(['twice', 'kill'] as const)('comes out the same, whatever comes twice or is killed: %s', (variant) =>
    play(script, variant),
  );
});

it('leaves each input in one turn that ended, and each reply with the turn that it is of', async () => {
  const breaches = await breachesOf(api.db);
  expect(Object.keys(breaches).filter((rule) => /turn/.test(rule))).toEqual([]);
});
