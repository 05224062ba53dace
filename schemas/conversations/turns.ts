import { JsonObject, named, nullable, oneOf, type Static, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { ConversationMessage } from './messages.js';

/** How a turn ended. */
const TURN_STATUSES = ['answered', 'handed_off', 'opted_out', 'silent', 'superseded', 'failed'] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

/** Why an agent says nothing to what came in. */
export type Silence =
  | ('taken_over' | 'opted_out' | 'paused' | 'ai_disabled' | 'run_ended' | 'outside_hours')
  | ('auto_reply' | 'nothing_to_answer' | 'erased' | 'closed');

/** Why an agent gives a lead to a person. */
export type HandoffReason =
  | ('asked' | 'keyword' | 'topic' | 'negative' | 'safety' | 'low_confidence' | 'no_answer')
  | ('not_verified' | 'loop' | 'closed' | 'run_ended' | 'budget' | 'model_unavailable' | 'no_agent');

const CAUSES = ['input', 'given_back', 'follow_up'] as const;

const TurnCall = strictObject(
  {
    tool: Type.String({ description: 'What the agent asked for.' }),
    arguments: JsonObject('With what.'),
    allowed: Type.Boolean({ description: 'Whether it was done.' }),
    refusal: nullable(
      strictObject(
        {
          code: Type.String({ description: 'Why not, as a word.' }),
          message: Type.String({ description: 'The same in a sentence.' }),
        },
        { description: 'Why it was not done.' },
      ),
    ),
    sources: Type.Array(
      strictObject({
        n: Type.Integer({ description: 'Its number in the turn.' }),
        document_id: Uuid('The document.'),
        chunk_id: Type.String({ description: 'The part of it.' }),
        title: Type.String({ description: 'What the document is called.' }),
        page: nullable(Type.Integer({ description: 'The page.' })),
        score: Type.Number({ description: 'How much of the question it holds.' }),
      }),
      { description: 'What was found in documents, the best first.' },
    ),
    corrected: Type.Boolean({ description: 'Of a field: whether the lead corrected what it said before.' }),
  },
  { description: 'One call of the agent, with what the gate said.' },
);

const TurnEffect = strictObject(
  {
    type: Type.String({ description: 'The action.' }),
    params: JsonObject('What it did.'),
    applied: Type.Boolean({ description: 'Whether it was applied.' }),
    skipped_reason: nullable(Type.String({ description: 'Why it was left out.' })),
    idempotency_key: Type.String({ description: 'Names it: the same is never done twice.' }),
  },
  { description: 'One change that the turn made.' },
);

const PromptPart = strictObject(
  {
    name: Type.String({ description: 'rules, agent, data, conversation, results or correction.' }),
    origin: oneOf(['trusted', 'data'] as const, {
      description: 'Whether the service and the agent’s author say it, or it is data that anybody may have written.',
    }),
    text: Type.String({ description: 'What the model was shown.' }),
  },
  { description: 'A part of what a model was shown.' },
);

const TurnStep = strictObject(
  {
    claim: Type.Integer({ description: 'Which try of the turn it belongs to, by a number that rises.' }),
    no: Type.Integer({ description: 'Its place in that try, from 1.' }),
    model: Type.String({ description: 'The model that was asked, by its key.' }),
    model_version: Type.Integer({ description: 'Its version then.' }),
    model_name: nullable(Type.String({ description: 'What its server calls the model that answered.' })),
    status: oneOf(['asking', 'ok', 'discarded', 'cancelled', 'failed'] as const, {
      description:
        'Whether it answered; `discarded` where nothing was done of it, `cancelled` where its process was lost.',
    }),
    error: nullable(
      Type.String({
        description: 'Why it failed, with the status of its server where it had one (`refused 401`), or was discarded.',
      }),
    ),
    finish_reason: nullable(Type.String({ description: 'Why the model stopped writing.' })),
    prompt: Type.Array(PromptPart, {
      description: 'What it was shown that it had not seen in this turn; empty once `PROMPT_DAYS` are over.',
    }),
    text: nullable(Type.String({ description: 'What it wrote.' })),
    server_said: nullable(
      Type.String({
        description: 'What its server said where it refused or failed, without its key; kept like `text`.',
      }),
    ),
    results: Type.Array(TurnCall, { description: 'What it asked for, with what the gate said.' }),
    guard: nullable(
      strictObject(
        {
          blocked: Type.Boolean({ description: 'Whether its text was kept from being sent.' }),
          reason: nullable(Type.String({ description: 'Why.' })),
        },
        { description: 'What was found in its text.' },
      ),
    ),
    attempts: Type.Integer({ description: 'How often the server was asked for it.' }),
    input_tokens: Type.Integer({ description: 'Tokens that it read.' }),
    cached_tokens: Type.Integer({ description: 'Those of them that the server had read before.' }),
    output_tokens: Type.Integer({ description: 'Tokens that it wrote.' }),
    reasoning_tokens: Type.Integer({ description: 'Those of them that it thought with.' }),
    cost_micros: Type.Integer({ description: 'What it cost, in millionths of your currency.' }),
    latency_ms: Type.Integer({ description: 'How long it took, pauses between tries included.' }),
    created_at: Timestamp('When it was asked.'),
  },
  { description: 'One call of a model.' },
);

/** A turn of the agent, explained. */
export const ConversationTurn = named(
  'ConversationTurn',
  strictObject({
    conversation_id: Uuid('The conversation.'),
    no: Type.Integer({ description: 'Its number in the conversation, from 1.' }),
    cause: oneOf(CAUSES, { description: 'What it came of: something said, a person’s giving back, an agreed time.' }),
    status: oneOf(TURN_STATUSES, { description: 'How it ended.' }),
    reason: nullable(Type.String({ description: 'Why it was silent, handed over or failed.' })),
    workflow_version: Type.Integer({ description: 'The agent’s version that took it; 0 in a trial of a draft.' }),
    variant: nullable(Type.String({ description: 'The agent’s variant that took it, by its key.' })),
    language: Type.String({ description: 'The language it was taken in.' }),
    confidence: nullable(Type.Number({ description: 'How sure the agent was of its answer, 0 to 1.' })),
    inputs: Type.Array(ConversationMessage, { description: 'What was said that is this turn’s own.' }),
    reply: nullable(ConversationMessage),
    calls: Type.Array(TurnCall, { description: 'What the agent asked for, in order.' }),
    effects: Type.Array(TurnEffect, { description: 'What was changed.' }),
    steps: Type.Array(TurnStep, { description: 'The calls of a model; none where the agent goes by rules.' }),
    cost_micros: Type.Integer({ description: 'What they cost, in millionths of your currency.' }),
    due_at: Timestamp('When it was due.'),
    ended_at: Timestamp('When it ended.'),
  }),
);
export type ConversationTurn = Static<typeof ConversationTurn>;

const place = {
  id: Uuid('The message in the conversation.'),
  message_id: nullable(Uuid('The same among the lead’s messages; null in a chat.')),
};
const TurnMessage = strictObject(place, { description: 'A message of a turn.' });
const TurnReply = strictObject(
  {
    ...place,
    offers: Type.Array(Type.String(), { description: 'What it offers to click or fill in, as the lead reads it.' }),
  },
  { description: 'The reply of a turn.' },
);

/** A turn of the agent, in a list. */
export const TurnInShort = named(
  'TurnInShort',
  strictObject({
    no: Type.Integer({ description: 'Its number in the conversation, from 1.' }),
    cause: oneOf(CAUSES, { description: 'What it came of: something said, a person’s giving back, an agreed time.' }),
    status: oneOf(TURN_STATUSES, { description: 'How it ended.' }),
    reason: nullable(Type.String({ description: 'Why it was silent, handed over or failed.' })),
    inputs: Type.Array(TurnMessage, { description: 'What was said that is this turn’s own.' }),
    reply: nullable(TurnReply),
    ended_at: Timestamp('When it ended.'),
  }),
);
export type TurnInShort = Static<typeof TurnInShort>;
