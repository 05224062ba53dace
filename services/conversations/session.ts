import { lockRun } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import { lockConversation, updateConversation } from '../../db/conversations/conversations.js';
import { insertConversationMessages, listLastMessages, type TranscriptRow } from '../../db/conversations/messages.js';
import { insertTurns, listOffers } from '../../db/conversations/turns.js';
import type { ConversationWithAgent } from '../../db/conversations/with-agent.js';
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

/** A locked conversation with everything that a turn reads, and its unsaved changes. */
export interface ConversationSession {
  work: Work;
  /** As it is now: changes are in it before they are written. */
  conversation: ConversationWithAgent;
  definition: AgentDefinition;
  /** The lead with its facts; null while a visitor is none. */
  snapshot: LeadSnapshot | null;
  /** The lead's enrolment with the agent, open or ended. */
  run: AgentRunRow | null;
  offers: OfferedSlotRow[];
  /** The present context, as far as it is looked at, oldest first. */
  transcript: TranscriptRow[];
  /** The changes that `save` writes. */
  unsaved: {
    messages: ConversationMessageRow[];
    turns: AgentTurnRow[];
    events: NewEvent[];
    changes: Partial<ConversationRow>;
  };
}

/** The number of messages of a conversation that are read. */
const LOOKED_AT = 40;

/**
 * Locks a conversation and its related rows in the global lock order: hosts with offered slots, lead, runs,
 * conversation. `said` is the lead's new message in a chat, which its runs receive at the same time. Returns undefined
 * if the agent's version is missing.
 */
export async function openSession(
  work: Work,
  given: ConversationWithAgent,
  text?: string,
): Promise<ConversationSession | undefined> {
  const { tx, now } = work;
  const mayPick = given.offers_until !== null && given.offers_until > now;
  const offers = mayPick ? await listOffers(tx, now, given.id) : [];
  if (offers.length > 0) await lockHosts(tx, given.account_id, [...new Set(offers.map(({ host_id }) => host_id))]);
  const named = { accountId: given.account_id, agentId: given.agent_id, leadId: given.lead_id ?? '' };
  const snapshot = given.lead_id === null ? undefined : await lockLeadSnapshot(tx, named, given, ['meeting']);
  const run = await lockRunOf(work, given, snapshot && text);
  const row = await lockConversation(tx, given.id);
  if (!row) return undefined;
  const conversation = { ...given, ...row };
  // A visitor became a lead while this waited: its row has to be locked first.
  if (row.lead_id !== given.lead_id) return openSession(work, conversation, text);
  const definition = await findDefinition(tx, conversation.agent_id, conversation.agent_version);
  if (!definition) return undefined;
  const settings = agentSettings(definition);
  const variant = variantOf(settings.ai, { agentId: conversation.agent_id, ...conversation });
  const transcript = await listLastMessages(tx, conversation.id, { from: conversation.context_from, limit: LOOKED_AT });
  const session: ConversationSession = {
    work,
    conversation,
    definition: asVariant(settings, variant),
    snapshot: snapshot ?? null,
    run,
    offers,
    transcript,
    unsaved: { messages: [], turns: [], events: [], changes: {} },
  };
  // The version that it follows now has its variant no more.
  if (variant !== conversation.variant) change(session, { variant });
  if (conversation.handler === 'person' && conversation.resume_at !== null && conversation.resume_at <= now) {
    change(session, GIVEN_BACK);
  }
  return session;
}

async function lockRunOf(
  { ...work }: Work,
  conversation: ConversationWithAgent,
  text: string | undefined,
): Promise<AgentRunRow | null> {
  const { tx } = work;
  const own = async () =>
    conversation.agent_run_id === null ? null : ((await lockRun(tx, conversation.agent_run_id)) ?? null);
  if (text === undefined || conversation.lead_id === null) return own();
  const { runs, acted } = await applyLeadEvent(work, {
    accountId: conversation.account_id,
    leadId: conversation.lead_id,
    eventType: 'message.received',
    data: { conversation_id: conversation.id, channel: 'chat' },
    messages: [text],
    origin: VISITOR,
  });
  const met = runs.find(({ id }) => id === conversation.agent_run_id);
  return met && !acted.includes(met) ? met : own();
}

/** The origin of a visitor's actions. */
export const VISITOR: EventOrigin = { kind: 'provider', id: 'chat' };

/** Returns where what the agent of a conversation does comes from. */
export const agentOrigin = ({ agent_id }: Pick<ConversationRow, 'agent_id'>): EventOrigin => ({
  kind: 'agent',
  id: agent_id,
  depth: 1,
});

/** Returns whether the lead can see a message: a reply that was cancelled before it was sent was never visible. */
export const isVisible = ({ message_status }: TranscriptRow): boolean => message_status !== 'cancelled';

/** Changes the conversation in memory; `save` writes it. */
export function change({ conversation, unsaved }: ConversationSession, changes: Partial<ConversationRow>): void {
  Object.assign(conversation, changes);
  Object.assign(unsaved.changes, changes);
}

/** Opens a conversation that was closed, with a context of its own: what was said before is not read again. */
export function reopen(session: ConversationSession, origin: EventOrigin): void {
  const { conversation, run } = session;
  if (conversation.status !== 'closed') return;
  const handler = run?.open_slot === 1 && run.human_takeover ? 'person' : 'agent';
  change(session, {
    status: 'open',
    context_from: conversation.next_seq,
    heard_through: conversation.next_seq - 1,
    handler,
  });
  emit(session, 'conversation.reopened', { reason: 'written' }, origin);
}

/** Adds an event about the conversation; `save` writes it. */
export function emit(
  { conversation, unsaved }: ConversationSession,
  type: NewEvent['type'],
  data: Record<string, unknown>,
  origin: EventOrigin,
): void {
  unsaved.events.push({
    accountId: conversation.account_id,
    type,
    leadId: conversation.lead_id,
    agentRunId: conversation.agent_run_id,
    origin,
    data: { conversation_id: conversation.id, channel: conversation.channel, ...data },
  });
}

/** The fields of a new message. The rest of its row is filled in. */
export type NewMessage = Pick<ConversationMessageRow, 'role'> & Partial<ConversationMessageRow>;

/** Adds a message at the end of the conversation and answers it. `shown` is its text where another row keeps that. */
export function addMessage(
  session: ConversationSession,
  message: NewMessage,
  shown: Partial<TranscriptRow> = {},
): TranscriptRow {
  const { conversation, work, transcript, unsaved } = session;
  const row: ConversationMessageRow = {
    message_id: null,
    text: null,
    choice: null,
    actions: null,
    citations: null,
    author: null,
    verified: true,
    turn_no: null,
    client_turn_id: null,
    fingerprint: null,
    answers: null,
    ...message,
    conversation_id: conversation.id,
    seq: conversation.next_seq,
    id: message.id ?? newId(),
    account_id: conversation.account_id,
    created_at: work.now,
  };
  const line: TranscriptRow = { ...row, subject: null, sender_id: null, message_status: null, ...shown };
  unsaved.messages.push(row);
  transcript.push(line);
  change(session, { next_seq: conversation.next_seq + 1 });
  return line;
}

/** Writes the unsaved changes of a session. */
export async function save({ work, conversation, unsaved }: ConversationSession): Promise<void> {
  const { tx, now } = work;
  await insertConversationMessages(tx, unsaved.messages.splice(0));
  await insertTurns(tx, unsaved.turns.splice(0));
  await insertEvents(tx, now, unsaved.events.splice(0));
  await updateConversation(tx, conversation.id, { ...unsaved.changes, updated_at: now });
}
