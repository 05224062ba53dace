import type { InboundEventRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { EventOrigin } from '../../schemas/events/events.js';

/** The context that the handlers of an event share. */
export interface InboundContext extends Work {
  row: InboundEventRow;
  origin: EventOrigin;
}

/** The outcome of a received event. */
export interface InboundResult {
  outcome: string;
  leadId: string | null;
}
