import { findRun } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import { chatThread, insertConversation, leadThread } from '../../db/conversations/conversations.js';
import {
  type ConversationWithAgent,
  findAgentContext,
  findThreadConversation,
} from '../../db/conversations/with-agent.js';
import { insertEvents, type NewEvent } from '../../db/events/events.js';
import type { AgentRunRow, ConversationRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { languageOf } from '../../domain/agent/language.js';
import { agentSettings } from '../../domain/agent/settings.js';
import { NO_MEMORY } from '../../domain/agent/turn-input.js';
import { variantOf } from '../../domain/agent/variants.js';
import { newId } from '../../runtime/ids.js';
import type { ConversationChannel } from '../../schemas/conversations/messages.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { VISITOR } from './session.js';

/** A chat that a visitor starts or continues. */
export interface ChatOpening {
  accountId: string;
  agentId: string;
  /** The session, which has one chat. */
  sessionId: string;
  locale: string | null;
  /** The page of the chat, for display to operators. Its data comes from a browser and isn't trusted. */
  page: Record<string, unknown> | null;
  /** The widget that it is held with. */
  widgetId?: string;
  /** The input that it is opened for, which is looked for on the way. */
  turnId?: string;
  /** True if there was none a moment ago, so that it is not looked for again. */
  isNew?: boolean;
  /** The lead that the visitor proved to be, with its enrolment. */
  lead?: { id: string; agentRunId: string | null };
}

/** Finds the chat of a session, or opens it. Undefined: the agent is gone or was never published. */
export async function openChat(work: Work, opening: ChatOpening): Promise<ConversationWithAgent | undefined> {
  const { accountId, agentId, sessionId, locale, page, lead, widgetId } = opening;
  const thread = chatThread(sessionId);
  const known = opening.isNew ? undefined : await findThreadConversation(work.tx, accountId, thread, opening.turnId);
  if (known) return known;
  const run = lead?.agentRunId ? await findRun(work.tx, accountId, lead.agentRunId) : undefined;
  const opened = { channel: 'chat' as const, thread, accountId, agentId, widgetId, locale };
  return open(work, {
    ...opened,
    page: page && JSON.stringify(page),
    leadId: lead?.id ?? null,
    verified: lead !== undefined,
    run,
    turnId: opening.turnId,
    origin: VISITOR,
  });
}

/** Finds what a lead and an agent write each other on a channel, or opens it. */
export async function openThread(
  work: Work,
  thread: { accountId: string; leadId: string; agentId: string; channel: ConversationChannel; origin: EventOrigin },
  run: AgentRunRow | undefined,
): Promise<ConversationWithAgent | undefined> {
  const name = leadThread(thread.channel, thread.leadId, thread.agentId);
  const known = await findThreadConversation(work.tx, thread.accountId, name);
  return known ?? open(work, { ...thread, thread: name, locale: null, page: null, verified: true, run });
}

/** The setting of a trial: a separate conversation, possibly with an unpublished version. */
export interface Trial {
  id: string;
  version: number;
  /** The variant that it is held with. */
  variant: string | null;
}

/** Opens the conversation of a trial, in a transaction that is taken back. */
export const openTrial = (
  work: Work,
  opening: Omit<Opening, 'thread' | 'origin'> & { trial: Trial },
): Promise<ConversationWithAgent | undefined> =>
  open(work, { ...opening, thread: `trial/${opening.trial.id}`, origin: VISITOR });

interface Opening {
  trial?: Trial;
  turnId?: string | undefined;
  widgetId?: string | undefined;
  accountId: string;
  agentId: string;
  channel: ConversationChannel;
  thread: string;
  leadId: string | null;
  verified: boolean;
  run: AgentRunRow | undefined;
  locale: string | null;
  page: string | null;
  origin: EventOrigin;
}

async function open(work: Work, opening: Opening): Promise<ConversationWithAgent | undefined> {
  const { tx, now } = work;
  const { accountId, agentId, run, thread } = opening;
  const found = await findAgentContext(tx, accountId, agentId);
  if (!found) return undefined;
  const { version: newest, ...place } = found;
  const published = run?.agent_id === agentId ? run.agent_version : newest;
  const version = opening.trial?.version ?? published;
  const definition = version === 0 ? undefined : await findDefinition(tx, agentId, version);
  if (!definition) return undefined;
  const row: ConversationRow = {
    id: opening.trial?.id ?? newId(),
    account_id: accountId,
    channel: opening.channel,
    thread,
    agent_id: agentId,
    widget_id: opening.widgetId ?? null,
    agent_version: version,
    variant: opening.trial ? opening.trial.variant : variantOf(agentSettings(definition).ai, { agentId, thread }),
    agent_run_id: run?.agent_id === agentId ? run.id : null,
    lead_id: opening.leadId,
    verified: opening.verified,
    handler: run?.open_slot === 1 && run.human_takeover ? 'person' : 'agent',
    status: 'open',
    language: languageOf(opening.locale) ?? definition.ai.languages?.default ?? 'en',
    page: opening.page,
    memory: JSON.stringify(NO_MEMORY),
    next_seq: 1,
    next_turn: 1,
    answered_through: 0,
    heard_through: 0,
    context_from: 1,
    owed: false,
    due_at: null,
    burst_began_at: null,
    follow_up_at: null,
    offers_until: null,
    handoff_reason: null,
    handed_at: null,
    taken_by: null,
    awaited_since: null,
    resume_at: null,
    last_inbound_at: null,
    last_outbound_at: null,
    created_at: now,
    updated_at: now,
  };
  // Another request opened it at the same time.
  if (!(await insertConversation(tx, row))) return findThreadConversation(tx, accountId, thread, opening.turnId);
  await insertEvents(tx, now, startEvents(row, opening.origin));
  return { ...row, ...place, input_seq: null };
}

function startEvents(row: ConversationRow, origin: EventOrigin): NewEvent[] {
  const event = { accountId: row.account_id, leadId: row.lead_id, agentRunId: row.agent_run_id, origin };
  const data = { conversation_id: row.id, channel: row.channel, workflow_id: row.agent_id };
  return [
    { ...event, type: 'conversation.started', data },
    ...(row.channel === 'chat' ? [{ ...event, type: 'widget.session_started' as const, data }] : []),
  ];
}
