import { named, nullable, oneOf, type Static, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { MESSAGE_STATUSES } from '../message-statuses.js';

export const CONVERSATION_CHANNELS = ['chat', 'email', 'whatsapp'] as const;
export type ConversationChannel = (typeof CONVERSATION_CHANNELS)[number];

const ROLES = ['user', 'bot', 'agent', 'system'] as const;
/** The author of a message: the lead or visitor, the agent (`bot`), a person (`agent`), or the service. */
export type Role = (typeof ROLES)[number];

const Label = Type.String();
const kind = <const T extends string>(type: T, description: string) => Type.Literal(type, { description });

const SlotOffer = strictObject(
  {
    slot_id: Type.String({ description: 'ID of the slot, to select it.' }),
    starts_at: Timestamp(),
    ends_at: Timestamp(),
    label: Label,
    host_name: Type.String(),
  },
  { description: 'An offered slot.' },
);
const QuickReply = strictObject({ type: kind('quick_reply', 'A suggested reply.'), label: Label });
const Link = strictObject({
  type: kind('link', 'A link of the agent.'),
  label: Label,
  url: Type.String(),
});
const BookMeeting = strictObject({
  type: kind('book_meeting', 'Slots for a meeting.'),
  timezone: Type.String({ description: 'Time zone of the labels.' }),
  slots: Type.Array(SlotOffer, { description: 'The slots, earliest first.' }),
  expires_at: Timestamp('Time at which the offer expires.'),
});

const Form = strictObject({
  type: kind('form', 'A form.'),
  fields: Type.Array(
    strictObject({
      key: Type.String({ description: 'Key under which the answer is stored.' }),
      label: Label,
      type: oneOf(['text', 'email', 'phone', 'choice'] as const),
      required: Type.Boolean({ description: 'Whether the field is required.' }),
      options: Type.Array(Type.String(), { description: 'Options of a `choice` field.' }),
    }),
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
  description: 'An element to click or fill in.',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [QuickReply, Link, BookMeeting, Form],
});

/** A source that a reply names. */
export const Citation = strictObject(
  {
    n: Type.Integer({ description: 'Number of the citation. The reply refers to it as `[n]`.' }),
    title: Type.String({ description: 'Title of the document.' }),
    page: nullable(Type.Integer({ description: 'Page of the document.' })),
    url: nullable(Type.String({ description: 'Public URL of the document.' })),
  },
  { description: 'A document that the reply is based on.' },
);
export type Citation = Static<typeof Citation>;

/** The visitor's choice from an offer instead of a text. */
export type Choice =
  | { type: 'quick_reply'; label: string }
  | { type: 'book_meeting'; slot_id: string }
  | { type: 'form'; fields: Record<string, string> };

/** A message of a conversation, the same in a chat and for operators. */
export const ConversationMessage = named(
  'ConversationMessage',
  strictObject({
    id: Uuid('ID of the message in the conversation.'),
    seq: Type.Integer({
      description:
        'Sequence number, which increases with each message. For scheduled chat messages, the number that the ' +
        'message would have now.',
    }),
    role: oneOf(ROLES, {
      description:
        'Author: `user` (the lead or visitor), `bot` (the agent), `agent` (a user) or `system` (the service).',
    }),
    text: nullable(Type.String({ description: 'Text of the message. Null if it was erased.' })),
    turn_id: nullable(
      Uuid('ID of the chat input that the message is or answers, as assigned by the browser. Null for other messages.'),
    ),
    citations: Type.Array(Citation, { description: 'Documents that the message is based on.' }),
    actions: Type.Array(Action, { description: 'Elements to click or fill in.' }),
    message_status: nullable(
      oneOf(MESSAGE_STATUSES, {
        description:
          'Delivery status of the message. Cancelled messages were never sent. Null in chats, except for scheduled ' +
          'messages.',
      }),
    ),
    send_at: nullable(Timestamp('Earliest time of the send while the message is pending. Null otherwise.')),
    created_at: Timestamp('Time of the message.'),
  }),
);
export type ConversationMessage = Static<typeof ConversationMessage>;
