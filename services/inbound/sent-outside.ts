import { claimRuledTakeovers, lockOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import { settlePromises } from '../../db/conversations/conversations.js';
import { listOpenConversations } from '../../db/conversations/with-agent.js';
import { insertEvents } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { insertClaimed, type NewRow, recordOutcome } from '../../db/messages/transitions.js';
import type { LeadRow } from '../../db/tables.js';
import { pauseRun } from '../agent-runs/pause-resume.js';
import { noteWrittenElsewhere } from '../conversations/operate.js';
import type { InboundContext } from './context.js';

const MINUTE_MS = 60_000;

/** Who wrote to a lead outside of this service, and when. */
export interface WrittenOutside {
  /** The author in runs and conversations. */
  by: string;
  reason: string;
  /** Runs that began later aren't affected. All if not given. */
  at?: Date;
}

/** Gives the lead's open runs to the person, as a message of theirs from here would have done. */
export async function handOver(
  context: InboundContext,
  lead: LeadRow,
  { by, reason, at }: WrittenOutside,
): Promise<void> {
  const { tx, now, origin } = context;
  await claimRuledTakeovers(tx, lead.id, by);
  for (const run of await lockOpenRuns(tx, lead.account_id, lead.id)) {
    if (run.human_takeover || (at && run.enrolled_at > at)) continue;
    const definition = await findDefinition(tx, run.agent_id, run.agent_version);
    const minutes = definition?.handoff.auto_resume_after_minutes ?? null;
    const autoResumeAt = minutes === null ? null : new Date(now.getTime() + minutes * MINUTE_MS);
    await pauseRun(context, run, { reason, by, humanTakeover: true, autoResumeAt, origin });
  }
}

/** Keeps a message that a person sent outside of this service, and shows it in the lead's conversations. */
export async function keepSentOutside(
  context: InboundContext,
  row: Omit<NewRow, 'direction' | 'created_at'>,
  { by, providerMessageId, sentAt }: { by: string; providerMessageId: Buffer; sentAt: Date },
): Promise<void> {
  const { tx, now, origin, row: event } = context;
  const { id, account_id: accountId, lead_id: leadId, channel } = row;
  await insertClaimed(tx, now, { ...row, direction: 'outbound', created_at: event.received_at });
  const outcome = { sent_at: sentAt, provider_message_id: providerMessageId };
  await recordOutcome(tx, now, { id, claimNo: 1 }, 'sent', outcome);
  const counted = { counts: ['outbound_count'] as const, lastOutboundAt: sentAt, lastChannel: channel };
  await bumpEngagement(tx, { id: leadId, accountId }, counted);
  const data = { message_id: id, channel, sent_outside: true };
  await insertEvents(tx, now, [{ accountId, leadId, type: 'message.sent', data, origin }]);
  for (const conversation of await listOpenConversations(tx, leadId, channel)) {
    await noteWrittenElsewhere(context, conversation, { messageId: id, text: row.content ?? '', by, origin });
  }
  await settlePromises(tx, leadId, now);
}
