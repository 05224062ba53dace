import { continueAsNew } from '@temporalio/workflow';
import { messaging } from './activity-profiles.js';
import type { MessageInput, MessageResult } from './message.protocol.js';
import { workRow } from './row.js';

/**
 * Sends one message outside a cadence. It starts when the message is queued, waits until it is due, calls
 * `advanceMessage`, and repeats that as planned while caps, windows or the provider hold the message. It ends when the
 * message was sent, failed or was cancelled. Id: `message/<message_id>`.
 */
export const messageWorkflow = ({ messageId, plan }: MessageInput): Promise<MessageResult> =>
  workRow(plan, {
    what: 'the message',
    look: (summary) => messaging.advanceMessage.executeWithOptions({ summary }, [{ messageId }]),
    continueAsNew: (rest) => continueAsNew<typeof messageWorkflow>({ messageId, ...rest }),
  });
