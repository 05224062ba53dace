import { lockRun } from '../../db/agent-runs/agent-runs.js';
import type { Db } from '../../db/connection.js';
import { lockLead } from '../../db/leads/leads.js';
import type { OfferedSlotRow } from '../../db/tables.js';
import { isColumn } from '../../domain/agent/fields.js';
import { gate } from '../../domain/agent/gate.js';
import type { CallResult, KnownValue, Source, ToolCall, TurnInput } from '../../domain/agent/turn-input.js';
import { searchKnowledge } from '../knowledge/search.js';
import { TYPED } from '../leads/read-lead.js';
import { updateLead } from '../leads/update-lead.js';
import { closeConversation, handOffToPerson } from './handle.js';
import { bookOffer, offerTimes } from './offers.js';
import { act, type OpenTurn } from './open-turn.js';
import { agentOrigin, change } from './session.js';
import { memoryOf } from './turn-input.js';

/** Returns why nothing comes of a call that the gate let through. */
const refused = (call: ToolCall, code: string, message: string): CallResult => ({ call, refused: { code, message } });
const done = (call: ToolCall, more: Partial<CallResult> = {}): CallResult => ({ call, refused: null, ...more });

/** Keeps a value: with the lead, and in its column where it has one; with the conversation while there is no lead. */
async function capture(turn: OpenTurn, key: string, known: KnownValue): Promise<string | undefined> {
  const { session } = turn;
  const memory = memoryOf(session);
  const field = session.definition.fields.find((each) => each.key === key);
  if (!session.snapshot) {
    const values = { ...memory.values, [key]: known };
    // A contact address makes a lead, independent of the field's name.
    if (field?.type === 'email' || field?.type === 'phone') values[field.type] ??= known;
    change(session, { memory: JSON.stringify({ ...memory, values }) });
    return undefined;
  }
  const column = isColumn(key) ? key : field?.type === 'email' || field?.type === 'phone' ? field.type : undefined;
  const { lead } = session.snapshot;
  if (column !== undefined && typeof known.value === 'string' && (isColumn(key) || lead[column] === null)) {
    const { tx } = session.work;
    const { account_country: country, account_id } = session.conversation;
    const row = await lockLead(tx, account_id, lead.id);
    if (!row) return 'The lead no longer exists.';
    const fields = { [column]: known.value };
    const origin = agentOrigin(session.conversation);
    const changed = await updateLead(session.work, { lead: row, fields, country, origin, typed: TYPED });
    if (!changed.ok) return changed.problems[0]?.message;
    Object.assign(lead, changed.lead);
  }
  if (!field) return undefined;
  return act(turn, { type: 'set_field', params: { key, value: known.value, confidence: known.confidence } });
}

/** Puts what a visitor said before it was a lead where the lead's values are. */
export async function saveEarlierAnswers(turn: OpenTurn, values: Readonly<Record<string, KnownValue>>): Promise<void> {
  for (const [key, { value, confidence }] of Object.entries(values)) {
    if (!turn.session.definition.fields.some((field) => field.key === key)) continue;
    await act(turn, { type: 'set_field', params: { key, value, confidence } });
  }
}

/** Data that was read for a call before the commit of the turn, and isn't read again. */
export interface ReadBefore {
  offered?: OfferedSlotRow[];
  sources?: readonly Source[];
}

/**
 * Looks for a question in the agent's documents. What was found in this turn already keeps its number, so that a number
 * means one thing in the whole reply.
 */
export async function searchFor(
  db: Db,
  accountId: string,
  query: string,
  { agent, done: before }: TurnInput,
): Promise<Source[]> {
  const { collections, min_score: minScore } = agent.ai.knowledge;
  if (collections.length === 0) return [];
  const found = await searchKnowledge(db, { accountId, collections, query, minScore });
  const known = before.flatMap(({ sources = [] }) => sources);
  let last = Math.max(0, ...known.map(({ n }) => n));
  return found.map((source) => {
    const n = known.find(({ chunkId }) => chunkId === source.chunkId)?.n;
    if (n !== undefined) return { ...source, n };
    last += 1;
    return { ...source, n: last };
  });
}

/** Does what an agent asks for, if the gate lets it through, and says what came of it. */
export async function useTool(
  turn: OpenTurn,
  call: ToolCall,
  turnInput: TurnInput,
  before: ReadBefore = {},
): Promise<CallResult> {
  const verdict = gate(call, turnInput);
  if (!verdict.ok) return { call, refused: verdict.refusal };
  const { session } = turn;
  const unless = (problem: string | undefined, more: Partial<CallResult> = {}) =>
    problem === undefined ? done(call, more) : refused(call, 'SKIPPED', problem);
  switch (call.tool) {
    case 'capture_field': {
      const { value, confidence = call.confidence, corrected } = verdict;
      const problem = await capture(turn, call.key, { value, confidence, setBy: 'agent' });
      return unless(problem, { value, ...(corrected ? { corrected } : {}) });
    }
    case 'set_status':
      return unless(
        await act(turn, { type: 'set_status', params: { status_key: call.status_key, reason: call.reason } }),
      );
    case 'add_tag':
      return unless(await act(turn, { type: 'add_tag', params: { tags: [call.tag] } }));
    case 'search_knowledge':
      return done(call, {
        sources:
          before.sources ?? (await searchFor(session.work.tx, session.conversation.account_id, call.query, turnInput)),
      });
    case 'get_availability':
      return done(call, { offers: await offerTimes(session, turnInput, { given: before.offered, wish: call.wish }) });
    case 'book_meeting': {
      const problem = await bookOffer(session, call.slot_id);
      if (problem !== undefined) return refused(call, 'SLOT_GONE', problem);
      if (session.run) session.run = (await lockRun(session.work.tx, session.run.id)) ?? null;
      return done(call);
    }
    case 'send_link':
      return done(call);
    case 'request_human':
      await handOffToPerson(turn, call.reason);
      return done(call);
    case 'schedule_followup':
      change(session, { follow_up_at: new Date(call.at) });
      return done(call);
    case 'opt_out_lead':
      if (session.conversation.channel === 'chat')
        closeConversation(session, 'opted_out', agentOrigin(session.conversation));
      else
        return unless(
          await act(turn, { type: 'opt_out', params: { channels: [session.conversation.channel as 'email'] } }),
        );
      return done(call);
    case 'end_conversation':
      closeConversation(session, call.reason, agentOrigin(session.conversation));
      return done(call);
  }
}
