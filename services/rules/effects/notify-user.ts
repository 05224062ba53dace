import { listUsersToNotify } from '../../../db/accounts/owners.js';
import { addNotificationLine } from '../../../db/jobs/notifications.js';
import { effectKey } from '../../../domain/rules/effect-key.js';
import { newId } from '../../../runtime/ids.js';
import { startDigest } from '../../instructions/messages.js';
import { type ApplyEffect, DONE } from '../effect.js';

/** Adds a line to each user's digest of this cycle and step: one for each lead, however often a piece is repeated. */
export const applyNotifyUser: ApplyEffect<'notify_user'> = async (work, target, { params }, source) => {
  const { tx, now } = work;
  const { account, leadId, agentId } = target;
  const users = await listUsersToNotify(tx, account.id, { userId: params.user_id, role: params.role });
  if (users.length === 0) return { skipped: "The account doesn't have this user." };
  // Cadences and functions write a line whenever they ask; only the pieces of a cycle are repeated.
  const repeated = source.kind === 'job' ? (leadId ?? agentId) : null;
  for (const { id } of users) {
    const digest = { id: newId(), account_id: account.id };
    const made = await addNotificationLine(
      tx,
      {
        ...digest,
        user_id: id,
        channel: params.channel,
        title: source.title.slice(0, 300),
        source_kind: source.kind,
        source_id: source.id,
        effect_key: effectKey(`${source.groupKey}/${params.channel}`),
        status: params.channel === 'email' ? 'queued' : 'delivered',
        failure: null,
        read_at: null,
        created_at: now,
      },
      { targetId: repeated ?? newId(), leadId, text: params.text },
    );
    if (made && params.channel === 'email') await startDigest(work, digest);
  }
  return DONE;
};
