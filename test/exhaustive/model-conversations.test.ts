import { describe, expect, it } from '@jest/globals';
import type { ConversationRow } from '../../db/tables.js';
import type { CallResult } from '../../domain/agent/turn-input.js';
import { newId } from '../../runtime/ids.js';
import type { ConversationMessage } from '../../schemas/conversations/messages.js';
import type { ReceiveResult } from '../../services/conversations/receive.js';
import { useApi } from '../support/api.js';
import {
  type Answer,
  type Cast,
  castOf,
  EVALS,
  leadOf,
  type Script,
  type ScriptStep,
  stage,
  stageClock,
  takeIn,
  visitorOf,
} from '../support/conversations.js';
import { breachesOf } from '../support/invariants.js';
import { addDocument, workDocument } from '../support/knowledge.js';
import { addLead } from '../support/messaging.js';
import type { ModelTurn } from '../support/model-server.js';
import { useThinking } from '../support/thinking.js';

const api = useApi({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' }, { clock: stageClock });
const thinking = useThinking(api);

type Variant = 'once' | 'twice' | 'kill';
interface ModelStep extends ScriptStep {
  wait?: string;
  status?: number;
  answer?: Answer & { meetings?: number; language?: string; outcome_first?: string };
}
interface ModelScript extends Omit<Script, 'steps'> {
  stand_in?: ModelTurn[];
  fault?: { status: number; retry_after?: number; times: number };
  budget?: object;
  steps: ModelStep[];
}

interface Play {
  script: ModelScript;
  cast: Cast;
  variant: Variant;
  visitor?: ReturnType<typeof visitorOf>;
  turnIds: Map<string, string>;
  leadId?: string;
}

const rowOf = async ({ cast }: Play): Promise<ConversationRow> =>
  (await api.db('conversations').where({ account_id: cast.account.accountId }).first())!;
const messagesOf = async (play: Play): Promise<ConversationMessage[]> => {
  const row = await rowOf(play);
  return row
    ? (await play.cast.account.request('get', `/conversations/${row.id}/messages`).expect(200)).body.messages
    : [];
};
const turnsOf = async (play: Play) => {
  const row = await rowOf(play);
  return row ? api.db('agent_turns').where({ conversation_id: row.id }).orderBy('turn_no') : [];
};
const stepsOf = async (play: Play) =>
  api.db('agent_steps').where({ account_id: play.cast.account.accountId }).orderBy('created_at');
const callsOf = async (play: Play) => (await turnsOf(play)).flatMap(({ calls }) => JSON.parse(calls) as CallResult[]);

async function heard(play: Play): Promise<string[]> {
  if (play.visitor) return (await messagesOf(play)).filter(({ role }) => role === 'bot').map(({ text }) => text ?? '');
  const sent = { account_id: play.cast.account.accountId, direction: 'outbound' };
  const rows = await api.db('messages').where(sent).whereNull('agent_run_id').whereNot('status', 'cancelled');
  return rows.map(({ content }) => content ?? '');
}

const lastOffer = async (play: Play) =>
  (await messagesOf(play))
    .flatMap(({ actions }) => actions.flatMap((action) => (action.type === 'book_meeting' ? [action] : [])))
    .at(-1)!;

async function say(play: Play, step: ModelStep): Promise<ReceiveResult | undefined> {
  const { script, cast, variant, visitor } = play;
  if (visitor) {
    const turnId = newId();
    if (step.turn_id) play.turnIds.set(step.turn_id, turnId);
    const slot = step.choose && (await lastOffer(play)).slots[step.choose.slot]!.slot_id;
    const choice = slot === undefined ? null : { type: 'book_meeting' as const, slot_id: slot };
    return visitor.send({ turnId, text: step.say ?? null, choice }, variant);
  }
  const digits = script.from!.slice(1);
  const message = { id: `wamid.${newId()}`, from: digits, type: 'text', text: { body: step.say } };
  const payload = {
    message,
    contact: { wa_id: digits, profile: {} },
    metadata: { display_phone_number: '34600000001' },
  };
  await takeIn(api, cast.account.accountId, { provider: 'meta_cloud', type: 'whatsapp.message', payload }, variant);
  return undefined;
}

async function resend(play: Play, step: ModelStep): Promise<void> {
  const first = play.script.steps.find(({ turn_id }) => turn_id === step.resend);
  const turnId = play.turnIds.get(step.resend!)!;
  const again = await play.visitor!.send({ turnId, text: step.with_text ?? first?.say ?? null });
  if (step.with_text) expect(again).toEqual({ outcome: 'reused' });
  else expect(again).toMatchObject({ outcome: 'answered', messages: [{ role: 'bot', turn_id: turnId }] });
}

async function bookElsewhere(play: Play, slot: number): Promise<void> {
  const { account, agentId, hostId, typeId } = play.cast;
  const other = await addLead(api.db, account.accountId);
  const { starts_at } = (await lastOffer(play)).slots[slot]!;
  const booking = { lead_id: other.id, host_id: hostId, workflow_id: agentId, meeting_type_id: typeId, starts_at };
  await account.request('post', '/meetings/book').send(booking).expect(201);
}

const takeOver = async (play: Play) =>
  play.cast.account.request('post', `/conversations/${(await rowOf(play)).id}/take-over`).expect(200);

/** Returns the events while the model computes a step: the next one of the script, if it has a time of its own. */
const duringOf = (play: Play, next: ModelStep | undefined) => async () => {
  if (next?.say) await say(play, next);
  else if (next?.operator) await takeOver(play);
};

async function perform(play: Play, index: number): Promise<void> {
  const step = play.script.steps[index]!;
  const next = play.script.steps[index + 1];
  stage.now += step.wait ? Number.parseInt(step.wait, 10) * (step.wait.endsWith('h') ? 3_600_000 : 1_000) : 1_000;
  if (step.api) return bookElsewhere(play, step.api.book_same_slot_as);
  if (step.widget) return;
  if (step.resend) return resend(play, step);
  const [turnsBefore, heardBefore] = [(await turnsOf(play)).length, (await heard(play)).length];
  if (step.at_ms === 0) {
    const [first, ...rest] = thinking.server.left();
    thinking.server.play([{ ...first!, meanwhile: duringOf(play, next) }, ...rest]);
  }
  const isDone = step.at_ms !== undefined && step.at_ms > 0;
  if (!isDone && (step.say || step.choose)) {
    const received = await say(play, step);
    if (received && play.variant === 'once') expect(received).toMatchObject({ outcome: 'pending', messages: [] });
  }
  await thinking.settle(play.cast.account.accountId, play.variant);
  const from = isDone || step.wait ? 0 : turnsBefore;
  if (step.answer) await check(play, step.answer, from, isDone ? 0 : heardBefore);
}

async function check(play: Play, answer: NonNullable<ModelStep['answer']>, turnsBefore: number, heardBefore: number) {
  const turns = (await turnsOf(play)).slice(turnsBefore);
  const said = (await heard(play)).slice(heardBefore);
  const text = said.join('\n');
  if (answer.outcome) expect(turns.at(-1)?.status).toBe(answer.outcome);
  if (answer.replies !== undefined) expect(said).toHaveLength(answer.replies);
  for (const pattern of answer.reply ?? []) expect(text).toMatch(new RegExp(pattern, 'i'));
  for (const pattern of answer.reply_not ?? []) expect(text).not.toMatch(new RegExp(pattern, 'i'));
  const calls = turns.flatMap((turn) => JSON.parse(turn.calls) as CallResult[]);
  const done = calls.filter(({ refused }) => refused === null).map(({ call }) => call.tool as string);
  expect(done).toEqual(expect.arrayContaining(answer.tools ?? []));
  for (const tool of answer.tools_not ?? []) expect(done).not.toContain(tool);
  const actions = (await messagesOf(play)).at(-1)?.actions ?? [];
  if (answer.actions) expect(actions.map(({ type }) => type)).toEqual(answer.actions);
  if (answer.citations) {
    const cited = (await messagesOf(play)).at(-1)?.citations ?? [];
    expect(cited.map(({ title }) => ({ title }))).toEqual(answer.citations);
  }
  if (answer.slots) expect(calls.findLast(({ offers }) => offers)?.offers).toHaveLength(answer.slots);
  if (answer.language) expect((await rowOf(play)).language).toBe(answer.language);
  if (answer.meetings !== undefined) {
    expect(await api.db('meetings').where({ account_id: play.cast.account.accountId })).toHaveLength(answer.meetings);
  }
}

async function variablesOf(play: Play): Promise<Record<string, unknown>> {
  const row = await rowOf(play);
  const kept = row.lead_id ? await api.db('lead_variables').where({ lead_id: row.lead_id }) : [];
  const { values = {} } = JSON.parse(row.memory) as { values?: Record<string, { value: unknown }> };
  const said = Object.entries(values).map(([key, { value }]) => [key, value]);
  return Object.fromEntries([...said, ...kept.map(({ field_key, value }) => [field_key, JSON.parse(value)])]);
}

const CHECKS: Record<string, (play: Play, expected: never) => Promise<unknown>> = {
  fields: async (play, expected: object) => expect(await variablesOf(play)).toMatchObject(expected),
  fields_absent: async (play, keys: string[]) => {
    const values = await variablesOf(play);
    expect(Object.keys(values).filter((key) => keys.includes(key))).toEqual([]);
  },
  lead: async (play, expected: object) =>
    expect(
      await api
        .db('leads')
        .where({ id: (await rowOf(play)).lead_id! })
        .first(),
    ).toMatchObject(expected),
  meetings: async (play, expected: { slot: number; source: string }[]) => {
    const meetings = await api.db('meetings').where({ lead_id: (await rowOf(play)).lead_id ?? '' });
    expect(meetings).toHaveLength(expected.length);
    for (const [at, { slot, source }] of expected.entries()) {
      expect(meetings[at]).toMatchObject({ status: 'scheduled', source, creation_source: 'agent_tool' });
      expect(meetings[at]?.starts_at.toISOString()).toBe((await lastOffer(play)).slots[slot]!.starts_at);
    }
  },
  meetings_of_this_lead: async (play, count: number) =>
    expect(await api.db('meetings').where({ lead_id: (await rowOf(play)).lead_id! })).toHaveLength(count),
  handoff: async (play, expected: false | { reason: string }) => {
    const row = await rowOf(play);
    expect(row.handoff_reason).toBe(expected === false ? null : expected.reason);
    expect(row.handler).toBe(expected ? 'person' : 'agent');
  },
  human_takeover: async (play, expected: boolean) => expect((await rowOf(play)).handler === 'person').toBe(expected),
  events: async (play, kinds: string[]) => {
    const written = await api.db('events').where({ account_id: play.cast.account.accountId }).pluck('type');
    expect(written).toEqual(expect.arrayContaining(kinds));
  },
  turns: async (play, count: number) => expect(await turnsOf(play)).toHaveLength(count),
  replies: async (play, count: number) => expect(await heard(play)).toHaveLength(count),
  replies_of_agent: async (play, count: number) =>
    expect((await messagesOf(play)).filter(({ role }) => role === 'bot')).toHaveLength(count),
  status_key: async (play, expected: string) =>
    expect(await api.db('agent_runs').where({ lead_id: play.leadId! }).first()).toMatchObject({ status_key: expected }),
  tags: async (play, expected: string[]) => {
    const { body } = await play.cast.account.request('get', `/leads/${play.leadId}/tags`).expect(200);
    expect(body.tags.map(({ slug }: { slug: string }) => slug)).toEqual(expected);
  },
  conversation_status: async (play, expected: string) => expect((await rowOf(play)).status).toBe(expected),
  language: async (play, expected: string) => expect((await rowOf(play)).language).toBe(expected),
  captures: async (play, count: number) => {
    const done = (await callsOf(play)).filter(({ call, refused }) => call.tool === 'capture_field' && !refused);
    expect(done).toHaveLength(count);
  },
  refusals: async (play, expected: { tool: string; code: string }[]) => {
    const refused = (await callsOf(play)).map(({ call, refused }) => ({ tool: call.tool, code: refused?.code }));
    for (const each of expected) expect(refused).toContainEqual(each);
  },
  citations: async (play, count: number) =>
    expect((await messagesOf(play)).flatMap(({ citations }) => citations)).toHaveLength(count),
  model_calls: async (play, count: number) => {
    if (play.variant !== 'kill') expect(thinking.server.requests).toHaveLength(count);
  },
  model_requests: async (play, count: number) => {
    if (play.variant !== 'kill') expect(thinking.server.requests).toHaveLength(count);
  },
  model_calls_max: async (play, count: number) => {
    if (play.variant !== 'kill') expect(thinking.server.requests.length).toBeLessThanOrEqual(count);
  },
  turns_superseded: async (play, count: number) =>
    expect((await turnsOf(play)).filter(({ status }) => status === 'superseded')).toHaveLength(count),
  effects_of_superseded: async (play, count: number) => {
    const superseded = (await turnsOf(play)).filter(({ status }) => status === 'superseded');
    expect(superseded.flatMap(({ effects }) => JSON.parse(effects))).toHaveLength(count);
  },
  every_input_in_exactly_one_turn: async (play) => {
    const inputs = (await messagesOf(play)).filter(({ role }) => role === 'user');
    const turns = await turnsOf(play);
    for (const { seq } of inputs) {
      expect(turns.filter(({ from_seq, through_seq }) => seq >= from_seq && seq <= through_seq)).toHaveLength(1);
    }
  },
  model_cost_counted_for_both: async (play) => {
    const steps = await stepsOf(play);
    expect(new Set(steps.map(({ turn_no }) => turn_no)).size).toBe(2);
    for (const { cost_micros } of steps) expect(cost_micros).toBeGreaterThan(0);
  },
  steps: async (play, expected: { status: string; reason: string }[]) => {
    const kept = (await stepsOf(play)).filter(({ status }) => status !== 'cancelled');
    expect(kept.filter(({ status }) => status === 'asking')).toEqual([]);
    // A process that was killed before left nothing to discard.
    for (const { status, reason } of play.variant === 'kill' ? [] : expected) {
      expect(kept.at(-1)).toMatchObject({ status, error: reason });
      expect(kept.at(-1)?.cost_micros).toBeGreaterThan(0);
    }
  },
  open_followups: async (play, count: number) => expect((await rowOf(play)).follow_up_at === null ? 0 : 1).toBe(count),
  free_text_after_window: async (play, count: number) => {
    const sent = { account_id: play.cast.account.accountId, direction: 'outbound' };
    const late = (await api.db('messages').where(sent)).filter(
      ({ created_at, status }) => created_at.getTime() > stage.now - 3_600_000 && status !== 'held',
    );
    expect(late).toHaveLength(count);
  },
};

/** Parts that other tests cover. */
const ELSEWHERE = ['overlaps', 'notifications', 'attention'];

async function play(script: ModelScript, variant: Variant): Promise<void> {
  stage.now = Date.parse(script.now ?? EVALS.reading.defaults.now);
  const { fault } = script;
  const failing: ModelTurn = { fault: { ...fault } as ModelTurn['fault'] & object };
  const faults = fault ? Array.from({ length: Math.min(fault.times, 20) }, () => failing) : [];
  thinking.server.play([...faults, ...(script.stand_in ?? [])]);
  const ai = { model: 'stand-in', ...(script.budget ? { budget: script.budget } : {}) };
  const cast = await castOf(api, script, { ai, before: (account) => thinking.addModel(account) });
  for (const { title, kind, text } of script.knowledge ?? []) {
    await workDocument(api, (await addDocument(cast.account, { title, kind, content: text })).id);
  }
  const known = await leadOf(api, cast, script as unknown as Script);
  const fixture: Play = { script, cast, variant, turnIds: new Map(), ...(known ? { leadId: known.lead.id } : {}) };
  if (script.channel === 'chat') {
    const lead = known && { id: known.lead.id, agentRunId: known.run?.id ?? null };
    fixture.visitor = visitorOf(api, cast, { locale: script.locale ?? null, ...(lead ? { lead } : {}) });
  }
  for (const index of script.steps.keys()) await perform(fixture, index);
  for (const [name, expected] of Object.entries(script.expect)) {
    if (ELSEWHERE.includes(name)) continue;
    const examine = CHECKS[name];
    if (!examine) throw new Error(`Nothing checks ${name}.`);
    await examine(fixture, expected as never);
  }
  const keys = (await turnsOf(fixture)).flatMap(({ effects }) =>
    (JSON.parse(effects) as { idempotency_key: string }[]).map((one) => one.idempotency_key),
  );
  expect(new Set(keys).size).toBe(keys.length);
}

const scripts = (EVALS.conversations as unknown as ModelScript[]).filter(({ modes }) => modes.includes('stand_in'));

describe.each(scripts.map((script) => [script.id, script.title, script] as const))('%s: %s', (_id, _title, script) => {
  it.each(['once', 'twice', 'kill'] as const)('comes out the same with a model: %s', (variant) =>
    play(script, variant),
  );
});

it('leaves each input in one turn that ended, and each reply with the turn that it is of', async () => {
  const breaches = await breachesOf(api.db);
  expect(Object.keys(breaches).filter((rule) => /turn/.test(rule))).toEqual([]);
});
