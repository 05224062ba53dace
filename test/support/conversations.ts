import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Knex } from 'knex';
import { type ConversationWithAgent, findChatConversation } from '../../db/conversations/with-agent.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { advanceConversation } from '../../services/conversations/advance.js';
import { openChat } from '../../services/conversations/open.js';
import { type ChatInput, type ReceiveResult, receiveInput } from '../../services/conversations/receive.js';
import { processInboundEvent } from '../../services/inbound/process-event.js';
import { addNumber, addSender } from './agents.js';
import type { TestAccount, TestApi } from './api.js';
import { addBlock, addHost, addType } from './meetings.js';
import { addAgent, addLead, addRun } from './messaging.js';
import { workOn } from './work.js';

/** The rules that hold after a turn. */
export interface Answer {
  outcome?: 'answered' | 'handed_off' | 'silent' | 'opted_out' | 'none';
  reply?: string[];
  reply_not?: string[];
  tools?: string[];
  tools_not?: string[];
  actions?: string[];
  citations?: { title: string }[];
  slots?: number;
  replies?: number;
  mail?: { subject: string; headers: Record<string, string> };
}

export interface ScriptStep {
  say?: string;
  at_ms?: number;
  mail?: { subject: string; text: string; headers?: Record<string, string> };
  choose?: { slot: number };
  operator?: 'take_over' | 'give_back';
  operator_says?: string;
  api?: { book_same_slot_as: number };
  widget?: 'reload';
  resend?: string;
  with_text?: string;
  turn_id?: string;
  answer?: Answer;
}

/** One conversation that the agent has to get right. */
export interface Script {
  id: string;
  title: string;
  agent: string;
  channel: 'chat' | 'email' | 'whatsapp';
  modes: string[];
  lead: (Record<string, unknown> & { variables?: Record<string, Record<string, unknown>>; enrolled?: boolean }) | null;
  account?: { country?: string };
  locale?: string;
  now?: string;
  from?: string;
  knowledge?: { title: string; kind: string; text: string }[];
  steps: ScriptStep[];
  expect: Record<string, unknown>;
}

interface Evals {
  reading: { defaults: { now: string; account: { timezone: string; country: string } } };
  agents: Record<string, Record<string, unknown> & { ai: Record<string, unknown> }>;
  conversations: Script[];
}

export const EVALS = JSON.parse(readFileSync('evals/conversations.json', 'utf8')) as Evals;

/** The time in which conversations are played; nothing but a script moves it. */
export const stage = { now: Date.parse(EVALS.reading.defaults.now) };
export const stageClock = { now: () => new Date(stage.now) };

/** Creates an account with a host and the published agent of a conversation. */
export async function castOf(
  api: TestApi,
  script: Pick<Script, 'agent' | 'account'>,
  { ai: more = {}, before }: { ai?: object; before?: (account: TestAccount) => Promise<unknown> } = {},
) {
  const { timezone, country } = EVALS.reading.defaults.account;
  const account = await api.account({ timezone, country: script.account?.country ?? country });
  const hostId = await addHost(account, { name: 'Marta', timezone });
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
  await addBlock(account, hostId, { kind: 'weekly', weekdays, starts: '09:00', ends: '17:00', timezone });
  const rules = { duration_minutes: 30, minimum_notice_minutes: 60, slot_interval_minutes: 30 };
  const typeId = await addType(account, { name: 'Call', ...rules });
  const definition = EVALS.agents[script.agent]!;
  const ai = { ...definition.ai, ...(definition.ai.meeting_type ? { meeting_type: typeId } : {}), ...more };
  await before?.(account);
  const made = await account.request('post', '/workflows').send({ ...definition, ai });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const agentId: string = made.body.workflow.id;
  await account.request('post', `/workflows/${agentId}/publish`).send({}).expect(201);
  await addSender(api.db, account.accountId);
  await addNumber(api.db, account.accountId);
  return { account, agentId, hostId, typeId };
}

export type Cast = Awaited<ReturnType<typeof castOf>>;

/** The lead that a conversation begins with, as far as it does. */
export async function leadOf(api: TestApi, { account, agentId }: Cast, { lead: given, from }: Script) {
  if (!given) return undefined;
  const { variables = {}, enrolled, verified: _verified, ...columns } = given;
  const lead = await addLead(api.db, account.accountId, { email: null, phone: from ?? null, ...columns });
  for (const [field_key, { value, confidence, set_by }] of Object.entries(variables)) {
    await api.db('lead_variables').insert({
      lead_id: lead.id,
      account_id: account.accountId,
      field_key,
      value: JSON.stringify(value),
      value_text: String(value),
      confidence: Number(confidence),
      updated_at: stageClock.now(),
      set_by: (set_by as string | undefined) ?? null,
    });
  }
  return { lead, run: enrolled ? await addRun(api.db, lead, agentId) : undefined };
}

/** A pool whose transactions are lost at a statement, as if their process was killed there. Reads continue. */
export function dyingAt(db: Knex, statement: number): { db: Knex; died: () => boolean } {
  let count = 0;
  const next = () => {
    count += 1;
    if (count === statement) throw new Error('The process is killed.');
  };
  const mortal = (tx: Knex): Knex =>
    new Proxy(tx, {
      apply: (target, self, given) => {
        next();
        return Reflect.apply(target as never, self, given);
      },
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (name === 'transaction')
          return (work: (tx: Knex) => unknown) => target.transaction((part) => work(mortal(part)) as never);
        if (name !== 'raw') return value;
        return (...given: unknown[]) => {
          // A fragment of a statement is none.
          if (/^\s*(select|insert|update|\?)/i.test(String(given[0]))) next();
          return (value as (...all: unknown[]) => unknown).apply(target, given);
        };
      },
    });
  const pool = new Proxy(db, {
    get: (target, name) =>
      name === 'transaction'
        ? (work: (tx: Knex) => unknown) => target.transaction((tx) => work(mortal(tx)) as never)
        : Reflect.get(target, name),
  });
  return { db: pool, died: () => count >= statement };
}

/** The points at which processes are killed in turn, before one completes: early, late, and between. */
const KILLS = [2, 6, 11, 17, 24, 33, 45, 60];

/** Does something as the variant says: once, twice, or killed at one point after another before it gets through. */
export async function doneBy<T>(
  db: Knex,
  variant: 'once' | 'twice' | 'kill',
  work: (deps: WorkDependencies) => Promise<T>,
): Promise<T> {
  const deps = workOn(db, stageClock.now);
  if (variant === 'kill') {
    for (const statement of KILLS) {
      const mortal = dyingAt(db, statement);
      const lived = await work({ ...deps, db: mortal.db }).then(
        (result) => ({ result }),
        () => undefined,
      );
      if (lived) return lived.result;
    }
  }
  const result = await work(deps);
  if (variant === 'twice') {
    stage.now += 200;
    await work(deps);
  }
  return result;
}

/** A chat as a visitor's browser holds it. */
export function visitorOf(
  api: TestApi,
  { account, agentId }: { account: TestAccount; agentId: string },
  {
    locale = null,
    lead,
    widgetId,
  }: { locale?: string | null; widgetId?: string; lead?: { id: string; agentRunId: string | null } } = {},
) {
  const sessionId = newId();
  const opening = {
    accountId: account.accountId,
    agentId,
    sessionId,
    locale,
    page: null,
    ...(widgetId ? { widgetId } : {}),
  };
  return {
    sessionId,
    seat: () => findChatConversation(api.db, account.accountId, sessionId) as Promise<ConversationWithAgent>,
    send: (given: Partial<ChatInput>, variant: 'once' | 'twice' | 'kill' = 'once'): Promise<ReceiveResult> => {
      const input = { turnId: newId(), text: null, choice: null, ...given };
      return doneBy(api.db, variant, (deps) =>
        inWork(deps, async (work) => {
          const conversation = await openChat(work, { ...opening, turnId: input.turnId, ...(lead ? { lead } : {}) });
          return receiveInput(work, conversation!, input);
        }),
      );
    },
  };
}

/** Takes a message as it came from a provider, and works it. */
export async function takeIn(
  api: TestApi,
  accountId: string,
  event: { provider: 'email' | 'meta_cloud'; type: string; payload: Record<string, unknown> },
  variant: 'once' | 'twice' | 'kill',
): Promise<void> {
  const id = newId();
  await api.db('inbound_events').insert({
    id,
    account_id: accountId,
    provider: event.provider,
    type: event.type,
    event_key: createHash('sha256').update(id).digest(),
    payload: JSON.stringify(event.payload),
    received_at: stageClock.now(),
  });
  await doneBy(api.db, variant, (deps) => processInboundEvent(deps, id));
}

/** Lets time pass until nothing of a conversation is due any more. */
export async function settle(api: TestApi, accountId: string, variant: 'once' | 'twice' | 'kill'): Promise<void> {
  const own = await api.db('conversations').where({ account_id: accountId });
  for (const { id, due_at, follow_up_at } of own) {
    const isDue = due_at !== null || (follow_up_at !== null && follow_up_at.getTime() <= stage.now);
    if (!isDue) continue;
    stage.now = Math.max(stage.now, due_at?.getTime() ?? 0);
    await doneBy(api.db, variant, (deps) => inWork(deps, (work) => advanceConversation(work, id)));
  }
}

/** A chat of an account in which a visitor has said something and the agent has answered; its id. */
export async function addChat(api: TestApi, account: TestAccount, text = 'Hello, are you there?'): Promise<string> {
  const agentId = await addAgent(api, account, { ai: { enabled: true } });
  const opening = { accountId: account.accountId, agentId, sessionId: newId(), locale: null, page: { title: text } };
  return inWork(workOn(api.db), async (work) => {
    const conversation = await openChat(work, opening);
    await receiveInput(work, conversation!, { turnId: newId(), text, choice: null });
    return conversation!.id;
  });
}
