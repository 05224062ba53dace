import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ConversationRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import { useApi } from '../support/api.js';
import { castOf, stage, stageClock, takeIn, visitorOf } from '../support/conversations.js';
import { breachesOf } from '../support/invariants.js';
import { addLead, addRun } from '../support/messaging.js';
import { useThinking } from '../support/thinking.js';

const api = useApi({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' }, { clock: stageClock });
const thinking = useThinking(api);

type How = 'once' | 'twice' | 'kill';
const SAID = [
  'The roof has 80 m2',
  'My name is Ana',
  'What does it cost?',
  'ok',
  'I want to talk to a real person',
  'No',
];
const CAPTURE = { key: 'roof_area', value: 80, confidence: 0.9, evidence: '80 m2' };
/** No two of them are alike: a model that repeats itself is not heard. */
const TEXTS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map(
  (which) => `This is the ${which} of my answers.`,
);

/** Something that happens, and whether it comes twice or is killed on its way; or happens while a model thinks. */
type Event =
  | { kind: 'say'; text: string; how: How }
  | { kind: 'answer'; how: How; while?: Event | undefined }
  | { kind: 'take-over' | 'messages' | 'give-back' | 'close' | 'stop' | 'resume' };

/** Actions that let the agent answer unanswered messages, after which it may hand off again. */
const GIVES_BACK: readonly string[] = ['give-back', 'resume'];

const how = fc.constantFrom<How>('once', 'twice', 'kill');
const say = fc.record({ kind: fc.constant('say' as const), text: fc.constantFrom(...SAID, 'STOP'), how });
const operate = fc.record({
  kind: fc.constantFrom<'take-over' | 'messages' | 'give-back' | 'close' | 'stop' | 'resume'>(
    ...(['take-over', 'messages', 'give-back', 'close', 'stop', 'resume'] as const),
  ),
});
const plain = fc.record({ kind: fc.constant('answer' as const), how });
const disturbed = fc.record({
  kind: fc.constant('answer' as const),
  how: fc.constant('once' as const),
  while: fc.oneof(say, operate),
});
const events = (model: boolean) =>
  fc.array<Event>(fc.oneof({ arbitrary: say, weight: 4 }, plain, operate, ...(model ? [disturbed] : [])), {
    minLength: 4,
    maxLength: 12,
  });

/** A person who writes to an agent, in a chat or by email. */
async function talkers(channel: 'chat' | 'email', model: boolean) {
  stage.now = Date.parse('2026-03-02T09:00:00Z');
  const cast = await castOf(
    api,
    { agent: 'solar' },
    {
      ai: { ...(model ? { model: 'stand-in' } : {}), debounce_seconds: { email: 0 } },
      before: (account) => thinking.addModel(account),
    },
  );
  const { accountId, request } = cast.account;
  const lead = await addLead(api.db, accountId, { first_name: 'Kim', email: `${newId()}@example.com` });
  const run = await addRun(api.db, lead, cast.agentId);
  const visitor = visitorOf(api, cast, { lead: { id: lead.id, agentRunId: run.id } });
  const row = async (): Promise<ConversationRow | undefined> =>
    api.db('conversations').where({ account_id: accountId }).first();
  const mail = (text: string, which: How) => {
    const ids = { event_id: newId(), message_id: `<${newId()}@example.com>` };
    const payload = { ...ids, type: 'reply', from: lead.email, to: 'sales@example.com', subject: 'Roof', text };
    return takeIn(api, accountId, { provider: 'email', type: 'reply', payload }, which);
  };
  const laid = (disturbance: Event | undefined) => {
    const meanwhile = disturbance && { meanwhile: () => happen(disturbance) };
    const [first, ...others] = TEXTS.map((text) => ({ text: `${text} ${newId()}` }));
    return [{ tool_calls: [{ name: 'capture_field', arguments: CAPTURE }] }, { ...first, ...meanwhile }, ...others];
  };
  async function happen(event: Event): Promise<unknown> {
    const { kind } = event;
    stage.now += 90_000;
    if (kind === 'say')
      return channel === 'chat' ? visitor.send({ text: event.text }, event.how) : mail(event.text, event.how);
    if (kind === 'answer') {
      thinking.server.play(laid(event.while));
      return thinking.settle(accountId, event.how);
    }
    if (kind === 'stop' || kind === 'resume')
      return request('post', `/leads/${lead.id}/automation/${kind}`).send({ workflow_run_id: run.id });
    const known = await row();
    return (
      known && request('post', `/conversations/${known.id}/${kind}`).send(kind === 'messages' ? { text: 'Eva.' } : {})
    );
  }
  /** Returns the agent's replies to the lead. A message that was cancelled before it was sent doesn't count. */
  const replies = async (): Promise<string[]> => {
    const known = await row();
    const all = known ? (await request('get', `/conversations/${known.id}/messages`).expect(200)).body.messages : [];
    return all
      .filter(({ role, message_status }: Record<string, string>) => role === 'bot' && message_status !== 'cancelled')
      .map(({ id }: { id: string }) => id);
  };
  const leadNow = () => api.db('leads').where({ id: lead.id }).first();
  return { accountId, leadNow, row, happen, replies };
}
type Talkers = Awaited<ReturnType<typeof talkers>>;

/** Each turn says one thing at most, does nothing twice, and keeps what it captured once. */
async function checkTurns({ accountId, row }: Talkers): Promise<void> {
  const known = await row();
  if (!known) return;
  const own = { conversation_id: known.id };
  const turns = await api.db('agent_turns').where(own).orderBy('turn_no');
  const said = await api.db('conversation_messages').where({ ...own, role: 'bot' });
  expect(new Set(said.map(({ turn_no }) => turn_no)).size).toBe(said.length);
  const speak = ['answered', 'handed_off', 'opted_out'];
  for (const { turn_no } of said) expect(speak).toContain(turns.find((turn) => turn.turn_no === turn_no)?.status);
  const keys = turns.flatMap(({ effects }) =>
    (JSON.parse(effects) as { idempotency_key: string; applied: boolean }[]).map((one) => one.idempotency_key),
  );
  expect(new Set(keys).size).toBe(keys.length);
  const sent = await api.db('messages').where({ account_id: accountId, direction: 'outbound' }).pluck('id');
  const carried = (await api.db('conversation_messages').where(own).whereNotNull('message_id')).filter(
    ({ role }) => role !== 'user',
  );
  for (const { message_id } of carried) expect(sent).toContain(message_id);
}

async function play(channel: 'chat' | 'email', model: boolean, given: readonly Event[]): Promise<void> {
  const of = await talkers(channel, model);
  for (const event of given) {
    const [before, said] = [await of.row(), await of.replies()];
    const wasOut = channel === 'email' && (await of.leadNow())?.consent_email === 'opted_out';
    await of.happen(event);
    const [after, now] = [await of.row(), await of.replies()];
    const isSilent = before?.handler === 'person' && after?.handler === 'person' && !GIVES_BACK.includes(event.kind);
    // A person had it all the while, or the lead has said no: the agent has not said a word.
    if (isSilent || wasOut) expect(now.filter((id) => !said.includes(id))).toEqual([]);
    const disturbance = event.kind === 'answer' ? event.while?.kind : undefined;
    // A takeover or close during a model's turn discards its reply.
    if (before?.handler === 'agent' && ['take-over', 'messages', 'close', 'stop'].includes(disturbance ?? '')) {
      expect(now.filter((id) => !said.includes(id)).length).toBeLessThanOrEqual(before.due_at === null ? 0 : 1);
    }
    await checkTurns(of);
  }
  await of.happen({ kind: 'answer', how: 'once' });
  const row = await of.row();
  const inputs = row ? await api.db('conversation_messages').where({ conversation_id: row.id, role: 'user' }) : [];
  // Nothing waits for ever.
  expect(row?.due_at ?? null).toBeNull();
  for (const { seq } of inputs) expect(seq).toBeLessThanOrEqual(row?.answered_through ?? 0);
  await checkTurns(of);
}

describe.each([
  ['a chat by rules', 'chat', false],
  ['a chat with a model', 'chat', true],
  ['mails by rules', 'email', false],
  ['mails with a model', 'email', true],
] as const)(
  '%s, whatever is said, taken over, given back, closed, stopped, repeated and killed',
  (_what, channel, model) => {
    it('has each input in one turn, one reply to each turn, nothing done twice, and nothing said after a stop', async () => {
      await fc.assert(
        fc.asyncProperty(events(model), (given) => play(channel, model, given)),
        { numRuns: 12, endOnFailure: true },
      );
      const breaches = await breachesOf(api.db);
      expect(Object.keys(breaches).filter((rule) => /turn/.test(rule))).toEqual([]);
    }, 600_000);
  },
);
