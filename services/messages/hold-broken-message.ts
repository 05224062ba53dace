import { leaveQueues } from '../../db/channels/line-places.js';
import { lockLead } from '../../db/leads/leads.js';
import { lockMessage } from '../../db/messages/messages.js';
import { findOutgoing } from '../../db/messages/outgoing-messages.js';
import { hold as keepBack, loseClaim, requeue } from '../../db/messages/transitions.js';
import type { Work } from '../../db/work.js';
import { claimedUntil } from '../../domain/messages/claims.js';
import { honoursKeys } from '../../domain/messages/states.js';
import type { TimerPlan } from '../../workflows/timer.protocol.js';
import { heldPlan, holdAsError, type RepeatedFailure } from '../agent-runs/held-work.js';

/**
 * Holds a message outside a cadence that can't be processed. Returns undefined if there is nothing to hold: it may
 * still be sent, its outcome is unknown, or it is finished.
 */
export async function holdBrokenMessage(
  work: Work,
  messageId: string,
  broken: RepeatedFailure,
): Promise<TimerPlan | undefined> {
  const { tx, now } = work;
  const known = await findOutgoing(tx, messageId);
  if (known) await lockLead(tx, known.account_id, known.lead_id);
  const message = known && (await lockMessage(tx, messageId));
  if (!message || claimedUntil([message], now)) return undefined;
  if (message.status === 'sending') {
    if (!honoursKeys(message.provider)) {
      await loseClaim(tx, now, messageId);
      return undefined;
    }
    await requeue(tx, now, messageId);
  }
  if (!(await keepBack(tx, now, messageId, { reason: 'error', until: null }))) return undefined;
  if (message.hold_reason !== null) await leaveQueues(tx, [messageId]);
  const { id, account_id, agent_id, step_key } = message;
  const subject = { kind: 'message', id, account_id, agent_id, step_key } as const;
  return heldPlan(await holdAsError(work, subject, broken, message.hold_reason === 'error'));
}
