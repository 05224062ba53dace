import { noteInboxNews } from '../../db/conversations/inbox-news.js';
import { findTranscriptRow } from '../../db/conversations/messages.js';
import { findMessage } from '../../db/messages/messages.js';
import type { Work } from '../../db/work.js';
import {
  cancelConversationMessageContract,
  writeInConversationContract,
} from '../../schemas/conversations/conversations.js';
import type { ConversationMessage } from '../../schemas/conversations/messages.js';
import { writeAsPerson } from '../../services/conversations/operate.js';
import { cancelPlanned } from '../../services/conversations/planned.js';
import { readMessage } from '../../services/conversations/read-messages.js';
import { toPlannedMessage } from '../../services/conversations/to-message.js';
import { cancelMessage } from '../../services/messages/cancel-message.js';
import { lockMessageAndRun } from '../../services/messages/receipts.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { instantField } from '../http/request/fields.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { type Input, lockedConversation, operatorOf } from './operate.js';

export const writeInConversationRoute = (_deps: ApiDependencies) =>
  route(writeInConversationContract).handle(async (input) => {
    const { work, body, db, account } = input;
    const sendAt = body.send_at === undefined ? null : instantField(body.send_at, '/send_at');
    const conversation = await lockedConversation(input);
    const written = await writeAsPerson(work, conversation, {
      ...operatorOf(input),
      text: body.text,
      sendAt,
      after: body.after_message_id?.toLowerCase() ?? null,
    });
    if (written.outcome === 'moved_on') {
      throw new ApiError('CONVERSATION_MOVED_ON', { body: { message_ids: written.newer } });
    }
    if (written.outcome === 'refused') throw new ApiError(written.code, { message: written.message });
    const message = found(await readMessage(db, conversation, written.id), 'CONVERSATION_NOT_FOUND');
    // A scheduled message isn't an event yet, but colleagues see it.
    if (sendAt !== null) await noteInboxNews(db, account.id, 'changes');
    return { status: 201, body: { success: true, message } };
  });

export const cancelConversationMessageRoute = (_deps: ApiDependencies) =>
  route(cancelConversationMessageContract).handle(async (input) => {
    const { db, account, params } = input;
    const id = pathId(params.message_id, 'MESSAGE_NOT_FOUND');
    const message = await cancelled(input, id);
    await noteInboxNews(db, account.id, 'changes');
    return { status: 200, body: { success: true, message } };
  });

const CANCELLED = { message_status: 'cancelled', send_at: null } as const;

/** Cancels a message where it waits: in the chat, or as the message that carries it. */
async function cancelled(input: Input & { work: Work }, id: string): Promise<ConversationMessage> {
  const { work, db, account, origin } = input;
  const conversation = await lockedConversation(input);
  const planned = conversation.channel === 'chat' ? await cancelPlanned(work, conversation, id) : undefined;
  if (planned) return { ...toPlannedMessage(planned, conversation.next_seq), ...CANCELLED };
  const entry = found(await findTranscriptRow(db, conversation.id, id), 'MESSAGE_NOT_FOUND');
  const carrier = entry.message_id === null ? undefined : await findMessage(db, account.id, entry.message_id);
  const locked = entry.role === 'agent' && carrier ? await lockMessageAndRun(db, carrier) : undefined;
  if (locked?.message.status !== 'queued' && locked?.message.status !== 'held') throw left(locked?.message.status);
  await cancelMessage(work, locked, origin);
  return found(await readMessage(db, conversation, id), 'MESSAGE_NOT_FOUND');
}

const left = (status = 'sent') =>
  new ApiError('NOT_MODIFIABLE', {
    message: `Only messages that a user wrote and that aren't sent yet can be cancelled. The status of this one is ${status}.`,
    details: { status },
  });
