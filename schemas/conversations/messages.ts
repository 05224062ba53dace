import { named, nullable, oneOf, type Static, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { MESSAGE_STATUSES } from '../message-statuses.js';

export const CONVERSATION_CHANNELS = ['chat', 'email', 'whatsapp'] as const;
export type ConversationChannel = (typeof CONVERSATION_CHANNELS)[number];

const ROLES = ['user', 'bot', 'agent', 'system'] as const;
/** Who says something: the lead or visitor, the agent by itself (`bot`), a person (`agent`), or the service. */
export type Role = (typeof ROLES)[number];

const Label = Type.String({ description: 'What people read.' });
const kind = <const T extends string>(type: T, description: string) => Type.Literal(type, { description });

const SlotOffer = strictObject(
  {
    slot_id: Type.String({ description: 'Names the slot when it is picked.' }),
    starts_at: Timestamp('When it begins.'),
    ends_at: Timestamp('When it ends.'),
    label: Label,
    host_name: Type.String({ description: 'Who is met.' }),
  },
  { description: 'A time that is offered.' },
);
const QuickReply = strictObject({ type: kind('quick_reply', 'An answer to click.'), label: Label });
const Link = strictObject({
  type: kind('link', 'A link of the agent.'),
  label: Label,
  url: Type.String({ description: 'Where it leads.' }),
});
const BookMeeting = strictObject({
  type: kind('book_meeting', 'Times for a meeting.'),
  timezone: Type.String({ description: 'The zone that the labels are written in.' }),
  slots: Type.Array(SlotOffer, { description: 'The times, the earliest first.' }),
  expires_at: Timestamp('Until when they can be picked.'),
});

const Form = strictObject({
  type: kind('form', 'Things to fill in at once.'),
  fields: Type.Array(
    strictObject(
      {
        key: Type.String({ description: 'Names the answer.' }),
        label: Label,
        type: oneOf(['text', 'email', 'phone', 'choice'] as const, { description: 'What is asked for.' }),
        required: Type.Boolean({ description: 'Whether it has to be answered.' }),
        options: Type.Array(Type.String(), { description: 'What a `choice` offers.' }),
      },
      { description: 'Something to fill in.' },
    ),
    { description: 'What it asks.' },
  ),
});

/** Something that a reply offers to click, or to fill in. */
export type MessageAction =
  | Static<typeof QuickReply>
  | Static<typeof Link>
  | Static<typeof BookMeeting>
  | Static<typeof Form>;

const Action = Type.Unsafe<MessageAction>({
  type: 'object',
  description: 'Something to click.',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [QuickReply, Link, BookMeeting, Form],
});

/** A source that a reply names. */
export const Citation = strictObject(
  {
    n: Type.Integer({ description: 'Its number: the reply has it as `[n]`.' }),
    title: Type.String({ description: 'What the document is called.' }),
    page: nullable(Type.Integer({ description: 'The page it stands on.' })),
    url: nullable(Type.String({ description: 'Where people can read it.' })),
  },
  { description: 'A document that the reply goes by.' },
);
export type Citation = Static<typeof Citation>;

/** What a visitor picks of an offer instead of writing. */
export type Choice =
  | { type: 'quick_reply'; label: string }
  | { type: 'book_meeting'; slot_id: string }
  | { type: 'form'; fields: Record<string, string> };

/** A message of a conversation, the same in a chat and for operators. */
export const ConversationMessage = named(
  'ConversationMessage',
  strictObject({
    id: Uuid('The message in the conversation.'),
    seq: Type.Integer({
      description:
        'Its place: later ones have higher numbers. Of what is planned in a chat, the place that it would have now.',
    }),
    role: oneOf(ROLES, {
      description:
        'Who says it: `user` is the lead or visitor, `bot` the agent, `agent` a person, `system` the service.',
    }),
    text: nullable(Type.String({ description: 'What it says; null once it was erased.' })),
    turn_id: nullable(Uuid('The input of a chat that it is or answers, by the id that the browser gave it.')),
    citations: Type.Array(Citation, { description: 'The documents that it goes by.' }),
    actions: Type.Array(Action, { description: 'What it offers to click.' }),
    message_status: nullable(
      oneOf(MESSAGE_STATUSES, {
        description:
          'How far the message is that carries it: a `cancelled` one was never sent. Null in a chat, but for what is planned there.',
      }),
    ),
    send_at: nullable(Timestamp('When it leaves at the earliest, while it waits; null otherwise.')),
    created_at: Timestamp('When it was said.'),
  }),
);
export type ConversationMessage = Static<typeof ConversationMessage>;
