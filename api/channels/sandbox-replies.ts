import { findSandboxDelivery } from '../../db/channels/sandbox-deliveries.js';
import { findMessage } from '../../db/messages/messages.js';
import { replyInSandboxContract } from '../../schemas/channels/sandbox-replies.js';
import type { BodyOf } from '../../schemas/contract.js';
import { actInSandbox, type SandboxAct } from '../../services/inbound/sandbox-replies.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found } from '../http/request/path-id.js';
import { route } from '../http/route.js';

export const replyInSandboxRoute = (_deps: ApiDependencies) =>
  route(replyInSandboxContract).handle(async ({ work, account, db, body }) => {
    const act = actOf(body);
    const message = found(await findMessage(db, account.id, body.message_id.toLowerCase()), 'MESSAGE_NOT_FOUND');
    const delivery = await findSandboxDelivery(db, account.id, message.id);
    if (!delivery || message.channel === 'call') {
      throw new ApiError('NOT_MODIFIABLE', {
        message: "The sandbox hasn't delivered an email or WhatsApp message with this ID.",
      });
    }
    if (act.kind === 'bounce' && message.channel !== 'email') {
      throw new ApiError('VALIDATION_ERROR', { message: 'Only emails can bounce.', field: '/kind' });
    }
    const addresses = { from: delivery.from_address, to: delivery.to_address };
    return { status: 202, body: { success: true, event_id: await actInSandbox(work, message, addresses, act) } };
  });

function actOf({ kind, text }: BodyOf<typeof replyInSandboxContract>): SandboxAct {
  if (kind !== 'reply') return { kind };
  if (text !== undefined) return { kind, text };
  throw new ApiError('VALIDATION_ERROR', { message: 'Specify the text of the reply.', field: '/text' });
}
