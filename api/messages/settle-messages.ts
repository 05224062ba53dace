import type { Db } from '../../db/connection.js';
import { findMessage } from '../../db/messages/messages.js';
import type { MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { cancelMessageContract, resolveMessageContract } from '../../schemas/messages/messages.js';
import { cancelMessage } from '../../services/messages/cancel-message.js';
import { toMessage } from '../../services/messages/message-view.js';
import { queueAgain } from '../../services/messages/queue-again.js';
import { applyReceipt, type LockedMessage, lockMessageAndRun } from '../../services/messages/receipts.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

export const cancelMessageRoute = (_deps: ApiDependencies) =>
  route(cancelMessageContract).handle(async ({ work, account, db, params, origin }) => {
    const locked = await lockedMessage(db, account.id, params.id);
    refuseUnless(locked.message, ['queued', 'held'], 'Only a queued or held message can be cancelled');
    const message = await cancelMessage(work, locked, origin);
    return { status: 200, body: { success: true, message: toMessage(message) } };
  });

export const resolveMessageRoute = (_deps: ApiDependencies) =>
  route(resolveMessageContract).handle(async ({ work, account, db, params, body, now, origin }) => {
    const locked = await lockedMessage(db, account.id, params.id);
    refuseUnless(locked.message, ['unknown'], 'Only a message whose outcome is unknown can be resolved');
    const message =
      body.as === 'resend'
        ? await resend(work, locked)
        : await applyReceipt(work, locked, {
            status: body.as,
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
  message: "A user found that the message wasn't sent.",
};

async function lockedMessage(db: Db, accountId: string, pathText: string): Promise<LockedMessage> {
  const id = pathId(pathText, 'MESSAGE_NOT_FOUND');
  const message = found(await findMessage(db, accountId, id), 'MESSAGE_NOT_FOUND');
  return found(await lockMessageAndRun(db, message), 'MESSAGE_NOT_FOUND');
}

function refuseUnless(message: MessageRow, statuses: readonly string[], rule: string): void {
  if (message.direction === 'outbound' && statuses.includes(message.status)) return;
  throw new ApiError('NOT_MODIFIABLE', {
    message: `${rule}. The status of this one is ${message.status}.`,
    details: { status: message.status },
  });
}

async function resend(work: Work, locked: LockedMessage): Promise<MessageRow> {
  const message = await queueAgain(work, locked);
  if (message) return message;
  throw new ApiError('NOT_MODIFIABLE', {
    message:
      "The cadence has ended or moved past this step and won't send the message again. Resolve it as sent or " +
      'failed.',
    details: { status: locked.message.status },
  });
}
