import type { Knex } from 'knex';
import type { OutboxItem } from '../db/outbox.js';
import type { Clock } from '../runtime/clock.js';
import { processInboundEvent } from '../services/inbound.js';
import type { InboundEventInput, InboundEventResult } from '../workflows/inbound-event.protocol.js';

export interface InboundDependencies {
  db: Knex;
  clock: Clock;
  /** Tries the wake-ups right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

/** The activities that work what came in from providers. */
export const createInboundActivities = ({ db, clock, dispatch }: InboundDependencies) => ({
  /** Works one stored event. Repeats are harmless: the row says whether it was done. */
  async processInboundEvent({ inboundEventId }: InboundEventInput): Promise<InboundEventResult> {
    const { outcome, pending } = await processInboundEvent(db, clock.now(), inboundEventId);
    if (pending.length > 0) dispatch(pending);
    return { outcome };
  },
});
