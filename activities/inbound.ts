import type { WorkDependencies } from '../db/work.js';
import { faultOf } from '../runtime/fault.js';
import { parkEvent, processInboundEvent } from '../services/inbound/process-event.js';
import type { InboundEventInput, InboundEventResult } from '../workflows/inbound-event.protocol.js';
import { withAttempts } from './count-attempts.js';
import { createPoisonWatch } from './poison.js';

/** Creates the activities that work what came in from providers. */
export const createInboundActivities = (deps: WorkDependencies) => {
  const poison = createPoisonWatch();
  return {
    /**
     * Processes one stored event. Repetitions are safe, because the row records the outcome. An event that fails
     * repeatedly while others succeed is set aside for an operator.
     */
    async processInboundEvent({ inboundEventId }: InboundEventInput): Promise<InboundEventResult> {
      try {
        const outcome = await withAttempts(
          deps,
          { kind: 'inbound_event', id: inboundEventId },
          {
            work: () => processInboundEvent(deps, inboundEventId),
            async lost() {
              await parkEvent(deps, inboundEventId, 'PROCESS_LOST');
              return 'failed';
            },
          },
        );
        poison.succeeded(inboundEventId);
        return { outcome };
      } catch (error) {
        if (!poison.isPoison(inboundEventId, error)) throw error;
        await parkEvent(deps, inboundEventId, faultOf(error));
        return { outcome: 'failed' };
      }
    },
  };
};
