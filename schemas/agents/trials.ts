import {
  JsonObject,
  named,
  nullable,
  oneOf,
  optional,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { CONVERSATION_CHANNELS } from '../conversations/messages.js';
import { ConversationTurn } from '../conversations/turns.js';
import { ModelKey } from '../models/models.js';
import { SimulatedLead } from './simulation.js';

const tag = 'Conversations';

/** So much may be said in one trial. */
const MOST_MESSAGES = 30;
/** A trial with a model ends a while before its caller stops waiting, to answer what it has. */
export const TRIAL_MS = 50_000;
const DEADLINE_MS = TRIAL_MS + 10_000;

const which = {
  version: optional(
    Type.Integer({ minimum: 1, maximum: 999_999_999, description: 'Published version. Defaults to the last one.' }),
  ),
  draft: optional(
    Type.Boolean({ description: 'Whether to use the draft instead of a published version. Defaults to false.' }),
  ),
  model: optional({
    ...ModelKey,
    description: "Key of the model, or `scripted`. Defaults to the agent's model.",
  }),
  variant: optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'Key of the variant. Defaults to the first variant in `converse`, and to the recorded variant in ' +
        '`replay`.',
    }),
  ),
};

const ConverseBody = named(
  'Converse',
  strictObject({
    messages: Type.Array(
      strictObject(
        {
          text: optional(Type.String({ minLength: 1, maxLength: 4000, description: 'Text that the lead writes.' })),
          slot: optional(
            Type.Integer({
              minimum: 0,
              maximum: 20,
              description: 'In chats: index of the selected slot among the last offered ones, from 0.',
            }),
          ),
        },
        { description: 'A message of the lead or visitor.' },
      ),
      {
        minItems: 1,
        maxItems: MOST_MESSAGES,
        description: 'Messages, sent one minute apart.',
      },
    ),
    channel: optional(
      oneOf(CONVERSATION_CHANNELS, { description: 'Channel of the conversation. Defaults to `chat`.' }),
    ),
    lead_id: optional(Uuid("ID of a lead of the account. The lead isn't changed.")),
    lead: optional(SimulatedLead),
    ...which,
    locale: optional(Type.String({ minLength: 2, maxLength: 35, description: "Locale of the visitor's browser." })),
    page: optional(JsonObject('Page of the chat, as the widget reports it.')),
  }),
);

const Tried = {
  success: Success,
  version: nullable(Type.Integer({ description: 'Published version that replied. Null for a draft.' })),
  variant: nullable(Type.String({ description: 'Variant that replied. Null if none.' })),
  model: nullable(Type.String({ description: 'Key of the model that replied. Null if the agent uses rules.' })),
  complete: Type.Boolean({
    description: 'Whether all messages were processed. If false, time ran out and only the first turns are returned.',
  }),
  handler: oneOf(['agent', 'person', 'nobody'] as const, { description: 'Author of the reply to the next message.' }),
  handoff_reason: nullable(Type.String({ description: 'Reason for the handoff. Null if none.' })),
  status: oneOf(['open', 'closed'] as const, { description: 'Status of the conversation at the end.' }),
  language: Type.String({
    description: 'Language of the conversation after the last turn, as a two-letter ISO 639-1 code.',
  }),
  is_lead: Type.Boolean({ description: 'Whether a lead exists at the end.' }),
  follow_up_at: nullable(Timestamp('Time at which the agent would follow up.')),
  fields: JsonObject('Captured fields, by key.'),
  cost_micros: Type.Integer({ description: 'Cost of the models, in millionths of your currency. This cost is real.' }),
};

const modelErrors = ['MODEL_NOT_FOUND', 'VERSION_NOT_FOUND', 'LEAD_ERASED'] as const;

export const converseWithAgentContract = contract({
  operationId: 'converseWithWorkflow',
  method: 'post',
  path: '/api/public/workflows/{id}/converse',
  tag,
  scope: 'workflows:write',
  summary: 'Run a trial conversation with an agent, and explain each turn.',
  description:
    'The trial runs like a real conversation, with the same prompts, checks and effects, in a transaction ' +
    'that is rolled back. Each turn sees the effects of the earlier ones. Nothing is saved or sent, but ' +
    'model usage is billed and counts toward budgets. Without `lead` and `lead_id`, the messages come from ' +
    "an unknown visitor. Concurrent changes by users, providers and Temporal aren't simulated.",
  params: Type.Object({ id: Uuid() }),
  body: ConverseBody,
  idempotency: 'leased',
  deadlineMs: DEADLINE_MS,
  success: {
    200: strictObject({
      ...Tried,
      turns: Type.Array(ConversationTurn, {
        description: "The turns with explanations. Their effects weren't applied.",
      }),
    }),
  },
  errors: [
    ...(['WORKFLOW_NOT_FOUND', 'LEAD_NOT_FOUND', 'INVALID_PHONE', 'INVALID_TIMEZONE'] as const),
    ...modelErrors,
    'TRIALS_BUSY',
  ],
});

/** In what a turn that is played again may differ. */
export const DIFFERENCES = ['outcome', 'reason', 'reply', 'tools', 'fields', 'language', 'actions'] as const;
export type Difference = (typeof DIFFERENCES)[number];

export const replayConversationContract = contract({
  operationId: 'replayConversation',
  method: 'post',
  path: '/api/public/conversations/{id}/replay',
  tag,
  scope: 'conversations:write',
  summary: 'Replay a conversation with another version or model, and compare each turn.',
  description:
    'The recorded messages run as in `converse`: nothing is saved or sent. The replay starts without the ' +
    'fields and bookings of the conversation and ends where a user took over. Slots are offered as currently ' +
    'available; if the lead selected the second slot, the replay selects the second slot. Recorded model ' +
    'responses of the same version are reused at no cost.',
  params: Type.Object({ id: Uuid() }),
  body: named(
    'ReplayConversation',
    strictObject({
      ...which,
      through: optional(
        Type.Integer({ minimum: 1, description: 'Number of the last turn to replay. Defaults to all turns.' }),
      ),
    }),
  ),
  bodyOptional: true,
  idempotency: 'leased',
  deadlineMs: DEADLINE_MS,
  success: {
    200: strictObject({
      ...Tried,
      turns: Type.Array(
        strictObject(
          {
            no: Type.Integer({ description: 'Number of the turn in the conversation.' }),
            recorded: ConversationTurn,
            replayed: Type.Array(ConversationTurn, {
              description:
                "Turns of the replay for the same messages: one, several, or none if the agent wasn't due to reply.",
            }),
            differs: Type.Array(oneOf(DIFFERENCES, { description: 'Name of a difference.' }), {
              description: 'Differences between the turns. Empty if there are none.',
            }),
          },
          { description: 'A turn with its replay.' },
        ),
        { description: 'Turns with messages, in order.' },
      ),
      differing: Type.Integer({ description: 'Number of turns that differ.' }),
    }),
  },
  errors: ['CONVERSATION_NOT_FOUND', 'WORKFLOW_NOT_FOUND', ...modelErrors, 'TRIALS_BUSY'],
});
export type ReplayedTurn = Static<(typeof replayConversationContract.success)[200]>['turns'][number];
