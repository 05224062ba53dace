import { expect } from '@jest/globals';
import { countTornInputs } from '../../../db/conversations/turns.js';
import { newId } from '../../../runtime/ids.js';
import { type ChatRequest, completion, slotsIn } from '../../support/model-server.js';
import { type StandIn, startStandIn } from '../../support/stand-in.js';
import { type Answer, call } from './client.js';
import { until } from './random.js';
import type { Rig, RigAccount } from './rig.js';

export const SITE = 'https://shop.example.com';
const PATIENCE_MS = 60_000;
export const WHEN = 'When can we meet?';
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** The step of a model at which it waits: 1 for the first call, 2 for the one with the tool results. */
interface Hold {
  step: 1 | 2;
  reached: boolean;
  over: Promise<void>;
  release(): void;
}

/** A visitor who says one thing, by which the model knows it. */
export interface Visitor {
  email: string;
  turnId: string;
  sessionId: string;
  token: string;
}

/** The model's replies to tool results, without two equal ones in a row. */
const ANSWERS: Readonly<Record<string, string>> = {
  capture_field: 'Thank you, that is noted.',
  get_availability: 'Pick a time.',
  book_meeting: 'That is booked.',
};

/** Makes something by the API, whose answer holds it. */
async function made(
  account: RigAccount,
  path: string,
  body: object,
): Promise<Record<string, { id: string; key: string }>> {
  const answer = await account.request('POST', path, { body });
  expect({ path, status: answer.status, text: answer.text }).toMatchObject({ path, status: 201 });
  return answer.body as never;
}

/** Makes the account's model `stand-in`, a server on this machine. */
export const makeModel = (account: RigAccount, origin: string, more: object = {}) =>
  made(account, '/models', { key: 'stand-in', base_url: `${origin}/v1`, model: 'tiny', ...more });

/** Makes a widget of an agent that asks for an address and books meetings with a host who has always time. */
export async function openSite(
  account: RigAccount,
  ai: object,
  pow: object = { required: false },
): Promise<{ key: string; agentId: string }> {
  const { host } = await made(account, '/hosts', { name: 'Hanna', email: 'hanna@example.com', timezone: 'UTC' });
  const hours = { kind: 'weekly', weekdays: WEEK, starts: '00:00', ends: '23:59' };
  await made(account, `/hosts/${host?.id}/availability-blocks`, hours);
  const { meeting_type: type } = await made(account, '/meeting-types', { name: 'Talk', duration_minutes: 30 });
  const { workflow } = await made(account, '/workflows', {
    name: 'Chat',
    fields: [{ key: 'email', type: 'email', required: true }],
    cadence: { steps: [{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }] },
    ai: { enabled: true, meeting_type: type?.id, ...ai },
    handoff: { on: { low_confidence_turns: 10 } },
  });
  await made(account, `/workflows/${workflow?.id}/publish`, {});
  // Storms say more than a shop's visitors do on a day.
  const limits = { turns_per_day: 1_000_000 };
  const site = { name: 'Shop', workflow_id: workflow?.id, allowed_domains: ['shop.example.com'], pow, limits };
  const { widget } = await made(account, '/widgets', site);
  return { key: widget?.key ?? '', agentId: workflow?.id ?? '' };
}

/** Opens chats with an agent whose model captures the visitor's address, then thanks: where a test says so it waits. */
export async function createChatFixture(rig: Rig) {
  const account: RigAccount = await rig.account([{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }]);
  const holds = new Map<string, Hold>();
  let answered = 0;
  const model: StandIn = await startStandIn(async ({ response, bytes }) => {
    const asked = JSON.parse(bytes.toString()) as ChatRequest;
    const { messages } = asked;
    const email = /visitor-[\w-]+@example\.com/.exec(messages.at(1)?.content + JSON.stringify(messages))?.[0] ?? '';
    const step = messages.some(({ role }) => role === 'tool') ? 2 : 1;
    const hold = holds.get(email);
    if (hold?.step === step && !hold.reached) {
      hold.reached = true;
      await hold.over;
    }
    const capture = {
      name: 'capture_field',
      arguments: { key: 'email', value: email, confidence: 0.9, evidence: email },
    };
    const [slot_id] = slotsIn({ messages });
    const asksWhen = JSON.stringify(messages).includes(WHEN);
    const times = asksWhen ? [{ name: 'get_availability', arguments: {} }] : [];
    const wishes = slot_id ? [{ name: 'book_meeting', arguments: { slot_id } }] : [capture, ...times];
    const done = messages.flatMap((each) => each.tool_calls ?? []).at(-1)?.function.name ?? '';
    answered += 1;
    const turn = step === 1 ? { tool_calls: wishes } : { text: ANSWERS[done] ?? '' };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(completion(turn, asked, answered)));
  });
  await makeModel(account, model.origin);
  const { key } = await openSite(account, {
    model: 'stand-in',
    tools: ['capture_field', 'get_availability', 'book_meeting'],
  });

  const visitor = async (): Promise<Visitor> => {
    const url = rig.apis[0]?.url ?? '';
    const { body } = await call(url, 'GET', `/api/public/chat/config?key=${key}`, { headers: { origin: SITE } });
    const said = { email: `visitor-${newId()}@example.com`, turnId: newId() };
    return { ...said, sessionId: String(body.session_id), token: String(body.session_token) };
  };
  const send = (
    { sessionId, token }: Visitor,
    turn: { turn_id: string; text?: string; action?: object },
    base = rig.apis[0]?.url ?? '',
  ): Promise<Answer> =>
    call(base, 'POST', `/api/widget/v1/turn?key=${key}`, {
      headers: { origin: SITE, 'x-widget-session': token },
      body: { session_id: sessionId, ...turn },
      timeoutMs: 30_000,
    });
  /** Describes what a visitor says, in one request; again it is the same turn. */
  const say = (who: Visitor, base?: string): Promise<Answer> =>
    send(who, { turn_id: who.turnId, text: `I am ${who.email}` }, base);
  const conversationOf = async ({ sessionId }: Visitor): Promise<{ id: string; lead_id: string | null } | undefined> =>
    rig
      .db('conversations')
      .where({ thread: `chat/${sessionId}` })
      .first('id', 'lead_id');

  /** Has the model wait at a step of a visitor's turn, the first time that it comes there. */
  const holdAt = ({ email }: Visitor, step: 1 | 2) => {
    let release = () => {};
    const over = new Promise<void>((resolve) => (release = resolve));
    const hold: Hold = { step, reached: false, over, release };
    holds.set(email, hold);
    return {
      release,
      standing: () => until('the model is asked', () => (hold.reached ? true : undefined), PATIENCE_MS),
    };
  };

  return {
    account,
    visitor,
    say,
    conversationOf,
    holdAt,
    stop: model.stop,
    /** Says it until it was taken. */
    sayPatiently: (who: Visitor): Promise<Answer> =>
      until(
        'the turn was taken',
        async () => {
          const answer = await say(who);
          return answer.status === 200 ? answer : undefined;
        },
        PATIENCE_MS,
      ),
    /** Books for a visitor the first of the times that the agent offers; the model waits before it answers that it did. */
    async book(who: Visitor): Promise<{ hold: ReturnType<typeof holdAt>; turnId: string }> {
      const row = (await until('it is known', () => conversationOf(who), PATIENCE_MS)) as { id: string };
      await send(who, { turn_id: newId(), text: WHEN });
      const slot_id = await until(
        'times are offered',
        async () => {
          const [last] = await rig
            .db('conversation_messages')
            .where({ conversation_id: row.id, role: 'bot' })
            .orderBy('seq', 'desc')
            .limit(1);
          return /"slot_id":"(\w+)"/.exec(last?.actions ?? '')?.[1];
        },
        PATIENCE_MS,
      );
      const hold = holdAt(who, 2);
      const turn_id = newId();
      const taken = await send(who, { turn_id, action: { type: 'book_meeting', slot_id } });
      expect(taken).toMatchObject({ status: 200 });
      await hold.standing();
      return { hold, turnId: turn_id };
    },
    /** Waits for a visitor's answer: its input is in one turn, that has one reply, and what it did was done once. */
    async expectAnsweredOnce(who: Visitor): Promise<void> {
      const { db } = rig;
      const { id, lead_id } = await until(
        'the visitor was answered',
        async () => {
          const answers = { role: 'bot', answers: who.turnId };
          const replied = await db('conversation_messages').where(answers).first();
          return replied && (await conversationOf(who));
        },
        PATIENCE_MS,
      );
      const messages = await db('conversation_messages').where({ conversation_id: id }).orderBy('seq');
      const turns = await db('agent_turns').where({ conversation_id: id });
      const captured = await db('events').where({ lead_id, type: 'lead.field_captured' });
      expect({
        messages: messages.map(({ role, client_turn_id, answers }) => [role, client_turn_id ?? answers]),
        turns: turns.map(({ status, from_seq, through_seq }) => [status, from_seq, through_seq]),
        captured: captured.length,
        leads: await db('leads').where({ email: who.email }).pluck('id'),
      }).toEqual({
        messages: [
          ['user', who.turnId],
          ['bot', who.turnId],
        ],
        turns: [['answered', 1, 1]],
        captured: 1,
        leads: [lead_id],
      });
      expect(await countTornInputs(db)).toBe(0);
    },
  };
}
