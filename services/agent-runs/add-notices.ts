import { findLeadOwner, insertNotice, listNotified } from '../../db/messages/notices.js';
import type { Work } from '../../db/work.js';
import { noticeChannels } from '../../domain/accounts/notices.js';
import { newId } from '../../runtime/ids.js';
import type { NotificationEvent } from '../../schemas/accounts/notification-settings.js';

const MINUTE_MS = 60_000;

/** An event that users may want to be notified of by email, Slack or Teams. */
export interface NewNotice {
  accountId: string;
  kind: NotificationEvent;
  /** Names the event. A user is notified once of each. */
  eventKey: string;
  leadId: string | null;
  /** The message, task or connection. */
  subjectId: string | null;
  /** The users it goes to. Without them it goes to the lead's owner, and to managers who chose all leads. */
  userIds?: readonly string[];
}

/**
 * Adds an event to what users are notified of, in the transaction that makes the event. Each user has chosen which
 * events, and on which channels. It only inserts rows, so events of the same users don't wait for each other.
 */
export async function addNotices(work: Work, event: NewNotice): Promise<void> {
  const { tx, now } = work;
  const { accountId, kind, eventKey, leadId, subjectId, userIds } = event;
  const users = await listNotified(tx, accountId);
  if (users.length === 0) return;
  const ownerId = userIds || leadId === null ? null : await findLeadOwner(tx, accountId, leadId);
  for (const user of users) {
    for (const channel of noticeChannels(user, { kind, ownerId, ...(userIds && { userIds }) })) {
      await insertNotice(tx, {
        id: newId(),
        account_id: accountId,
        user_id: user.user_id,
        channel,
        kind,
        event_key: eventKey,
        lead_id: leadId,
        subject_id: subjectId,
        due_at: new Date(now.getTime() + user.wait_minutes * MINUTE_MS),
        user_mail_id: null,
        created_at: now,
      });
    }
  }
}

/** Adds a message of a lead to what users are notified of. */
export const notifyOfReply = (
  work: Work,
  { accountId, leadId, messageId }: { accountId: string; leadId: string | null; messageId: string },
): Promise<void> =>
  addNotices(work, { accountId, kind: 'reply', eventKey: `reply/${messageId}`, leadId, subjectId: messageId });
