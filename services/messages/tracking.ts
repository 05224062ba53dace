import { insertEvents } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { countClick } from '../../db/messages/message-clicks.js';
import { findMessage } from '../../db/messages/messages.js';
import type { MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { applyLeadEvent } from '../agent-runs/exit-rules.js';
import type { Tracked } from './mail-links.js';
import { applyReceipt, type LockedMessage, lockMessageAndRun } from './receipts.js';

/** Scanners fetch everything in an email when it arrives, faster than any reader. */
const SCANNER_MS = 2_000;

/**
 * Records that an email was opened or a link in it clicked. An open is reported once, a click once for each link. Both
 * prove the delivery of the email and wake the lead's runs, because their waits and goals may depend on them. Returns
 * whether it counted. Requests before or right after the send come from machines.
 */
export async function recordTracked(work: Work, tracked: Tracked): Promise<boolean> {
  const { tx, now } = work;
  const found = await findMessage(tx, tracked.accountId, tracked.messageId);
  // Its row is locked first: nothing is noted about a lead that was erased, or is at this moment.
  const lead = found && (await lockUnerasedLead(tx, tracked.accountId, found.lead_id));
  const locked = lead && (await lockMessageAndRun(tx, found));
  if (!locked) return false;
  const since = locked.message.sent_at ?? locked.message.claimed_at;
  if (since === null || now.getTime() - since.getTime() < SCANNER_MS) return false;
  return tracked.kind === 'open' ? recordOpen(work, locked) : recordClick(work, locked, tracked.url);
}

async function recordOpen(work: Work, locked: LockedMessage): Promise<boolean> {
  const { now } = work;
  if (locked.message.read_at !== null) return false;
  const origin = { kind: 'provider' as const, id: 'tracking' };
  await applyReceipt(work, locked, { status: 'read', at: now, settledBy: 'receipt', origin });
  await applyTracked(work, locked.message, 'email.opened', {});
  return true;
}

async function recordClick(work: Work, locked: LockedMessage, url: string): Promise<boolean> {
  const { tx, now } = work;
  const { message } = locked;
  const origin = { kind: 'provider' as const, id: 'tracking' };
  const first = await countClick(tx, now, message, url);
  if (!first) return false;
  await applyReceipt(work, locked, { status: 'delivered', at: now, settledBy: 'receipt', origin });
  await bumpEngagement(tx, { id: message.lead_id, accountId: message.account_id }, { counts: ['clicked_count'] });
  const data = {
    message_id: message.id,
    channel: message.channel,
    workflow_id: message.agent_id,
    step_key: message.step_key,
    url,
  };
  await insertEvents(tx, now, [
    {
      accountId: message.account_id,
      leadId: message.lead_id,
      agentRunId: message.agent_run_id,
      type: 'message.clicked',
      data,
      origin,
    },
  ]);
  await applyTracked(work, message, 'message.clicked', data);
  return true;
}

const applyTracked = async (
  work: Work,
  message: MessageRow,
  eventType: 'email.opened' | 'message.clicked',
  data: Record<string, unknown>,
): Promise<void> => {
  await applyLeadEvent(work, {
    accountId: message.account_id,
    leadId: message.lead_id,
    eventType,
    data,
    origin: { kind: 'provider', id: 'tracking' },
  });
};
