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
    Type.Integer({ minimum: 1, maximum: 999_999_999, description: 'A published version; the last one if not given.' }),
  ),
  draft: optional(Type.Boolean({ description: 'The draft instead of a published version; false if not given.' })),
  model: optional({
    ...ModelKey,
    description: 'The model that answers, by its key, or `scripted`; as the agent says if not given.',
  }),
  variant: optional(
    Type.String({
      ...{ minLength: 1, maxLength: 64 },
      description:
        'Which of the agent’s variants answers, by its key; `converse` takes the first, `replay` the recorded one.',
    }),
  ),
};

const ConverseBody = named(
  'Converse',
  strictObject({
    messages: Type.Array(
      strictObject(
        {
          text: optional(Type.String({ minLength: 1, maxLength: 4000, description: 'What is said.' })),
          slot: optional(
            Type.Integer({
              ...{ minimum: 0, maximum: 20 },
              description: 'Of a chat, instead of words: the time that is picked of those offered last, from 0.',
            }),
          ),
        },
        { description: 'Something the lead or visitor says.' },
      ),
      {
        ...{ minItems: 1, maxItems: MOST_MESSAGES },
        description: 'What is said, a minute apart and one after the other.',
      },
    ),
    channel: optional(oneOf(CONVERSATION_CHANNELS, { description: 'Where it is held; `chat` if not given.' })),
    lead_id: optional(Uuid('A lead of the account that the agent talks to; nothing of it is changed.')),
    lead: optional(SimulatedLead),
    ...which,
    locale: optional(Type.String({ minLength: 2, maxLength: 35, description: 'What a visitor’s browser speaks.' })),
    page: optional(JsonObject('Where a chat is held, as the widget tells it.')),
  }),
);

const Tried = {
  success: Success,
  version: nullable(Type.Integer({ description: 'The published version that answered; null for one that is none.' })),
  variant: nullable(Type.String({ description: 'The variant that answered, by its key; null without any.' })),
  model: nullable(
    Type.String({ description: 'The key of the model that answered; null where the agent goes by rules.' }),
  ),
  complete: Type.Boolean({ description: 'Whether there was time for all of it; else the turns before are here.' }),
  handler: oneOf(['agent', 'person', 'nobody'] as const, { description: 'Who would answer next.' }),
  handoff_reason: nullable(Type.String({ description: 'Why the agent would have given it to a person.' })),
  status: oneOf(['open', 'closed'] as const, { description: 'Whether it would go on.' }),
  language: Type.String({ description: 'What is spoken at the end, by its two letters.' }),
  is_lead: Type.Boolean({ description: 'Whether there would be a lead at the end.' }),
  follow_up_at: nullable(Timestamp('When the agent would write again by itself.')),
  fields: JsonObject('What would be known of the lead or visitor, by field.'),
  cost_micros: Type.Integer({ description: 'What its models cost, in millionths of your currency. This is spent.' }),
};

const modelErrors = ['MODEL_NOT_FOUND', 'VERSION_NOT_FOUND', 'LEAD_ERASED'] as const;

export const converseContract = contract({
  operationId: 'converseWithWorkflow',
  method: 'post',
  path: '/api/public/workflows/{id}/converse',
  tag,
  scope: 'workflows:write',
  summary: 'Try an agent in a conversation that is not held: what it would say and do, turn by turn.',
  description:
    'Everything happens as in a real conversation (the same prompt, gate, guards, planners and effects, each turn ' +
    'seeing what the ones before it did) in a transaction that is taken back. Nothing is kept, sent or told; what ' +
    'models cost is spent and counts for budgets and usage. Without `lead` and `lead_id` a visitor writes of whom ' +
    'nothing is known. What Temporal, providers and other people would do meanwhile is not foreseen.',
  params: Type.Object({ id: Uuid('The workflow.') }),
  body: ConverseBody,
  idempotency: 'leased',
  deadlineMs: DEADLINE_MS,
  success: {
    200: strictObject({
      ...Tried,
      turns: Type.Array(ConversationTurn, { description: 'The turns, explained; no effect of them was applied.' }),
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
  summary: 'Play a conversation again with another version or model, and compare turn by turn.',
  description:
    'The recorded inputs, tried as `converse` tries them: nothing is kept, sent or told. It begins without what the ' +
    'conversation itself had found out and booked, and ends where a person took over. Times are offered as they are ' +
    'free now; whoever picked the second one picks the second one again. What a model has answered with the same ' +
    'version is told from the record: it is not asked again, and costs nothing.',
  params: Type.Object({ id: Uuid('The conversation.') }),
  body: named(
    'ReplayConversation',
    strictObject({
      ...which,
      through: optional(Type.Integer({ minimum: 1, description: 'The last turn to play; all if not given.' })),
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
            no: Type.Integer({ description: 'The number of the turn in the conversation.' }),
            recorded: ConversationTurn,
            replayed: Type.Array(ConversationTurn, {
              description: 'What its inputs came to now: one turn, none where it was silent in time, or several.',
            }),
            differs: Type.Array(oneOf(DIFFERENCES, { description: 'In what.' }), {
              description: 'In what they differ; empty where they don’t.',
            }),
          },
          { description: 'A turn as it was and as it would be.' },
        ),
        { description: 'The turns that something was said in, in order.' },
      ),
      differing: Type.Integer({ description: 'How many of them differ.' }),
    }),
  },
  errors: ['CONVERSATION_NOT_FOUND', 'WORKFLOW_NOT_FOUND', ...modelErrors, 'TRIALS_BUSY'],
});
export type ReplayedTurn = Static<(typeof replayConversationContract.success)[200]>['turns'][number];
