import type { Knex } from 'knex';
import { lockRun } from '../../db/agent-runs/agent-runs.js';
import { moveInboxState } from '../../db/conversations/inbox.js';
import { countInputs } from '../../db/conversations/messages.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { lockLeadSnapshot } from '../../db/leads/snapshots.js';
import type { AgentRunRow, ConversationRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { KnownValue } from '../../domain/agent/turn-input.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { pauseRun } from '../agent-runs/pause-resume.js';
import { type LeadProblem, TYPED, type Typed } from '../leads/read-lead.js';
import { saveLeads } from '../leads/save-leads.js';
import { agentOrigin, type ConversationSession, change, emit } from './session.js';
import { UNNAMED } from './turn-input.js';

const textOf = (known: KnownValue | undefined): string | undefined =>
  typeof known?.value === 'string' ? known.value : undefined;

/** The known data of a visitor, by the lead's columns. */
export interface VisitorFields {
  first_name?: string | undefined;
  last_name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  company?: string | undefined;
}

/** Returns the columns among what a visitor has said. */
export const visitorFields = (values: Readonly<Record<string, KnownValue>>): VisitorFields => ({
  first_name: textOf(values.first_name) ?? textOf(values.name) ?? textOf(values.full_name),
  last_name: textOf(values.last_name),
  email: textOf(values.email),
  phone: textOf(values.phone),
  company: textOf(values.company),
});

/**
 * Creates a lead for a visitor. It is always a new one, because typed data proves nothing, so it isn't matched with
 * existing leads. The lead is enrolled with the agent, whose cadence rests during the conversation. Returns the reason
 * if it wasn't created.
 */
export async function makeLead(
  session: ConversationSession,
  fields: VisitorFields,
  typed: Typed = TYPED,
): Promise<true | LeadProblem[]> {
  const { work, conversation } = session;
  const account = {
    id: conversation.account_id,
    timezone: conversation.account_timezone,
    country: conversation.account_country,
  };
  const origin = agentOrigin(conversation);
  const [saved] = await saveLeads(work, { account, origin, requestId: null, source: 'form', typed }, [
    {
      ...fields,
      first_name: fields.first_name ?? UNNAMED,
      source: 'widget',
      on_duplicate: 'create',
      workflow_id: conversation.agent_id,
      skip_first_message: true,
    },
  ]);
  if (saved === undefined || saved.kind === 'failed') return saved?.problems ?? [];
  const run = saved.run?.run ?? null;
  change(session, { lead_id: saved.lead.id, agent_run_id: run?.id ?? null });
  const unsaved = session.unsaved.messages.filter(({ role }) => role === 'user').length;
  await countEarlierMessages(work.tx, conversation, saved.lead.id, unsaved);
  await moveInboxState(work.tx, conversation.id, saved.lead.id);
  if (run) session.run = (await pauseCadenceWhileChatting(work, run, session.definition, origin)) ?? null;
  const named = { accountId: conversation.account_id, agentId: conversation.agent_id, leadId: saved.lead.id };
  session.snapshot = (await lockLeadSnapshot(work.tx, named, conversation, ['meeting'])) ?? null;
  emit(session, 'widget.lead_captured', { workflow_id: conversation.agent_id }, origin);
  return true;
}

/**
 * Lets what a visitor has said so far count for the lead that the visitor turns out to be; `unsaved` of it is about to
 * be written.
 */
export async function countEarlierMessages(
  tx: Knex,
  { id, account_id: accountId, channel, last_inbound_at: lastInboundAt }: ConversationRow,
  leadId: string,
  unsaved = 0,
): Promise<void> {
  if (lastInboundAt === null) return;
  const by = unsaved + (await countInputs(tx, id));
  const contactCounts = { counts: ['inbound_count'] as const, by, lastInboundAt, lastChannel: channel };
  await bumpEngagement(tx, { id: leadId, accountId }, contactCounts);
}

/** Lets a new enrolment's cadence rest, since its lead and its agent write each other; answers the run as it then is. */
export async function pauseCadenceWhileChatting(
  work: Work,
  run: AgentRunRow,
  { ai }: Pick<AgentDefinition, 'ai'>,
  origin: EventOrigin,
): Promise<AgentRunRow | undefined> {
  await pauseRun(work, run, {
    reason: 'The agent replies to the lead.',
    by: 'rule',
    humanTakeover: false,
    origin,
    autoResumeAt: new Date(work.now.getTime() + ai.resume_cadence_after_minutes * 60_000),
  });
  return lockRun(work.tx, run.id);
}
