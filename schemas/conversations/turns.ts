import { JsonObject, named, nullable, oneOf, type Static, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { ConversationMessage } from './messages.js';

/** The outcomes of a turn. */
const TURN_STATUSES = ['answered', 'handed_off', 'opted_out', 'silent', 'superseded', 'failed'] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

/** The reason why an agent says nothing to what came in. */
export type Silence =
  | ('taken_over' | 'opted_out' | 'paused' | 'ai_disabled' | 'run_ended' | 'outside_hours')
  | ('auto_reply' | 'nothing_to_answer' | 'erased' | 'closed');

/** The reason why an agent gives a lead to a person. */
export type HandoffReason =
  | ('asked' | 'keyword' | 'topic' | 'negative' | 'safety' | 'low_confidence' | 'no_answer')
  | ('not_verified' | 'loop' | 'closed' | 'run_ended' | 'budget' | 'model_unavailable' | 'no_agent');

const TURN_STATUS =
  'Outcome of the turn: `answered` by the agent, `handed_off` to a person, `opted_out`, `silent` without a reply, ' +
  '`superseded` by newer input, or `failed`.';
const CAUSES = ['input', 'given_back', 'follow_up'] as const;

const TurnCall = strictObject(
  {
    tool: Type.String({ description: 'Name of the tool.' }),
    arguments: JsonObject(),
    allowed: Type.Boolean({ description: 'Whether the call was executed.' }),
    refusal: nullable(
      strictObject(
        {
          code: Type.String({ description: 'Machine-readable reason, such as `not_verified`.' }),
          message: Type.String({ description: 'Description of the reason.' }),
        },
        { description: "Reason why the call wasn't executed." },
      ),
    ),
    sources: Type.Array(
      strictObject({
        n: Type.Integer({ description: 'Number of the source in the turn.' }),
        document_id: Uuid(),
        chunk_id: Type.String(),
        title: Type.String({ description: 'Title of the document.' }),
        page: nullable(Type.Integer({ description: 'Page of the document.' })),
        score: Type.Number({ description: 'Relevance of the chunk to the question.' }),
      }),
      { description: 'Document chunks that were found, best first.' },
    ),
    corrected: Type.Boolean({ description: 'For fields: whether the lead corrected an earlier value.' }),
  },
  { description: 'A tool call of the agent, with the decision about it.' },
);

const TurnEffect = strictObject(
  {
    type: Type.String({ description: 'Type of the action.' }),
    params: JsonObject('Parameters of the action.'),
    applied: Type.Boolean({ description: 'Whether the action was applied.' }),
    skipped_reason: nullable(Type.String({ description: 'Reason why the action was skipped.' })),
    idempotency_key: Type.String({ description: 'Idempotency key of the action.' }),
  },
  { description: 'A change made by the turn.' },
);

const PromptPart = strictObject(
  {
    name: Type.String({
      description: 'Section of the prompt: rules, agent, data, conversation, results or correction.',
    }),
    origin: oneOf(['trusted', 'data'] as const, {
      description: "Whether the text is trusted (from the service and the agent's settings) or data from others.",
    }),
    text: Type.String({ description: 'Text of the section.' }),
  },
  { description: 'A section of the prompt.' },
);

const TurnStep = strictObject(
  {
    claim: Type.Integer({ description: "Number of the turn's attempt." }),
    no: Type.Integer({ description: 'Number of the call in the attempt, from 1.' }),
    model: Type.String({ description: 'Key of the model.' }),
    model_version: Type.Integer({ description: "Version of the model's settings." }),
    model_name: nullable(Type.String({ description: 'Name of the model as returned by the server.' })),
    status: oneOf(['asking', 'ok', 'discarded', 'cancelled', 'failed'] as const, {
      description: "Outcome of the call. `discarded`: the response wasn't used. `cancelled`: the process was lost.",
    }),
    error: nullable(
      Type.String({
        description:
          'Reason why the call failed, with the HTTP status if there was one (`refused 401`), or why it was discarded.',
      }),
    ),
    finish_reason: nullable(Type.String({ description: 'Finish reason of the model.' })),
    prompt: Type.Array(PromptPart, {
      description: 'New prompt sections of this call. Empty after `PROMPT_DAYS`.',
    }),
    text: nullable(Type.String({ description: 'Output text of the model.' })),
    server_said: nullable(
      Type.String({
        description: 'Response of the server to a failed call, without its key. Kept as long as `text`.',
      }),
    ),
    results: Type.Array(TurnCall, { description: 'Tool calls of the model, with the decisions about them.' }),
    guard: nullable(
      strictObject(
        {
          blocked: Type.Boolean({ description: 'Whether the text was blocked.' }),
          reason: nullable(Type.String({ description: 'Reason for the block. Null if the text was sent.' })),
        },
        { description: 'Findings in the text.' },
      ),
    ),
    attempts: Type.Integer({ description: 'Number of requests to the server.' }),
    input_tokens: Type.Integer({ description: 'Number of input tokens.' }),
    cached_tokens: Type.Integer({ description: 'Number of input tokens that the server had cached.' }),
    output_tokens: Type.Integer({ description: 'Number of output tokens.' }),
    reasoning_tokens: Type.Integer({ description: 'Number of output tokens used for reasoning.' }),
    cost_micros: Type.Integer({ description: 'Cost, in millionths of your currency.' }),
    latency_ms: Type.Integer({ description: 'Duration in milliseconds, including pauses between attempts.' }),
    created_at: Timestamp('Time of the call.'),
  },
  { description: 'A model call.' },
);

/** A turn of the agent, explained. */
export const ConversationTurn = named(
  'ConversationTurn',
  strictObject({
    conversation_id: Uuid(),
    no: Type.Integer({ description: 'Number of the turn in the conversation, from 1.' }),
    cause: oneOf(CAUSES, {
      description: 'Cause of the turn: a message, a conversation that was handed back, or a scheduled time.',
    }),
    status: oneOf(TURN_STATUSES, { description: TURN_STATUS }),
    reason: nullable(
      Type.String({ description: 'Reason why the turn failed, ended without a reply, or was handed off.' }),
    ),
    workflow_version: Type.Integer({ description: 'Version of the agent. 0 for a trial of a draft.' }),
    variant: nullable(Type.String({ description: "Key of the agent's variant." })),
    language: Type.String(),
    confidence: nullable(Type.Number({ description: 'Confidence of the agent in its reply, 0 to 1.' })),
    inputs: Type.Array(ConversationMessage, { description: 'Messages that the turn processed.' }),
    reply: nullable(ConversationMessage),
    calls: Type.Array(TurnCall, { description: 'Tool calls of the agent, in order.' }),
    effects: Type.Array(TurnEffect, { description: 'Changes made by the turn.' }),
    steps: Type.Array(TurnStep, { description: 'Model calls. Empty if the agent uses rules.' }),
    cost_micros: Type.Integer({ description: 'Cost of the model calls, in millionths of your currency.' }),
    due_at: Timestamp('Time at which the turn was due.'),
    ended_at: Timestamp('Time of the end.'),
  }),
);
export type ConversationTurn = Static<typeof ConversationTurn>;

const place = {
  id: Uuid('ID of the message in the conversation.'),
  message_id: nullable(Uuid('ID of the corresponding message of the lead. Null in chats.')),
};
const TurnMessage = strictObject(place, { description: 'A message of a turn.' });
const TurnReply = strictObject(
  {
    ...place,
    offers: Type.Array(Type.String(), { description: 'Elements to click or fill in, as shown to the lead.' }),
  },
  { description: 'A message of the agent, with its interactive elements.' },
);

/** A turn of the agent, in a list. */
export const TurnInShort = named(
  'TurnInShort',
  strictObject({
    no: Type.Integer({ description: 'Number of the turn in the conversation, from 1.' }),
    cause: oneOf(CAUSES, {
      description: 'Cause of the turn: a message, a conversation that was handed back, or a scheduled time.',
    }),
    status: oneOf(TURN_STATUSES, { description: TURN_STATUS }),
    reason: nullable(
      Type.String({ description: 'Reason why the turn failed, ended without a reply, or was handed off.' }),
    ),
    inputs: Type.Array(TurnMessage, { description: 'Messages that the turn processed.' }),
    reply: nullable(TurnReply),
    ended_at: Timestamp('Time of the end.'),
  }),
);
export type TurnInShort = Static<typeof TurnInShort>;
