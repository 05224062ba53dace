import { AnyJson, named, nullable, type Static, strictObject, Timestamp, Type } from '../common.js';

/** The values that agents captured about a lead. */
export const LeadVariables = Type.Record(
  Type.String(),
  strictObject({
    value: AnyJson('Value in its own type.'),
    value_text: Type.String(),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Confidence of the agent.' }),
    updated_at: Timestamp('Time at which the value was captured.'),
  }),
  { description: 'Captured variables by key.' },
);
export type LeadVariables = Static<typeof LeadVariables>;

const count = (description: string) => Type.Integer({ minimum: 0, description });
const moment = (description: string) => nullable(Timestamp(description));

/** The lead's reactions to messages. */
export const LeadEngagement = named(
  'LeadEngagement',
  strictObject({
    last_inbound_at: moment('Time of the last message or call from the lead.'),
    last_outbound_at: moment('Time of the last message or call to the lead.'),
    last_channel: nullable(Type.String({ description: 'Channel of the last message.' })),
    inbound_count: count('Number of messages from the lead.'),
    outbound_count: count('Number of messages to the lead.'),
    delivered_count: count('Number of delivered messages.'),
    read_count: count('Number of read messages.'),
    opened_count: count('Number of opened emails.'),
    clicked_count: count('Number of clicked links.'),
    calls_count: count('Number of calls to the lead.'),
    calls_answered: count('Number of answered calls.'),
    whatsapp_window_expires_at: moment('End of the 24-hour window for free-form WhatsApp messages.'),
  }),
);
export type LeadEngagement = Static<typeof LeadEngagement>;
