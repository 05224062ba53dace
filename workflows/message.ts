import { continueAsNew } from '@temporalio/workflow';
import { messaging } from './activity-profiles.js';
import type { MessageInput, MessageResult } from './message.protocol.js';
import { workRow } from './row.js';

/**
 * Sends one message that no cadence sends. Started when it is queued; waits until it is due, then lets `advanceMessage`
 * act on its row, and goes on as that says while caps, windows or the provider hold it. Ends when the message left,
 * failed or was cancelled. Id: `message/<message_id>`.
 */
export const messageWorkflow = ({ messageId, plan }: MessageInput): Promise<MessageResult> =>
  workRow(plan, {
    what: 'the message',
    look: (summary) => messaging.advanceMessage.executeWithOptions({ summary }, [{ messageId }]),
    anew: (rest) => continueAsNew<typeof messageWorkflow>({ messageId, ...rest }),
  });
