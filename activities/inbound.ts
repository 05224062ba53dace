import type { Knex } from 'knex';
import type { OutboxItem } from '../db/outbox.js';
import type { Clock } from '../runtime/clock.js';
import { processInboundEvent, setInboundEventAside } from '../services/inbound.js';
import type { InboundEventInput, InboundEventResult } from '../workflows/inbound-event.protocol.js';
import { createPoisonWatch, kindOf } from './poison.js';

export interface InboundDependencies {
  db: Knex;
  clock: Clock;
  /** Tries the wake-ups right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

/** The activities that work what came in from providers. */
export const createInboundActivities = ({ db, clock, dispatch }: InboundDependencies) => {
  const poison = createPoisonWatch();
  return {
    /**
     * Works one stored event. Repeats are harmless: the row says whether it was done. One that fails by itself again
     * and again is set aside for an operator.
     */
    async processInboundEvent({ inboundEventId }: InboundEventInput): Promise<InboundEventResult> {
      try {
        const { outcome, pending } = await processInboundEvent(db, clock.now(), inboundEventId);
        poison.succeeded(inboundEventId);
        if (pending.length > 0) dispatch(pending);
        return { outcome };
      } catch (error) {
        if (!poison.isPoison(inboundEventId, error)) throw error;
        await setInboundEventAside(db, clock.now(), inboundEventId, kindOf(error));
        return { outcome: 'failed' };
      }
    },
  };
};
