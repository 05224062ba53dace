import type { AdvanceDependencies } from '../services/advance.js';
import { advanceMessage, recordMessageOutcome } from '../services/advance-message.js';
import type { MessageAdvanceResult } from '../workflows/message.protocol.js';
import { createSending, type SendingDependencies } from './sending.js';

export type MessageDependencies = AdvanceDependencies & SendingDependencies;

/** The activities that send messages which no cadence sends. */
export const createMessageActivities = (deps: MessageDependencies) => {
  const { commit, send, record } = createSending(deps);
  return {
    /**
     * Does what is due for one message and says how long it waits: one transaction decides and claims, the provider is
     * called outside of any, a second transaction records. Safe to repeat at every point.
     */
    async advanceMessage({ messageId }: { messageId: string }): Promise<MessageAdvanceResult> {
      const first = await commit((tx, now) => advanceMessage(tx, now, messageId, deps));
      if (!('send' in first)) return first;
      const { outgoing, claimedAt, message } = first.send;
      const outcome = await send(outgoing, claimedAt, { accountId: message.account_id, agentRunId: message.id });
      return record((tx, now) => recordMessageOutcome(tx, now, first.send, outcome));
    },
  };
};
