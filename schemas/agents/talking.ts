import { Window } from '../cadence/cadence.js';
import { described, nullable, oneOf, optional, type Static, strictObject, Type, Uuid } from '../common.js';
import { CONVERSATION_CHANNELS } from '../conversations/messages.js';
import { CollectionName } from '../knowledge/documents.js';
import { ModelKey } from '../models/models.js';
import { ROLES } from '../roles.js';

export const AGENT_TOOLS = [
  ...(['capture_field', 'set_status', 'add_tag', 'search_knowledge', 'get_availability', 'book_meeting'] as const),
  ...(['send_link', 'request_human', 'schedule_followup', 'opt_out_lead', 'end_conversation'] as const),
] as const;
/** The tools of an agent in addition to writing. */
export type AgentTool = (typeof AGENT_TOOLS)[number];

/** The languages that the agent's own sentences are written in. */
export const LANGUAGES = ['en', 'es', 'pt', 'de', 'fr', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...described(description) });
const Minutes = (description: string) => Type.Integer({ minimum: 1, maximum: 527_040, description });
const StatusKey = Text(50, 'Key of a status of the agent.');
const Tag = Text(64, 'Tag name.');
const LinkKey = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'Key of the link, unique within the agent.',
});
const Seconds = (channel: string) =>
  optional(Type.Integer({ minimum: 0, maximum: 3600, description: `Seconds on ${channel}.` }));

const Micros = (of: string) =>
  Type.Integer({ minimum: 0, maximum: 1e12, description: `Maximum cost ${of}, in millionths of your currency.` });
const Tokens = (of: string) =>
  Type.Integer({ minimum: 0, maximum: 1e12, description: `Maximum number of input and output tokens ${of}.` });
const Characters = (channel: string) =>
  optional(Type.Integer({ minimum: 100, maximum: 10_000, description: `Maximum number of characters on ${channel}.` }));

const Persona = strictObject(
  {
    name: optional(Text(100, 'Name that the agent uses for itself.')),
    role: optional(Text(200, 'Role of the agent, such as `advisor at Acme`.')),
    tone: optional(oneOf(['friendly', 'neutral', 'formal'] as const, { description: 'Tone of the agent.' })),
    address: optional(oneOf(['formal', 'informal'] as const, { description: 'Form of address.' })),
  },
  { description: 'Persona of the agent.' },
);

const AgentLink = strictObject({
  key: LinkKey,
  label: Text(200),
  url: Type.String({ pattern: '^https://[^\\s]{1,2000}$', description: 'URL of the link, https only.' }),
});

const Hours = strictObject(
  {
    days: Window.properties.days,
    timezone: optional(Text(64, 'Time zone of the hours: `workflow` (default), `lead` or an IANA time zone.')),
    holidays: Window.properties.holidays,
    outside: optional(
      oneOf(['answer', 'answer_and_say', 'handoff', 'silent'] as const, {
        description:
          'What the agent does outside these hours: reply (default), reply and say when users are back, hand off ' +
          'the conversation, or not reply.',
      }),
    ),
  },
  { description: 'Hours in which users are available.' },
);

const Budget = strictObject(
  {
    per_conversation_micros: optional(Micros('per conversation')),
    per_day_micros: optional(Micros('per day (UTC), across all conversations')),
    per_conversation_tokens: optional(Tokens('per conversation')),
    per_day_tokens: optional(Tokens('per day (UTC), across all conversations')),
  },
  { description: 'Model budget of the agent. When it is used up, the conversation is handed off.' },
);

const AgentKnowledge = strictObject(
  {
    collections: Type.Array(CollectionName, {
      maxItems: 20,
      description: 'Document collections that the agent searches. Defaults to `default`.',
    }),
    min_score: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "Minimum share of the question's terms that a chunk must contain to count as a result. Defaults to 0.35.",
    }),
    only: Type.Boolean({
      description: 'Whether to hand off questions for which no document was found, instead of replying without one.',
    }),
  },
  { description: 'Knowledge of the agent, for the tool `search_knowledge`.' },
);

const AgentVariant = strictObject(
  {
    key: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'Key of the variant, unique within the agent.' }),
    weight: optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        description: 'Weight of the variant relative to the others. Defaults to 1.',
      }),
    ),
    persona: optional(Persona),
    instructions: optional(nullable(Text(20_000, "Instructions that replace the agent's."))),
    model: optional(
      nullable({
        ...ModelKey,
        description: "Key of the model that replaces the agent's. Null uses rules without a model.",
      }),
    ),
    questions: optional(
      Type.Record(Type.String({ maxLength: 64 }), Text(2000, 'Question for the field.'), {
        maxProperties: 100,
        description: "Questions that replace the agent's, by field key.",
      }),
    ),
  },
  { description: 'A variant of the agent that is used in a share of the conversations.' },
);
export type AgentVariant = Static<typeof AgentVariant>;

/** The behavior of an agent. `agentSettings` fills in keys that are newer than a version. */
export const AgentAi = strictObject(
  {
    enabled: Type.Boolean({ description: 'Whether the agent replies automatically.' }),
    channels: Type.Array(oneOf(CONVERSATION_CHANNELS), {
      maxItems: 3,
      description: 'Channels on which the agent replies. Defaults to all.',
    }),
    model: nullable({
      ...ModelKey,
      description: 'Key of the model. Null uses rules without a model.',
    }),
    fallback_model: nullable({ ...ModelKey, description: 'Key of the model to use if the first one fails.' }),
    persona: Persona,
    instructions: nullable(Text(20_000, 'Instructions for the agent.')),
    variants: Type.Array(AgentVariant, {
      maxItems: 10,
      description:
        'Variants for A/B tests. A conversation keeps its variant. Fields that a variant omits are those of the ' +
        'agent.',
    }),
    facts: Type.Array(Text(64, 'Metadata key.'), {
      maxItems: 50,
      description: "Metadata keys that are sent to the model. Other metadata isn't sent.",
    }),
    max_steps: Type.Integer({
      minimum: 1,
      maximum: 8,
      description: 'Maximum number of model calls per turn. Defaults to 5.',
    }),
    max_output_tokens: Type.Integer({
      minimum: 50,
      maximum: 16_000,
      description: 'Maximum number of output tokens per model call, including reasoning. Defaults to 600.',
    }),
    reply_max_chars: strictObject(
      { chat: Characters('chat, 1,200'), email: Characters('email, 4,000'), whatsapp: Characters('WhatsApp, 1,200') },
      { description: 'Maximum length of a reply. Longer replies are cut after a sentence.' },
    ),
    budget: Budget,
    never_say: Type.Array(Text(200, 'A regular expression (RE2).'), {
      maxItems: 50,
      description: "Forbidden phrases, case-insensitive. A reply that matches one isn't sent.",
    }),
    tools: Type.Array(oneOf(AGENT_TOOLS), {
      maxItems: 20,
      description:
        'Tools that the agent can use. Defaults to `capture_field`, `request_human`, `opt_out_lead` and ' +
        '`end_conversation`, and with a `meeting_type` also `get_availability` and `book_meeting`.',
    }),
    statuses: Type.Array(StatusKey, { maxItems: 50, description: 'Statuses that the agent can set.' }),
    tags: Type.Array(Tag, { maxItems: 100, description: 'Tags that the agent can add.' }),
    links: Type.Array(AgentLink, { maxItems: 50, description: 'Links that the agent can send.' }),
    meeting_type: nullable(Uuid('ID of the meeting type that the agent offers.')),
    on_complete: strictObject(
      {
        set_status: optional(StatusKey),
        add_tag: optional(Tag),
        send_link: optional(LinkKey),
      },
      { description: 'Action of the agent when all required fields are captured and there is no meeting to book.' },
    ),
    languages: strictObject({
      default: optional(
        oneOf(LANGUAGES, { description: "Language until the lead's language is known. Defaults to `en`." }),
      ),
      allowed: optional(
        Type.Array(oneOf(LANGUAGES), {
          minItems: 1,
          maxItems: 6,
          description: 'Languages that the agent uses. Defaults to all.',
        }),
      ),
    }),
    hours: nullable(Hours),
    knowledge: AgentKnowledge,
    debounce_seconds: strictObject(
      { chat: Seconds('chat, 0'), email: Seconds('email, 60'), whatsapp: Seconds('WhatsApp, 4') },
      { description: 'Seconds to wait for further messages before replying, so that several messages get one reply.' },
    ),
    ask_by_form: Type.Boolean({
      description: 'Whether chats also show a form when more than one field is missing.',
    }),
    disclose_ai: Type.Boolean({ description: 'Whether the first reply says that it is automated.' }),
    resume_cadence_after_minutes: Minutes(
      'Minutes without a message after which the cadence resumes. Defaults to one day.',
    ),
    after_run: oneOf(['answer', 'handoff', 'silent'] as const, {
      description:
        'What the agent does when a lead writes after its run has ended. Leads who opted out or were taken over ' +
        'get no reply.',
    }),
  },
  { description: "Settings of the agent's replies." },
);
export type AgentAi = Static<typeof AgentAi>;

export const AgentHandoff = strictObject(
  {
    keywords: Type.Array(Text(100, 'A word.'), {
      maxItems: 100,
      description: 'Words in a reply or call that hand off the conversation.',
    }),
    message: nullable(Text(1000, 'Message to the lead at the handoff.')),
    notify: nullable(
      strictObject(
        {
          user_id: optional(Uuid('ID of the user to notify. Specify this or `role`.')),
          role: optional(oneOf(ROLES, { description: 'Role whose users are notified.' })),
        },
        {
          description:
            "Recipients of the notification. Null notifies the lead's owner or, if unassigned, all users except " +
            'viewers.',
        },
      ),
    ),
    on: strictObject(
      {
        low_confidence_turns: optional(
          Type.Integer({
            minimum: 1,
            maximum: 10,
            description: 'Number of unanswered questions after which the conversation is handed off. Defaults to 2.',
          }),
        ),
        negative: optional(
          Type.Boolean({
            description:
              'Whether to hand off conversations with leads who are angry at the company or the agent. Defaults to ' +
              'true.',
          }),
        ),
        topics: optional(
          Type.Array(
            strictObject(
              {
                name: Text(100, 'Name of the topic, such as `refunds`. Models use it to recognize the topic.'),
                words: optional(
                  Type.Array(Text(100, 'A word or phrase.'), {
                    maxItems: 50,
                    description: 'Words that hand off the conversation before a model is called.',
                  }),
                ),
              },
              { description: 'A topic for users.' },
            ),
            { maxItems: 30, description: 'Topics that users answer instead of the agent.' },
          ),
        ),
      },
      { description: 'Further reasons for a handoff.' },
    ),
    answer_unanswered: Type.Boolean({
      description: 'Whether the agent replies to unanswered messages when a user hands the conversation back.',
    }),
    auto_resume_after_minutes: nullable(Minutes('Minutes after which the agent resumes automatically.')),
  },
  { description: 'Rules for handoffs to users.' },
);
export type AgentHandoff = Static<typeof AgentHandoff>;
