import { findAccount } from '../../db/accounts/accounts.js';
import { listLiveMeetings } from '../../db/meetings/meetings.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { leadZone } from '../../domain/leads/lead-zone.js';
import { meetingQuestion } from '../../domain/meetings/meeting-question.js';
import { phoneCountry } from '../../domain/values/phone.js';
import type { ConsentChannel } from '../../schemas/leads/leads.js';
import { queueMessage } from '../messages/queue.js';

/** A word that may mean the lead's meeting or our messages, with its message. */
export interface AmbiguousWord {
  channel: ConsentChannel;
  text: string;
  /** The subject of a mail that answers it. */
  subject: string | null;
  /** Our WhatsApp number that received it. */
  numberId: string | null;
  agentId: string | null;
}

/**
 * Asks a lead with an upcoming meeting whether `cancel` means the meeting, which it cancels on a page, or our messages.
 * Each meeting is asked about once on a channel. Returns false where the word is an opt-out: without a meeting, the
 * second time, and where no question can be sent.
 */
export async function askAboutMeeting(
  work: Work,
  lead: LeadRow,
  { channel, text, subject, numberId, agentId }: AmbiguousWord,
): Promise<boolean> {
  const { tx, now } = work;
  const { account_id: accountId } = lead;
  if (channel === 'sms') return false;
  const [next] = (await listLiveMeetings(tx, now, lead.id))
    .filter(({ starts_at }) => starts_at > now)
    .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
  const url = next && work.meetingUrl?.(accountId, next.id);
  if (!next || !url) return false;
  const account = await findAccount(tx, accountId);
  const zone = leadZone({ timezone: lead.timezone, phone: lead.phone }, account.timezone);
  const country = lead.country ?? (lead.phone === null ? undefined : phoneCountry(lead.phone)) ?? null;
  const queued = await queueMessage(work, {
    accountId,
    leadId: lead.id,
    agentId,
    channel,
    content: {
      template_id: null,
      html: null,
      begin_message: null,
      variables: {},
      literal: 'all',
      subject,
      content: meetingQuestion({ text, country, startsAt: next.starts_at, zone, url }),
    },
    respectWindow: false,
    respectCaps: false,
    ...(numberId ? { numberId } : {}),
    idempotencyKey: `meeting-question/${channel}/${next.id}`,
    origin: { kind: 'system', id: null },
  });
  return queued.outcome === 'queued' && !queued.repeated;
}
