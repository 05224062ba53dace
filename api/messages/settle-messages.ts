import type { Db } from '../../db/connection.js';
import { findMessage, updateMessage } from '../../db/messages.js';
import { findOutgoing, updateOutgoing } from '../../db/outgoing-messages.js';
import type { MessageRow } from '../../db/tables.js';
import { cancelMessage, resolveMessage } from '../../schemas/messages.js';
import { cadenceOf } from '../../services/cadence-state.js';
import { cancelMessage as cancel } from '../../services/cancel-message.js';
import { isOf } from '../../services/message-claims.js';
import { type LockedMessage, lockMessageAndRun, takeNews } from '../../services/message-news.js';
import { rouseMessage } from '../../services/outgoing-messages.js';
import { wakeRun } from '../../services/wake.js';
import { wakeBookingOf } from '../../services/wake-booking.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { found, pathId } from '../path-id.js';
import { route } from '../route.js';
import { toMessage } from './to-message.js';

export const cancelMessageRoute = (_deps: ApiDependencies) =>
  route(cancelMessage).handle(async ({ account, db, params, now, origin }) => {
    const locked = await lockedMessage(db, account.id, params.id);
    refuseUnless(locked.message, ['queued', 'held'], 'Only a queued or held message can be cancelled');
    const message = await cancel(db, now, locked, origin);
    return { status: 200, body: { success: true, message: toMessage(message) } };
  });

export const resolveMessageRoute = (_deps: ApiDependencies) =>
  route(resolveMessage).handle(async ({ account, db, params, body, now, origin }) => {
    const locked = await lockedMessage(db, account.id, params.id);
    refuseUnless(locked.message, ['unknown'], 'Only a message whose outcome is unknown can be resolved');
    const message =
      body.as === 'resend'
        ? await resend(db, now, locked)
        : await takeNews(db, now, locked, {
            news: body.as,
            at: now,
            settledBy: 'operator',
            origin,
            ...(body.as === 'failed' ? { failure: NOT_SENT } : {}),
          });
    return { status: 200, body: { success: true, message: toMessage(message) } };
  });

const NOT_SENT = {
  code: 'resolved_failed',
  provider_code: null,
  retryable: false,
  message: 'A person found that the message had not left.',
};

async function lockedMessage(db: Db, accountId: string, pathText: string): Promise<LockedMessage> {
  const id = pathId(pathText, 'MESSAGE_NOT_FOUND');
  const message = found(await findMessage(db, accountId, id), 'MESSAGE_NOT_FOUND');
  return found(await lockMessageAndRun(db, message), 'MESSAGE_NOT_FOUND');
}

function refuseUnless(message: MessageRow, statuses: readonly string[], rule: string): void {
  if (message.direction === 'outbound' && statuses.includes(message.status)) return;
  throw new ApiError('NOT_MODIFIABLE', {
    message: `${rule}; this one is ${message.status}.`,
    details: { status: message.status },
  });
}

/**
 * Back into the queue under a new claim number, so that the earlier claim can't report on it any more. Only the step
 * that a cadence stands at sends its message.
 */
async function resend(db: Db, now: Date, { message, run }: LockedMessage): Promise<MessageRow> {
  const ownWay = await findOutgoing(db, message.id);
  if (run && !ownWay && !(run.open_slot === 1 && isOf(message, cadenceOf(run)))) {
    throw new ApiError('NOT_MODIFIABLE', {
      message: 'Its cadence has ended or gone on, so nothing sends it again; resolve it as sent or failed.',
      details: { status: message.status },
    });
  }
  const changes: Partial<MessageRow> = {
    status: 'queued',
    claim_no: message.claim_no + 1,
    claimed_at: null,
    settled_by: null,
    updated_at: now,
  };
  await updateMessage(db, message.id, changes);
  if (run && !ownWay) {
    await wakeRun(db, now, run, 'message queued again');
  } else if (!(await wakeBookingOf(db, now, message.id, 'message queued again'))) {
    await updateOutgoing(db, message.id, { due_at: now });
    await rouseMessage(db, now, message, 'message queued again');
  }
  return { ...message, ...changes };
}
