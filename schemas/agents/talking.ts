import { Window } from '../cadence/cadence.js';
import { nullable, oneOf, optional, type Static, strictObject, Type, Uuid } from '../common.js';
import { CONVERSATION_CHANNELS } from '../conversations/messages.js';
import { CollectionName } from '../knowledge/documents.js';
import { ModelKey } from '../models/models.js';
import { ROLES } from '../roles.js';

export const AGENT_TOOLS = [
  ...(['capture_field', 'set_status', 'add_tag', 'search_knowledge', 'get_availability', 'book_meeting'] as const),
  ...(['send_link', 'request_human', 'schedule_followup', 'opt_out_lead', 'end_conversation'] as const),
] as const;
/** What an agent can do besides writing. */
export type AgentTool = (typeof AGENT_TOOLS)[number];

/** The languages that the agent's own sentences are written in. */
export const LANGUAGES = ['en', 'es', 'pt', 'de', 'fr', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const Minutes = (description: string) => Type.Integer({ minimum: 1, maximum: 527_040, description });
const StatusKey = Text(50, 'A status of the agent.');
const Tag = Text(64, 'A tag.');
const LinkKey = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'Names the link.' });
const Seconds = (channel: string) =>
  optional(Type.Integer({ minimum: 0, maximum: 3600, description: `Seconds on ${channel}.` }));

const Micros = (of: string) =>
  Type.Integer({ minimum: 0, maximum: 1e12, description: `Millionths of your currency that it may cost ${of}.` });
const Tokens = (of: string) =>
  Type.Integer({ minimum: 0, maximum: 1e12, description: `Tokens that it may read and write ${of}.` });
const Characters = (channel: string) =>
  optional(Type.Integer({ minimum: 100, maximum: 10_000, description: `Characters on ${channel}.` }));

const Persona = strictObject(
  {
    name: optional(Text(100, 'What it calls itself.')),
    role: optional(Text(200, 'What it is, such as `advisor of Acme`.')),
    tone: optional(oneOf(['friendly', 'neutral', 'formal'] as const, { description: 'How it sounds.' })),
    address: optional(oneOf(['formal', 'informal'] as const, { description: 'How it addresses people.' })),
  },
  { description: 'Who the agent is to those it talks to.' },
);

const AgentLink = strictObject({
  key: LinkKey,
  label: Text(200, 'What people read.'),
  url: Type.String({ pattern: '^https://[^\\s]{1,2000}$', description: 'Where it leads; https only.' }),
});

const Hours = strictObject(
  {
    days: Window.properties.days,
    timezone: optional(Text(64, '`workflow` (default), `lead` or an IANA zone.')),
    holidays: Window.properties.holidays,
    outside: optional(
      oneOf(['answer', 'answer_and_say', 'handoff', 'silent'] as const, {
        description:
          'What the agent does while people are away: it answers (default), says with each answer when they are back, ' +
          'gives whoever writes to a person, or leaves it to them.',
      }),
    ),
  },
  { description: 'When people are there.' },
);

const Budget = strictObject(
  {
    per_conversation_micros: optional(Micros('in one conversation')),
    per_day_micros: optional(Micros('on a day (UTC), in all its conversations')),
    per_conversation_tokens: optional(Tokens('in one conversation')),
    per_day_tokens: optional(Tokens('on a day (UTC), in all its conversations')),
  },
  { description: 'What the agent may use up with models at most; then a person takes over.' },
);

const AgentKnowledge = strictObject(
  {
    collections: Type.Array(CollectionName, {
      maxItems: 20,
      description: 'The collections whose documents it answers from; `default` if not given.',
    }),
    min_score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How much of a question a part of a document has to hold to count as found; 0.35.',
    }),
    only: Type.Boolean({
      description: 'Whether a question that nothing was found for is left to people instead of answered otherwise.',
    }),
  },
  { description: 'What it knows; it looks there with the tool `search_knowledge`.' },
);

const AgentVariant = strictObject(
  {
    key: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'Names the variant.' }),
    weight: optional(
      Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Its share of the conversations; 1 if not given.' }),
    ),
    persona: optional(Persona),
    instructions: optional(nullable(Text(20_000, 'How it behaves instead.'))),
    model: optional(
      nullable({ ...ModelKey, description: 'The model that it answers with instead; null: none, it goes by rules.' }),
    ),
    questions: optional(
      Type.Record(Type.String({ maxLength: 64 }), Text(2000, 'How it asks for the field.'), {
        maxProperties: 100,
        description: 'How it asks for fields instead, by their keys.',
      }),
    ),
  },
  { description: 'Another way to answer that is tried in a share of the conversations.' },
);
export type AgentVariant = Static<typeof AgentVariant>;

/** How an agent talks; what a version from before a key was there lacks is filled in by `agentSettings`. */
export const AgentAi = strictObject(
  {
    enabled: Type.Boolean({ description: 'Whether the agent answers by itself.' }),
    channels: Type.Array(oneOf(CONVERSATION_CHANNELS), {
      maxItems: 3,
      description: 'Where it answers; everywhere if not given.',
    }),
    model: nullable({
      ...ModelKey,
      description: 'The model that it answers with, by its key; null: it goes by its fields, without a model.',
    }),
    fallback_model: nullable({ ...ModelKey, description: 'The model that is asked where the first one fails.' }),
    persona: Persona,
    instructions: nullable(Text(20_000, 'How it behaves.')),
    variants: Type.Array(AgentVariant, {
      maxItems: 10,
      description:
        'Ways to answer that are tried beside each other, by share. A conversation keeps the one that it began with; ' +
        'what a variant does not give is as the agent has it.',
    }),
    facts: Type.Array(Text(64, 'A key of the lead’s metadata.'), {
      maxItems: 50,
      description: 'What of a lead’s metadata a model is told; nothing else of it.',
    }),
    max_steps: Type.Integer({ minimum: 1, maximum: 8, description: 'Calls of a model in one turn at most; 5.' }),
    max_output_tokens: Type.Integer({
      minimum: 50,
      maximum: 16_000,
      description: 'Tokens of one answer at most, what the model thinks before it included; 600.',
    }),
    reply_max_chars: strictObject(
      { chat: Characters('chat, 1,200'), email: Characters('e-mail, 4,000'), whatsapp: Characters('WhatsApp, 1,200') },
      { description: 'How long an answer of a model may be; a longer one is cut after a sentence.' },
    ),
    budget: Budget,
    never_say: Type.Array(Text(200, 'A regular expression (RE2).'), {
      maxItems: 50,
      description: 'What it must not write, whatever its case: an answer of a model that does is not sent.',
    }),
    tools: Type.Array(oneOf(AGENT_TOOLS), {
      maxItems: 20,
      description:
        'What it may do; where none is listed: `capture_field`, `request_human`, `opt_out_lead`, `end_conversation`, ' +
        'and with a `meeting_type` also `get_availability` and `book_meeting`.',
    }),
    statuses: Type.Array(StatusKey, { maxItems: 50, description: 'The statuses it may set.' }),
    tags: Type.Array(Tag, { maxItems: 100, description: 'The tags it may add.' }),
    links: Type.Array(AgentLink, { maxItems: 50, description: 'The links it may send; it sends no others.' }),
    meeting_type: nullable(Uuid('The kind of meeting that it offers.')),
    on_complete: strictObject(
      {
        set_status: optional(StatusKey),
        add_tag: optional(Tag),
        send_link: optional(LinkKey),
      },
      { description: 'What it does once every required field is known and there is nothing to book.' },
    ),
    languages: strictObject(
      {
        default: optional(oneOf(LANGUAGES, { description: 'What it speaks until the lead’s language is known; en.' })),
        allowed: optional(
          Type.Array(oneOf(LANGUAGES), { minItems: 1, maxItems: 6, description: 'The only ones; any if not given.' }),
        ),
      },
      { description: 'What it speaks.' },
    ),
    hours: nullable(Hours),
    knowledge: AgentKnowledge,
    debounce_seconds: strictObject(
      { chat: Seconds('chat, 0'), email: Seconds('e-mail, 60'), whatsapp: Seconds('WhatsApp, 4') },
      { description: 'How long it waits for more before it answers; several messages then get one answer.' },
    ),
    ask_by_form: Type.Boolean({
      description: 'Whether chats also show a form for all that is missing, where that is more than one answer.',
    }),
    disclose_ai: Type.Boolean({ description: 'Whether its first answer says that it is automatic.' }),
    resume_cadence_after_minutes: Minutes('How long nobody has to write before the cadence goes on; a day.'),
    after_run: oneOf(['answer', 'handoff', 'silent'] as const, {
      description:
        'What it does for a lead whose enrolment has ended. Who opted out or was taken over by a person gets no answer.',
    }),
  },
  { description: 'How the agent talks.' },
);
export type AgentAi = Static<typeof AgentAi>;

export const AgentHandoff = strictObject(
  {
    keywords: Type.Array(Text(100, 'A word.'), {
      maxItems: 100,
      description: 'Words that call a person: who says one in a reply or a call is given to one.',
    }),
    message: nullable(Text(1000, 'What the lead reads when a person takes over.')),
    notify: nullable(
      strictObject(
        {
          user_id: optional(Uuid('Whom; give this or `role`.')),
          role: optional(oneOf(ROLES, { description: 'All users of this role.' })),
        },
        { description: 'Who is told; null: the lead’s owner, or every user but viewers where nobody owns it.' },
      ),
    ),
    on: strictObject(
      {
        low_confidence_turns: optional(
          Type.Integer({ minimum: 1, maximum: 10, description: 'After so many questions without an answer; 2.' }),
        ),
        negative: optional(
          Type.Boolean({ description: 'Who is angry at the company or the agent gets a person; true if not given.' }),
        ),
        topics: optional(
          Type.Array(
            strictObject(
              {
                name: Text(100, 'What it is about, such as `refunds`; a model goes by it.'),
                words: optional(
                  Type.Array(Text(100, 'A word or phrase.'), {
                    maxItems: 50,
                    description: 'Who says one of them is given to a person before any model is asked.',
                  }),
                ),
              },
              { description: 'Something that people answer.' },
            ),
            { maxItems: 30, description: 'What people answer and no agent does.' },
          ),
        ),
      },
      { description: 'What else calls a person.' },
    ),
    answer_unanswered: Type.Boolean({
      description: 'Whether the agent answers, when it gets a lead back, what nobody has answered meanwhile.',
    }),
    auto_resume_after_minutes: nullable(Minutes('When the agent takes over again by itself.')),
  },
  { description: 'When a person takes over.' },
);
export type AgentHandoff = Static<typeof AgentHandoff>;
