import { AnyJson, named, nullable, type Static, strictObject, Timestamp, Type } from '../common.js';

/** What agents found out about a lead. */
export const LeadVariables = Type.Record(
  Type.String(),
  strictObject({
    value: AnyJson('The value.'),
    value_text: Type.String({ description: 'The value as text.' }),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How sure the agent was.' }),
    updated_at: Timestamp('When it was captured.'),
  }),
  { description: 'Captured variables by key.' },
);
export type LeadVariables = Static<typeof LeadVariables>;

const count = (description: string) => Type.Integer({ minimum: 0, description });
const moment = (description: string) => nullable(Timestamp(description));

/** What a lead did with what it was sent. */
export const LeadEngagement = named(
  'LeadEngagement',
  strictObject({
    last_inbound_at: moment('When it last wrote or called.'),
    last_outbound_at: moment('When it was last sent something.'),
    last_channel: nullable(Type.String({ description: 'On which channel that was.' })),
    inbound_count: count('Messages from it.'),
    outbound_count: count('Messages to it.'),
    delivered_count: count('Messages delivered.'),
    read_count: count('Messages read.'),
    opened_count: count('E-mails opened.'),
    clicked_count: count('Links clicked.'),
    calls_count: count('Calls made.'),
    calls_answered: count('Calls answered.'),
    whatsapp_window_expires_at: moment('Until when free-form WhatsApp messages may be sent.'),
  }),
);
export type LeadEngagement = Static<typeof LeadEngagement>;
