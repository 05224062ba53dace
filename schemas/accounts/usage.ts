import { named, nullable, oneOf, Success, strictObject, Text, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

/** The types of records that have limits. */
export const LIMITED_TYPES = [
  'account',
  'api_key',
  'email_sender',
  'whatsapp_number',
  'voice_agent',
  'workflow',
  'widget',
] as const;
/** What is counted against a limit. */
export const MEASURES = [
  'requests',
  'messages',
  'new_conversations',
  'concurrent_calls',
  'new_leads',
  'turns',
  'tokens',
  'cost_micros',
] as const;
/** The periods that limits apply to. */
export const PERIODS = ['now', 'minute', 'day', 'last_24_hours'] as const;

const LimitUsage = named(
  'LimitUsage',
  strictObject({
    subject: strictObject(
      {
        type: oneOf(LIMITED_TYPES, { description: 'Type of the record. `workflow` is an agent.' }),
        id: Uuid('ID of the record.'),
        name: Text('Name of the record, or the phone number of a WhatsApp number without a name.'),
      },
      { description: 'Record whose limit it is.' },
    ),
    measure: oneOf(MEASURES, {
      description:
        '`new_conversations`: leads that a WhatsApp number wrote to first. `cost_micros`: cost of models, in millionths of your currency.',
    }),
    period: oneOf(PERIODS, { description: 'Period in which usage is counted.' }),
    used: Type.Integer({ minimum: 0, description: 'Usage in the current period.' }),
    limit: Type.Integer({ minimum: 0, description: 'Maximum usage in a period.' }),
    resets_at: nullable(
      Timestamp('Time at which the current period ends and usage is 0 again. Null for `now` and `last_24_hours`.'),
    ),
  }),
);

export const getUsageContract = contract({
  operationId: 'getUsage',
  method: 'get',
  path: '/api/public/usage',
  tag: 'Account',
  scope: 'reports:read',
  summary: 'List the limits of the account with their current usage.',
  description:
    'Contains API keys, senders, agents, widgets and the model budget of the account, at most 1,000 of each type. ' +
    'Limits per lead, conversation or session are left out. An agent can have lower limits for its senders, which are ' +
    'in its settings.',
  success: {
    200: strictObject({
      success: Success,
      usage: Type.Array(LimitUsage, { description: 'Limits by type of record.' }),
    }),
  },
  errors: [],
});
