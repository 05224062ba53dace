import { database } from './activity-profiles.js';
import type { InboundEventInput, InboundEventResult } from './inbound-event.protocol.js';

/**
 * Works one event that came in from a provider. Started by the hook that stored it; the row knows whether it was
 * worked, so a repeat changes nothing. Id: `inbound/<inbound_event_id>`.
 */
export async function inboundEventWorkflow(input: InboundEventInput): Promise<InboundEventResult> {
  return database.processInboundEvent.executeWithOptions({ summary: 'work the event' }, [input]);
}
