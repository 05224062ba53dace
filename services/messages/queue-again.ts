import { findOutgoing, updateOutgoing } from '../../db/messages/outgoing-messages.js';
import { isOfStep } from '../../db/messages/step-messages.js';
import { requeue } from '../../db/messages/transitions.js';
import type { MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { cadenceOf } from '../agent-runs/run-plan.js';
import { wakeRun } from '../instructions/agent-runs.js';
import { wakeBookingOf } from '../instructions/meetings.js';
import { wakeMessage } from '../instructions/messages.js';
import type { LockedMessage } from './receipts.js';

/**
 * Queues a message with an unknown outcome again, under a new claim number, so that the earlier claim can't report on it
 * any more. Returns undefined if its cadence has ended or moved past its step, and so won't send it again.
 */
export async function queueAgain(work: Work, { message, run }: LockedMessage): Promise<MessageRow | undefined> {
  const { tx, now } = work;
  const independent = await findOutgoing(tx, message.id);
  if (run && !independent && !(run.open_slot === 1 && isOfStep(message, cadenceOf(run)))) return undefined;
  const changes = { claimed_at: null, settled_by: null };
  await requeue(tx, now, message.id, changes);
  if (run && !independent) {
    await wakeRun(work, run, 'message queued again');
  } else if (!(await wakeBookingOf(work, message.id, 'message queued again'))) {
    await updateOutgoing(tx, message.id, { due_at: now });
    await wakeMessage(work, message, 'message queued again');
  }
  return { ...message, ...changes, status: 'queued', claim_no: message.claim_no + 1, updated_at: now };
}
