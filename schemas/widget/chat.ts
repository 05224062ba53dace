import { named, nullable, oneOf, optional, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { type Choice, ConversationMessage } from '../conversations/messages.js';
import { CAPTURE_TYPES } from './widgets.js';

export const PROOF_PURPOSES = ['turn', 'visitor'] as const;
export type ProofPurpose = (typeof PROOF_PURPOSES)[number];

const tag = 'Chat widget';
export const SESSION_HEADER = 'X-Widget-Session';
export const TICKET_HEADER = 'X-Widget-Ticket';

const Line = (description: string) => Type.String({ description });
const SessionHeader = { [SESSION_HEADER]: Line('The `session_token` of the configuration.') };
/** What the config of both transports can be asked with. */
const ConfigQuery = {
  locale: Type.Optional(Type.String({ maxLength: 35, description: 'The language of the page, such as `es-ES`.' })),
  page_url: Type.Optional(Type.String({ maxLength: 2_048, description: 'The address of the page; it is not kept.' })),
};

const FormField = strictObject({
  key: Line('Its name.'),
  label: Line('What visitors read.'),
  type: oneOf(CAPTURE_TYPES, { description: 'What is asked for.' }),
  required: Type.Boolean({ description: 'Whether it has to be answered.' }),
  options: Type.Array(Type.String(), { description: 'What a `choice` offers.' }),
});

/** Everything that a page needs to show a widget, in the language asked for. */
export const WidgetConfig = named(
  'WidgetConfig',
  strictObject({
    widget_id: Uuid('The widget.'),
    agent: strictObject({
      name: Line('Who answers.'),
      avatar_url: nullable(Line('A picture.')),
    }),
    ai_notice: nullable(Line('Says that an automatic assistant answers; null where the agent doesn’t say so.')),
    privacy_url: nullable(Line('Where the site says what becomes of what is written.')),
    theme: strictObject({
      primary_color: Line('The main colour.'),
      position: Line('The corner it stands in.'),
      launcher_text: nullable(Line('What the button says.')),
    }),
    opening_message: nullable(Line('What the widget says first.')),
    quick_replies: Type.Array(Type.String(), { description: 'Replies to begin with.' }),
    locale: Line('The language that counts.'),
    capture_form: strictObject({
      enabled: Type.Boolean({ description: 'Whether there is a form.' }),
      lead_creation_on_submit: Type.Boolean({ description: 'Whether what is sent with it becomes a lead.' }),
      sms_consent: strictObject({
        enabled: Type.Boolean({ description: 'Whether consent to text messages is asked for.' }),
        text: nullable(Line('What the visitor agrees to.')),
      }),
      fields: Type.Array(FormField, { description: 'What it asks.' }),
    }),
    pow: strictObject({
      required: Type.Boolean({ description: 'Whether a proof of work is needed.' }),
      purposes: Type.Array(oneOf(PROOF_PURPOSES), { description: 'What for.' }),
    }),
    polling: strictObject({
      interval_ms: Type.Integer({ description: 'The first pause before asking for replies.' }),
      max_ms: Type.Integer({ description: 'How long to go on asking.' }),
    }),
    telemetry: strictObject({
      enabled: Type.Boolean({ description: 'Whether to tell how the widget does.' }),
      sample_rate: Type.Number({ description: 'The share of browsers that do.' }),
    }),
    business_hours: strictObject({
      open_now: Type.Boolean({ description: 'Whether people are at work.' }),
      next_open_at: nullable(Timestamp('When they are next, where they are not.')),
    }),
    features: strictObject({
      attachments: Type.Boolean({ description: 'Whether files can be sent.' }),
      meeting_booking: Type.Boolean({ description: 'Whether meetings are booked here.' }),
      handoff: Type.Boolean({ description: 'Whether a person can take over.' }),
    }),
    limits: strictObject({ text: Type.Integer({ description: 'UTF-16 code units a message may have.' }) }),
  }),
);

const ConfigAnswer = named(
  'WidgetConfigAnswer',
  strictObject({
    success: Success,
    config: WidgetConfig,
    session_id: nullable(Uuid('The session; null where a frame is to begin one.')),
    session_token: nullable(Line('Goes with each request, in X-Widget-Session; null like the session.')),
    resumed: Type.Boolean({ description: 'Whether it is the session of the token that was sent.' }),
    history: Type.Array(ConversationMessage, { description: 'The last messages of the session, 50 at most.' }),
    done: Type.Boolean({ description: 'Whether the conversation was closed.' }),
    frame: Type.Optional(
      strictObject({
        url: Line('The page to embed.'),
        ticket: Line('Hand it to the frame, which redeems it within 60 seconds.'),
      }),
    ),
    config_version: Type.Integer({ description: 'Rises with each change of the widget.' }),
  }),
);
const configErrors = ['INVALID_SESSION', 'SESSION_EXPIRED', 'WIDGET_NOT_READY'] as const;

export const chatConfigContract = contract({
  operationId: 'getChatConfig',
  method: 'get',
  path: '/api/public/chat/config',
  tag,
  auth: 'widget',
  summary: 'Get what a page needs to show the chat, with a session.',
  description:
    'For the page itself; its `Origin` has to be on the widget’s list. A session token that is valid, or ended at ' +
    'most 30 days ago, is answered by a fresh one of the same session. With `transport=frame` the page gets the ' +
    'address of a frame and a ticket for it instead of a session.',
  query: Type.Object({
    ...ConfigQuery,
    transport: Type.Optional(oneOf(['page', 'frame'] as const, { description: '`page` if not given.' })),
  }),
  headers: Type.Object({ [SESSION_HEADER]: Type.Optional(Line('The token of an earlier session.')) }),
  lenientQuery: true,
  success: { 200: ConfigAnswer },
  errors: configErrors,
});

export const frameConfigContract = contract({
  operationId: 'getFrameConfig',
  method: 'get',
  path: '/api/widget/v1/config',
  tag,
  auth: 'widget',
  summary: 'Get what the frame needs to show the chat, with a session.',
  description:
    'For the frame, whose own requests come from this service. The ticket says which page embeds it; without one the ' +
    'frame’s `frame-ancestors` alone guards.',
  query: Type.Object({ ...ConfigQuery }),
  headers: Type.Object({
    [SESSION_HEADER]: Type.Optional(Line('The token of an earlier session.')),
    [TICKET_HEADER]: Type.Optional(Line('The ticket that the embedding page got.')),
  }),
  lenientQuery: true,
  success: { 200: ConfigAnswer },
  errors: configErrors,
});

export const powChallengeContract = contract({
  operationId: 'getPowChallenge',
  method: 'get',
  path: '/api/widget/v1/pow-challenge',
  tag,
  auth: 'widget',
  summary: 'Get a challenge to solve before a turn or a form.',
  description:
    'Find the whole number from 0 to `max_number` for which the lower-case hex SHA-256 of `salt` followed by the number ' +
    '(decimal, no leading zeros) equals `challenge`; any ALTCHA solver does. It pays for one request of this session. ' +
    'Whoever asks for many within a minute gets harder ones.',
  query: Type.Object({
    purpose: oneOf(PROOF_PURPOSES, { description: 'What it is to pay for.' }),
    session_id: Uuid('The session.'),
  }),
  headers: Type.Object(SessionHeader),
  lenientQuery: true,
  success: {
    200: strictObject({
      success: Success,
      challenge: strictObject({
        id: Line('Goes back with the number.'),
        algorithm: Type.Literal('SHA-256', { description: 'How it is hashed.' }),
        salt: Line('64 ASCII characters that end with `&`.'),
        challenge: Line('The hash to find.'),
        max_number: Type.Integer({ description: 'The largest number it can be.' }),
        signature: Line('Repeats the signature in `id`, for ALTCHA solvers.'),
        expires_at: Timestamp('Until when it can be used: for two minutes.'),
      }),
    }),
  },
  errors: ['INVALID_SESSION', 'SESSION_EXPIRED'],
});

export const TELEMETRY_TYPES = ['load', 'open', 'error', 'pow_ms', 'turn_ms', 'csp_block'] as const;
export type TelemetryType = (typeof TELEMETRY_TYPES)[number];

const TelemetryBody = named(
  'WidgetTelemetry',
  Type.Object({
    session_id: optional(Uuid('The session.')),
    events: Type.Array(
      Type.Object({
        type: oneOf(TELEMETRY_TYPES, { description: 'What happened.' }),
        ts: Type.Integer({ description: 'When, in milliseconds since 1970, by the browser’s clock.' }),
        data: Type.Optional(
          Type.Unsafe<unknown>({
            description: 'Up to 1 KB: `ms` of a duration, `code` of an error; nothing else is kept.',
          }),
        ),
      }),
      { maxItems: 20, description: 'Up to 20 events.' },
    ),
  }),
);

export const widgetTelemetryContract = contract({
  operationId: 'sendWidgetTelemetry',
  method: 'post',
  path: '/api/widget/v1/telemetry',
  tag,
  auth: 'widget',
  summary: 'Tell how the chat does in a browser.',
  description: 'Best effort: with a valid key the answer is 204 whatever the body. Beacons send it as `text/plain`.',
  mediaTypes: { 'application/json': TelemetryBody, 'text/plain': TelemetryBody },
  maxBytes: 64 * 1024,
  lenientQuery: true,
  idempotency: 'none',
  success: { 204: null },
  errors: [],
});

const SESSION_ERRORS = ['INVALID_SESSION', 'SESSION_EXPIRED'] as const;
const PROOF_ERRORS = ['POW_REQUIRED', 'POW_INVALID', 'POW_EXPIRED', 'POW_REPLAYED'] as const;
const BODY_BYTES = 64 * 1024;

/** A visitor's text: what only the browser limits is cut off by the server, unknown keys are passed over. */
const SaidText = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

/** In the bodies of both writes. */
const SessionFields = {
  session_id: Uuid('The session.'),
  session_token: optional(Type.String({ maxLength: 2_000, description: 'Instead of the header X-Widget-Session.' })),
};
const Solution = Type.Object(
  {
    id: Type.String({ maxLength: 2_000, description: 'The `id` of the challenge.' }),
    number: Type.Integer({ minimum: 0, maximum: 2_000_000, description: 'The number found.' }),
  },
  { description: 'A solved challenge; needed where the configuration says so.' },
);
const Page = Type.Object(
  {
    url: Type.String({ maxLength: 8_192, description: 'Its address; path and `utm_` parameters are kept.' }),
    title: optional(Type.String({ maxLength: 500, description: 'Its title.' })),
    referrer: optional(Type.String({ maxLength: 8_192, description: 'Where the visitor came from.' })),
  },
  { description: 'The page that the visitor is on.' },
);

/** What a visitor does instead of writing. */
const TurnAction = Type.Unsafe<Choice>({
  type: 'object',
  description: 'Something that was offered, picked instead of writing.',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    Type.Object({
      type: Type.Literal('quick_reply', { description: 'An answer.' }),
      label: SaidText(200, 'Its label.'),
    }),
    Type.Object({
      type: Type.Literal('book_meeting', { description: 'A time for a meeting.' }),
      slot_id: SaidText(64, 'The slot.'),
    }),
    Type.Object({
      type: Type.Literal('form', { description: 'What was asked for, filled in.' }),
      fields: Type.Record(Type.String(), SaidText(500, 'An answer.'), {
        ...{ minProperties: 1, maxProperties: 20, description: 'The answers, by the keys of the form.' },
      }),
    }),
  ],
});

const ProvenUser = Type.Object(
  {
    email: optional(Type.String({ maxLength: 320, description: 'Whom the site knows, by e-mail address' })),
    external_id: optional(SaidText(255, 'or by its own id.')),
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'The lower-case hex HMAC-SHA256 with the widget’s identity secret, made by the site’s server: of the one value, or of `external_id`, a line feed and `email` where both are given. A hash of the `external_id` alone proves only that; the `email` next to it is then ignored.',
    }),
  },
  { description: 'Proof of who the visitor is.' },
);

export const chatTurnContract = contract({
  operationId: 'sendChatTurn',
  method: 'post',
  path: '/api/widget/v1/turn',
  tag,
  auth: 'widget',
  summary: 'Say something in a chat.',
  description:
    'With `text` or `action`. A `turn_id` that was sent before is answered as it was then, without a new proof; with ' +
    'another text or action it is 422. `handoff` says that a person has the conversation. With `user` the chat belongs ' +
    'to the lead that the visitor is proved to be, where there is one. What the page tells of itself counts from then on.',
  headers: Type.Object({ [SESSION_HEADER]: Type.Optional(Line('The `session_token`, unless the body has it.')) }),
  body: Type.Object({
    ...SessionFields,
    turn_id: Uuid('Made by the browser, one for each turn.'),
    text: optional(Type.String({ description: 'What the visitor says: 1 to 4,000 UTF-16 code units once trimmed.' })),
    action: optional(TurnAction),
    pow: optional(Solution),
    client_prompt: optional(Type.String({ maxLength: 1_000, description: 'What the page says of itself.' })),
    opening_message_shown: optional(Type.String({ maxLength: 1_000, description: 'What the widget said first.' })),
    page: optional(Page),
    user: optional(ProvenUser),
    locale: optional(Type.String({ maxLength: 35, description: 'The language of the page.' })),
    attachments: optional(
      Type.Array(Type.Unsafe<unknown>({ description: 'A file.' }), { maxItems: 0, description: 'None yet.' }),
    ),
  }),
  bodyExample: {
    session_id: '01a1ff8a-6fe7-7725-b702-c251740945a6',
    turn_id: '3f2c8f0e-6f3a-4a57-9a35-3f6f3b6c1d11',
    text: 'What does it cost?',
    pow: { id: 'WzE3Li4u.c2ln', number: 31_337 },
  },
  maxBytes: BODY_BYTES,
  lenientQuery: true,
  idempotency: 'none',
  success: {
    200: strictObject({
      success: Success,
      turn_id: Uuid('The turn.'),
      status: oneOf(['answered', 'pending', 'handoff'] as const, {
        description: '`pending`: ask `/pending` for the answer. `handoff`: a person has the conversation.',
      }),
      messages: Type.Array(ConversationMessage, { description: 'The answer.' }),
      done: Type.Boolean({ description: 'Whether the conversation was closed.' }),
      lead_id: nullable(Uuid('The lead that the visitor is, once one was made here.')),
      session_token: nullable(Line('A fresh token, where the old one ends soon.')),
      poll_after_ms: nullable(
        Type.Integer({ description: 'When to ask for more: a person may write at any time. Null once it is closed.' }),
      ),
    }),
  },
  errors: [...SESSION_ERRORS, ...PROOF_ERRORS, 'IDEMPOTENCY_KEY_REUSED', 'WIDGET_NOT_READY'],
});

export const pendingRepliesContract = contract({
  operationId: 'getPendingReplies',
  method: 'get',
  path: '/api/widget/v1/pending',
  tag,
  auth: 'widget',
  summary: 'Get what was said since a message, own messages too.',
  query: Type.Object({
    session_id: Uuid('The session.'),
    after: Type.Optional(Uuid('The last message that is known; without it the last 50 are answered.')),
  }),
  headers: Type.Object(SessionHeader),
  lenientQuery: true,
  success: {
    200: strictObject({
      success: Success,
      messages: Type.Array(ConversationMessage, { description: 'In their order, 50 at most.' }),
      typing: Type.Boolean({ description: 'Whether an answer is on its way.' }),
      human_active: Type.Boolean({ description: 'Whether a person has the conversation.' }),
      next_poll_ms: Type.Integer({ description: 'When to ask again.' }),
      done: Type.Boolean({ description: 'Whether the conversation was closed.' }),
    }),
  },
  errors: SESSION_ERRORS,
});

export const submitVisitorContract = contract({
  operationId: 'submitVisitor',
  method: 'post',
  path: '/api/widget/v1/visitor',
  tag,
  auth: 'widget',
  summary: 'Send the form that says who a visitor is.',
  description:
    'A `submission_id` that was sent before is answered as it was then. What is typed is matched to no known lead: the ' +
    'visitor’s lead is one of its own unless `user` proves who it is.',
  headers: Type.Object({ [SESSION_HEADER]: Type.Optional(Line('The `session_token`, unless the body has it.')) }),
  body: Type.Object({
    ...SessionFields,
    submission_id: Uuid('Made by the browser, one for each submission.'),
    pow: optional(Solution),
    fields: Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), {
      maxProperties: 50,
      description: 'What was filled in, by the keys of the form.',
    }),
    sms_consent: optional(
      Type.Object(
        {
          granted: Type.Boolean({ description: 'Whether the box was ticked.' }),
          text_hash: optional(
            Type.String({
              pattern: '^[0-9a-f]{64}$',
              description: 'The lower-case hex SHA-256 of the text that was shown.',
            }),
          ),
        },
        { description: 'Consent to text messages; granted, it needs a phone.' },
      ),
    ),
    website: optional(Type.String({ maxLength: 2_000, description: 'People leave it empty.' })),
    user: optional(ProvenUser),
    page: optional(Page),
    locale: optional(Type.String({ maxLength: 35, description: 'The language of the page.' })),
  }),
  bodyExample: {
    session_id: '01a1ff8a-6fe7-7725-b702-c251740945a6',
    submission_id: '3f2c8f0e-6f3a-4a57-9a35-3f6f3b6c1d11',
    fields: { first_name: 'Ana', email: 'ana@example.com' },
    pow: { id: 'WzE3Li4u.c2ln', number: 31_337 },
  },
  maxBytes: BODY_BYTES,
  lenientQuery: true,
  idempotency: 'none',
  success: {
    200: strictObject({
      success: Success,
      lead_id: nullable(Uuid('The lead that the visitor is; null where none was made.')),
      visitor_id: Uuid('The visitor, who is the same as long as the session lasts.'),
      created: Type.Boolean({ description: 'Whether something was stored.' }),
    }),
  },
  errors: [
    ...SESSION_ERRORS,
    ...PROOF_ERRORS,
    'IDEMPOTENCY_KEY_REUSED',
    'CONSENT_TEXT_CHANGED',
    'INVALID_PHONE',
    'WIDGET_NOT_READY',
  ],
});
