import { lockRun } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import { lockConversation, updateConversation } from '../../db/conversations/conversations.js';
import { insertConversationMessages, listLastMessages, type TalkRow } from '../../db/conversations/messages.js';
import type { Seat } from '../../db/conversations/seats.js';
import { insertTurns, listOffers } from '../../db/conversations/turns.js';
import { insertEvents, type NewEvent } from '../../db/events/events.js';
import { type LeadSnapshot, lockLeadSnapshot } from '../../db/leads/snapshots.js';
import { lockHosts } from '../../db/meetings/hosts.js';
import type {
  AgentRunRow,
  AgentTurnRow,
  ConversationMessageRow,
  ConversationRow,
  OfferedSlotRow,
} from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { agentSettings } from '../../domain/agent/settings.js';
import { asVariant, variantOf } from '../../domain/agent/variants.js';
import { newId } from '../../runtime/ids.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { applyLeadEvent } from '../agent-runs/exit-rules.js';
import { GIVEN_BACK } from '../agent-runs/hand-conversations.js';

/** A conversation under its lock, with everything a turn looks at, and what is to be written of it. */
export interface Sitting {
  work: Work;
  /** As it is now: changes are in it before they are written. */
  seat: Seat;
  definition: AgentDefinition;
  /** The lead with its facts; null while a visitor is none. */
  snapshot: LeadSnapshot | null;
  /** The lead's enrolment with the agent, open or ended. */
  run: AgentRunRow | null;
  offers: OfferedSlotRow[];
  /** The present context, as far as it is looked at, oldest first. */
  talk: TalkRow[];
  /** What is written when the sitting ends. */
  unsaved: {
    messages: ConversationMessageRow[];
    turns: AgentTurnRow[];
    events: NewEvent[];
    changes: Partial<ConversationRow>;
  };
}

/** How far back a conversation is read. */
const LOOKED_AT = 40;

/**
 * Locks a conversation with what belongs to it, in the order in which everybody locks: hosts whose times can be picked,
 * lead, runs, conversation. `said` is what the lead has just written in a chat, which its runs are told on the way.
 * Undefined where the agent's version is gone.
 */
export async function sit(work: Work, given: Seat, said?: string): Promise<Sitting | undefined> {
  const { tx, now } = work;
  const mayPick = given.offers_until !== null && given.offers_until > now;
  const offers = mayPick ? await listOffers(tx, now, given.id) : [];
  if (offers.length > 0) await lockHosts(tx, given.account_id, [...new Set(offers.map(({ host_id }) => host_id))]);
  const named = { accountId: given.account_id, agentId: given.agent_id, leadId: given.lead_id ?? '' };
  const snapshot = given.lead_id === null ? undefined : await lockLeadSnapshot(tx, named, given, ['meeting']);
  const run = await lockRunOf(work, given, snapshot && said);
  const row = await lockConversation(tx, given.id);
  if (!row) return undefined;
  const seat = { ...given, ...row };
  // A visitor became a lead while this waited: its row has to be locked first.
  if (row.lead_id !== given.lead_id) return sit(work, seat, said);
  const definition = await findDefinition(tx, seat.agent_id, seat.agent_version);
  if (!definition) return undefined;
  const settings = agentSettings(definition);
  const variant = variantOf(settings.ai, { agentId: seat.agent_id, ...seat });
  const talk = await listLastMessages(tx, seat.id, { from: seat.context_from, limit: LOOKED_AT });
  const sitting: Sitting = {
    ...{ work, seat, definition: asVariant(settings, variant), snapshot: snapshot ?? null, run, offers, talk },
    unsaved: { messages: [], turns: [], events: [], changes: {} },
  };
  // The version that it follows now has its variant no more.
  if (variant !== seat.variant) change(sitting, { variant });
  if (seat.handler === 'person' && seat.resume_at !== null && seat.resume_at <= now) {
    change(sitting, GIVEN_BACK);
  }
  return sitting;
}

async function lockRunOf({ ...work }: Work, seat: Seat, said: string | undefined): Promise<AgentRunRow | null> {
  const { tx } = work;
  const own = async () => (seat.agent_run_id === null ? null : ((await lockRun(tx, seat.agent_run_id)) ?? null));
  if (said === undefined || seat.lead_id === null) return own();
  const { runs, acted } = await applyLeadEvent(work, {
    accountId: seat.account_id,
    leadId: seat.lead_id,
    eventType: 'message.received',
    data: { conversation_id: seat.id, channel: 'chat' },
    said: [said],
    origin: VISITOR,
  });
  const met = runs.find(({ id }) => id === seat.agent_run_id);
  return met && !acted.includes(met) ? met : own();
}

/** Where what a visitor does comes from. */
export const VISITOR: EventOrigin = { kind: 'provider', id: 'chat' };

/** Returns where what the agent of a conversation does comes from. */
export const agentOrigin = ({ agent_id }: Pick<ConversationRow, 'agent_id'>): EventOrigin => ({
  ...{ kind: 'agent', id: agent_id, depth: 1 },
});

/** Tells whether something was said: an answer that was cancelled before it left never was. */
export const wasSaid = ({ message_status }: TalkRow): boolean => message_status !== 'cancelled';

/** Changes the conversation; it is written when the sitting is saved. */
export function change({ seat, unsaved }: Sitting, changes: Partial<ConversationRow>): void {
  Object.assign(seat, changes);
  Object.assign(unsaved.changes, changes);
}

/** Opens a conversation that was closed, with a context of its own: what was said before is not read again. */
export function reopen(sitting: Sitting, origin: EventOrigin): void {
  const { seat, run } = sitting;
  if (seat.status !== 'closed') return;
  const handler = run?.open_slot === 1 && run.human_takeover ? 'person' : 'agent';
  change(sitting, { status: 'open', context_from: seat.next_seq, heard_through: seat.next_seq - 1, handler });
  tell(sitting, 'conversation.reopened', { reason: 'written' }, origin);
}

/** Adds an event that tells of the conversation. */
export function tell(
  { seat, unsaved }: Sitting,
  type: NewEvent['type'],
  data: Record<string, unknown>,
  origin: EventOrigin,
): void {
  unsaved.events.push({
    ...{ accountId: seat.account_id, type, leadId: seat.lead_id, agentRunId: seat.agent_run_id, origin },
    data: { conversation_id: seat.id, channel: seat.channel, ...data },
  });
}

/** What a new message says; the rest of its row is filled in. */
export type NewMessage = Pick<ConversationMessageRow, 'role'> & Partial<ConversationMessageRow>;

/** Adds a message at the end of the conversation and answers it. `shown` is its text where another row keeps that. */
export function addMessage(sitting: Sitting, message: NewMessage, shown: Partial<TalkRow> = {}): TalkRow {
  const { seat, work, talk, unsaved } = sitting;
  const row: ConversationMessageRow = {
    ...{ message_id: null, text: null, choice: null, actions: null, citations: null, author: null, verified: true },
    ...{ turn_no: null, client_turn_id: null, fingerprint: null, answers: null },
    ...message,
    ...{ conversation_id: seat.id, seq: seat.next_seq, id: message.id ?? newId(), account_id: seat.account_id },
    created_at: work.now,
  };
  const said: TalkRow = { ...row, subject: null, sender_id: null, message_status: null, ...shown };
  unsaved.messages.push(row);
  talk.push(said);
  change(sitting, { next_seq: seat.next_seq + 1 });
  return said;
}

/** Writes what the sitting came to. */
export async function save({ work, seat, unsaved }: Sitting): Promise<void> {
  const { tx, now } = work;
  await insertConversationMessages(tx, unsaved.messages.splice(0));
  await insertTurns(tx, unsaved.turns.splice(0));
  await insertEvents(tx, now, unsaved.events.splice(0));
  await updateConversation(tx, seat.id, { ...unsaved.changes, updated_at: now });
}
