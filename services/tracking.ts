import type { Knex } from 'knex';
import { lockLead } from '../db/consent.js';
import { bumpEngagement } from '../db/engagement.js';
import { insertEvents } from '../db/events.js';
import { countClick } from '../db/message-clicks.js';
import { findMessage } from '../db/messages.js';
import type { MessageRow } from '../db/tables.js';
import { applyLeadEvent } from './exit-rules.js';
import { type LockedMessage, lockMessageAndRun, takeNews } from './message-news.js';
import type { Tracked } from './tracking-links.js';

/** Scanners fetch everything in a mail the moment it arrives; nobody reads that fast. */
const SCANNER_MS = 2_000;

/**
 * Notes that a mail was opened or a link in it clicked. An opening is told once, a click once for each link; both
 * prove that the mail arrived and wake the lead's enrolments, whose waits and goals may be about them. Answers whether
 * it counted: fetches before or right after the sending are a machine's.
 */
export async function recordTracked(tx: Knex, now: Date, tracked: Tracked): Promise<boolean> {
  const found = await findMessage(tx, tracked.accountId, tracked.messageId);
  // Its row is locked first: nothing is noted about a lead that was erased, or is at this moment.
  const lead = found && (await lockLead(tx, tracked.accountId, found.lead_id));
  const locked = lead && (await lockMessageAndRun(tx, found));
  if (!locked) return false;
  const since = locked.message.sent_at ?? locked.message.claimed_at;
  if (since === null || now.getTime() - since.getTime() < SCANNER_MS) return false;
  return tracked.kind === 'open' ? recordOpen(tx, now, locked) : recordClick(tx, now, locked, tracked.url);
}

async function recordOpen(tx: Knex, now: Date, locked: LockedMessage): Promise<boolean> {
  if (locked.message.read_at !== null) return false;
  const origin = { kind: 'provider' as const, id: 'tracking' };
  await takeNews(tx, now, locked, { news: 'read', at: now, settledBy: 'receipt', origin });
  await tell(tx, now, locked.message, 'email.opened', {});
  return true;
}

async function recordClick(tx: Knex, now: Date, locked: LockedMessage, url: string): Promise<boolean> {
  const { message } = locked;
  const origin = { kind: 'provider' as const, id: 'tracking' };
  const first = await countClick(tx, now, message, url);
  if (!first) return false;
  await takeNews(tx, now, locked, { news: 'delivered', at: now, settledBy: 'receipt', origin });
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
  await tell(tx, now, message, 'message.clicked', data);
  return true;
}

const tell = async (
  tx: Knex,
  now: Date,
  message: MessageRow,
  eventType: 'email.opened' | 'message.clicked',
  data: Record<string, unknown>,
): Promise<void> => {
  await applyLeadEvent(tx, now, {
    accountId: message.account_id,
    leadId: message.lead_id,
    eventType,
    data,
    origin: { kind: 'provider', id: 'tracking' },
  });
};
