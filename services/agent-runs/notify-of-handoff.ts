import type { Knex } from 'knex';
import { listUsersOfRoles, listUsersToNotify } from '../../db/accounts/owners.js';
import { addNotificationLine } from '../../db/jobs/notifications.js';
import { findLead } from '../../db/leads/leads.js';
import type { Work } from '../../db/work.js';
import { ASKED_FOR_PERSON } from '../../domain/messages/handoff.js';
import { effectKey } from '../../domain/rules/effect-key.js';
import { cut } from '../../domain/values/text.js';
import { newId } from '../../runtime/ids.js';
import type { AgentHandoff } from '../../schemas/agents/talking.js';
import { addNotices } from './add-notices.js';

const WORDS_SHOWN = 200;
/** The roles that can reply to a lead. */
const ANSWERING = ['owner', 'admin', 'operator'];

/** A handoff of a lead, or of a visitor without a lead. */
export interface Asking {
  accountId: string;
  agentId: string;
  leadId: string | null;
  /** The conversation, if there is no lead. */
  conversationId?: string;
  /** The users that the agent notifies instead of the lead's owner. */
  notify: AgentHandoff['notify'] | undefined;
  /** The message, call or turn that caused the handoff. It is notified once for all its runs. */
  occasion: string;
  said: readonly string[];
  /** The last message of the lead or visitor, if it has a row. */
  messageId?: string | undefined;
}

/**
 * Notifies the users that the agent names that a person is needed, else the lead's owner, else all users who can
 * answer. Someone has to be notified even if the named users have left.
 */
export async function notifyOfHandoff(work: Work, asking: Asking): Promise<void> {
  const { tx, now } = work;
  const { accountId, agentId, leadId, conversationId, occasion, said } = asking;
  const lead = leadId === null ? undefined : await findLead(tx, accountId, leadId);
  const recipients = await recipientsOf(tx, asking, lead?.owner_id ?? null);
  const userIds = recipients.map(({ id }) => id);
  const eventKey = `handoff/${occasion}`;
  await addNotices(work, {
    accountId,
    kind: 'handoff',
    eventKey,
    leadId,
    subjectId: asking.messageId ?? null,
    userIds,
  });
  const name = lead ? [lead.first_name, lead.last_name].filter(Boolean).join(' ') : 'A visitor';
  for (const { id: user_id } of recipients) {
    await addNotificationLine(
      tx,
      {
        id: newId(),
        account_id: accountId,
        user_id,
        channel: 'in_app',
        title: ASKED_FOR_PERSON,
        source_kind: 'cadence',
        source_id: agentId,
        effect_key: effectKey(eventKey),
        status: 'delivered',
        failure: null,
        read_at: null,
        created_at: now,
      },
      { targetId: leadId ?? conversationId ?? newId(), leadId, text: cut(`${name}: ${said.join(' ')}`, WORDS_SHOWN) },
    );
  }
}

async function recipientsOf(
  tx: Knex,
  { accountId, notify }: Asking,
  ownerId: string | null,
): Promise<readonly { id: string }[]> {
  const { user_id: userId = null, role = null } = notify ?? {};
  const named = userId || role ? await listUsersToNotify(tx, accountId, { userId, role }) : [];
  if (named.length > 0) return named;
  const users = await listUsersOfRoles(tx, accountId, ANSWERING);
  const owners = users.filter(({ id }) => id === ownerId);
  return owners.length > 0 ? owners : users;
}
