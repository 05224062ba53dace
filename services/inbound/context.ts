import type { InboundEventRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { EventOrigin } from '../../schemas/events/events.js';

/** What the pieces that work an event share. */
export interface InboundContext extends Work {
  row: InboundEventRow;
  origin: EventOrigin;
}

/** What became of an event that came in. */
export interface InboundResult {
  outcome: string;
  leadId: string | null;
}
