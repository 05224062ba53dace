import {
  described,
  named,
  nullable,
  oneOf,
  optional,
  Success,
  strictObject,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { type Choice, ConversationMessage } from '../conversations/messages.js';
import { PROOF_ERRORS } from './proof.js';
import { CAPTURE_TYPES } from './widgets.js';

export const PROOF_PURPOSES = ['turn', 'visitor'] as const;
export type ProofPurpose = (typeof PROOF_PURPOSES)[number];

const tag = 'Chat widget';
export const SESSION_HEADER = 'X-Widget-Session';
export const TICKET_HEADER = 'X-Widget-Ticket';

const SessionHeader = { [SESSION_HEADER]: Text('`session_token` from the configuration.') };
/** The query of the config for both transports. */
const ConfigQuery = {
  locale: Type.Optional(Type.String({ maxLength: 35, description: 'Language of the page, such as `es-ES`.' })),
  page_url: Type.Optional(Type.String({ maxLength: 2_048, description: "URL of the page. It isn't stored." })),
};

const FormField = strictObject({
  key: Text(),
  label: Text('Texts for visitors.'),
  type: oneOf(CAPTURE_TYPES),
  required: Type.Boolean({ description: 'Whether the field is required.' }),
  options: Type.Array(Type.String(), { description: 'Options of a `choice` field.' }),
});

/** Everything that a page needs to show a widget, in the language asked for. */
export const WidgetConfig = named(
  'WidgetConfig',
  strictObject({
    widget_id: Uuid(),
    agent: strictObject({
      name: Text('Name that visitors see.'),
      avatar_url: nullable(Text()),
    }),
    ai_notice: nullable(Text("Notice that replies are automated. Null if the agent doesn't show one.")),
    privacy_url: nullable(Text('URL of the privacy policy.')),
    theme: strictObject({
      primary_color: Text(),
      position: Text('Corner of the screen.'),
      launcher_text: nullable(Text('Text of the launcher button.')),
    }),
    opening_message: nullable(Text()),
    quick_replies: Type.Array(Type.String(), { description: 'Suggested first replies.' }),
    locale: Text('Language of the widget.'),
    capture_form: strictObject({
      enabled: Type.Boolean({ description: 'Whether the form is enabled.' }),
      lead_creation_on_submit: Type.Boolean({ description: 'Whether submitting the form creates a lead.' }),
      sms_consent: strictObject({
        enabled: Type.Boolean({ description: 'Whether the form asks for consent to text messages.' }),
        text: nullable(Text('Shown next to the checkbox of the form.')),
      }),
      fields: Type.Array(FormField),
    }),
    pow: strictObject({
      required: Type.Boolean({ description: 'Whether a proof of work is required.' }),
      purposes: Type.Array(oneOf(PROOF_PURPOSES), { description: 'Purposes that require a proof of work.' }),
    }),
    polling: strictObject({
      interval_ms: Type.Integer({ description: 'First polling interval in milliseconds.' }),
      max_ms: Type.Integer({ description: 'Maximum polling duration in milliseconds.' }),
    }),
    telemetry: strictObject({
      enabled: Type.Boolean({ description: 'Whether telemetry is enabled.' }),
      sample_rate: Type.Number({ description: 'Share of browsers that send telemetry.' }),
    }),
    business_hours: strictObject({
      open_now: Type.Boolean({ description: 'Whether users are available now.' }),
      next_open_at: nullable(Timestamp("Time at which users are available next, if they aren't now.")),
    }),
    features: strictObject({
      attachments: Type.Boolean({ description: 'Whether files can be sent.' }),
      meeting_booking: Type.Boolean({ description: 'Whether meetings can be booked in the chat.' }),
      handoff: Type.Boolean({ description: 'Whether the conversation can be handed off to a user.' }),
    }),
    limits: strictObject({ text: Type.Integer({ description: 'Maximum length of a message in UTF-16 code units.' }) }),
  }),
);

const ConfigAnswer = named(
  'WidgetConfigAnswer',
  strictObject({
    success: Success,
    config: WidgetConfig,
    session_id: nullable(Uuid('ID of the session. Null if a frame will start one.')),
    session_token: nullable(
      Text('Session token. Send it with each request in X-Widget-Session. Null if a frame will start the session.'),
    ),
    resumed: Type.Boolean({ description: 'Whether the session of the sent token was resumed.' }),
    history: Type.Array(ConversationMessage, { description: 'Last messages of the session, at most 50.' }),
    done: Type.Boolean({ description: 'Whether the conversation is closed.' }),
    frame: Type.Optional(
      strictObject({
        url: Text('URL of the page to embed.'),
        ticket: Text('Ticket for the frame, which must redeem it within 60 seconds.'),
      }),
    ),
    config_version: Type.Integer({ description: 'Version number, which increases with each change of the widget.' }),
  }),
);
const configErrors = ['INVALID_SESSION', 'SESSION_EXPIRED', 'WIDGET_NOT_READY'] as const;

export const getChatConfigContract = contract({
  operationId: 'getChatConfig',
  method: 'get',
  path: '/api/public/chat/config',
  tag,
  auth: 'widget',
  summary: 'Get the configuration of the chat for a web page, with a session.',
  description:
    "Called by the web page, whose `Origin` must be in the widget's allowed domains. A session token that is " +
    'valid, or expired at most 30 days ago, is replaced by a new token for the same session. With ' +
    '`transport=frame`, the response has the URL of a frame and a ticket instead of a session.',
  query: Type.Object({
    ...ConfigQuery,
    transport: Type.Optional(
      oneOf(['page', 'frame'] as const, { description: 'Way in which the chat is embedded. Defaults to `page`.' }),
    ),
  }),
  headers: Type.Object({ [SESSION_HEADER]: Type.Optional(Text('Token of an earlier session.')) }),
  lenientQuery: true,
  success: { 200: ConfigAnswer },
  errors: configErrors,
});

export const getFrameConfigContract = contract({
  operationId: 'getFrameConfig',
  method: 'get',
  path: '/api/widget/v1/config',
  tag,
  auth: 'widget',
  summary: 'Get the configuration of the chat for the frame, with a session.',
  description:
    "Called by the frame, whose requests come from this service's origin. The ticket identifies the " +
    "embedding page. Without a ticket, only the frame's `frame-ancestors` restricts embedding.",
  query: Type.Object({ ...ConfigQuery }),
  headers: Type.Object({
    [SESSION_HEADER]: Type.Optional(Text('Token of an earlier session.')),
    [TICKET_HEADER]: Type.Optional(Text('Ticket that the embedding page received.')),
  }),
  lenientQuery: true,
  success: { 200: ConfigAnswer },
  errors: configErrors,
});

export const getPowChallengeContract = contract({
  operationId: 'getPowChallenge',
  method: 'get',
  path: '/api/widget/v1/pow-challenge',
  tag,
  auth: 'widget',
  summary: 'Get a proof-of-work challenge for a message or a form.',
  description:
    'Find the integer from 0 to `max_number` for which the lowercase hex SHA-256 of `salt` followed by the ' +
    'number (decimal, without leading zeros) equals `challenge`. Any ALTCHA solver works. A solution is ' +
    'valid for one request of this session. Requesting many challenges within a minute makes them harder.',
  query: Type.Object({
    purpose: oneOf(PROOF_PURPOSES),
    session_id: Uuid(),
  }),
  headers: Type.Object(SessionHeader),
  lenientQuery: true,
  success: {
    200: strictObject({
      success: Success,
      challenge: strictObject({
        id: Text('ID of the challenge. Send it with the number.'),
        algorithm: Type.Literal('SHA-256', { description: 'Hash algorithm.' }),
        salt: Text('64 ASCII characters that end with `&`.'),
        challenge: Text('Hash to find.'),
        max_number: Type.Integer({ description: 'Largest possible number.' }),
        signature: Text('Same as the signature in `id`, for ALTCHA solvers.'),
        expires_at: Timestamp('Time at which the challenge expires, after two minutes.'),
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
    session_id: optional(Uuid()),
    events: Type.Array(
      Type.Object({
        type: oneOf(TELEMETRY_TYPES),
        ts: Type.Integer({ description: "Time of the event by the browser's clock, in milliseconds since 1970." }),
        data: Type.Optional(
          Type.Unsafe<unknown>({
            description: 'Data of the event, at most 1 KB. Only `ms` of a duration and `code` of an error are stored.',
          }),
        ),
      }),
      { maxItems: 20, description: 'Events, at most 20.' },
    ),
  }),
);

export const sendWidgetTelemetryContract = contract({
  operationId: 'sendWidgetTelemetry',
  method: 'post',
  path: '/api/widget/v1/telemetry',
  tag,
  auth: 'widget',
  summary: 'Send telemetry of the chat.',
  description: 'Best effort: with a valid key, the response is always 204. Beacons send the body as `text/plain`.',
  mediaTypes: { 'application/json': TelemetryBody, 'text/plain': TelemetryBody },
  maxBytes: 64 * 1024,
  lenientQuery: true,
  idempotency: 'none',
  success: { 204: null },
  errors: [],
});

const SESSION_ERRORS = ['INVALID_SESSION', 'SESSION_EXPIRED'] as const;
const BODY_BYTES = 64 * 1024;

/** A visitor's text: what only the browser limits is cut off by the server, unknown keys are passed over. */
const SaidText = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...described(description) });

/** In the bodies of both writes. */
const SessionFields = {
  session_id: Uuid(),
  session_token: optional(
    Type.String({ maxLength: 2_000, description: 'Session token. Alternative to the header X-Widget-Session.' }),
  ),
};
const Solution = Type.Object(
  {
    id: Type.String({ maxLength: 2_000, description: '`id` of the challenge.' }),
    number: Type.Integer({ minimum: 0, maximum: 2_000_000, description: 'The number that solves the challenge.' }),
  },
  { description: 'A solved challenge. Required if the configuration says so.' },
);
const Page = Type.Object(
  {
    url: Type.String({ maxLength: 8_192, description: 'URL of the page. Its path and `utm_` parameters are stored.' }),
    title: optional(Type.String({ maxLength: 500 })),
    referrer: optional(Type.String({ maxLength: 8_192 })),
  },
  { description: 'The page that shows the widget.' },
);

/** A visitor's action instead of a text. */
const TurnAction = Type.Unsafe<Choice>({
  type: 'object',
  description: 'A selected element, as an alternative to text.',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    Type.Object({
      type: Type.Literal('quick_reply', { description: 'A suggested reply.' }),
      label: SaidText(200),
    }),
    Type.Object({
      type: Type.Literal('book_meeting', { description: 'A slot for a meeting.' }),
      slot_id: SaidText(64),
    }),
    Type.Object({
      type: Type.Literal('form', { description: 'A completed form.' }),
      fields: Type.Record(Type.String(), SaidText(500, 'An answer.'), {
        minProperties: 1,
        maxProperties: 20,
        description: 'Answers, by the keys of the form.',
      }),
    }),
  ],
});

const ProvenUser = Type.Object(
  {
    email: optional(Type.String({ maxLength: 320, description: 'Email address of the user on the site.' })),
    external_id: optional(SaidText(255, 'ID of the user on the site.')),
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        "Lowercase hex HMAC-SHA256 with the widget's identity secret, computed by the site's server: of the one " +
        'value, or of `external_id`, a line feed and `email` if both are set. If only `external_id` is signed, ' +
        '`email` is ignored.',
    }),
  },
  { description: "Proof of the visitor's identity." },
);

export const sendChatTurnContract = contract({
  operationId: 'sendChatTurn',
  method: 'post',
  path: '/api/widget/v1/turn',
  tag,
  auth: 'widget',
  summary: 'Send a message in a chat.',
  description:
    'Send `text` or `action`. Repeating a `turn_id` returns the first response without a new proof of work. ' +
    'With a different text or action, it returns 422. `handoff` means that a user handles the conversation. ' +
    'With `user`, the chat belongs to the lead with the proven identity, if there is one. The latest page ' +
    'details are used from then on.',
  headers: Type.Object({ [SESSION_HEADER]: Type.Optional(Text('`session_token`, unless the body has it.')) }),
  body: Type.Object({
    ...SessionFields,
    turn_id: Uuid('Unique ID of the turn, generated by the browser.'),
    text: optional(Type.String({ description: 'Text of the message: 1 to 4,000 UTF-16 code units after trimming.' })),
    action: optional(TurnAction),
    pow: optional(Solution),
    client_prompt: optional(Type.String({ maxLength: 1_000, description: 'Client-side context.' })),
    opening_message_shown: optional(Type.String({ maxLength: 1_000, description: 'Opening message that was shown.' })),
    page: optional(Page),
    user: optional(ProvenUser),
    locale: optional(Type.String({ maxLength: 35, description: 'Language of the page.' })),
    attachments: optional(
      Type.Array(Type.Unsafe<unknown>({ description: 'A file that the visitor attached.' }), {
        maxItems: 0,
        description: 'Attachments. Not supported yet.',
      }),
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
      turn_id: Uuid(),
      status: oneOf(['answered', 'pending', 'handoff'] as const, {
        description: '`pending`: poll `/pending` for the reply. `handoff`: a user handles the conversation.',
      }),
      messages: Type.Array(ConversationMessage, { description: 'Messages of the reply.' }),
      done: Type.Boolean({ description: 'Whether the conversation is closed.' }),
      lead_id: nullable(Uuid("ID of the visitor's lead. Null if the form created none.")),
      session_token: nullable(Text('New session token, if the old one expires soon.')),
      poll_after_ms: nullable(
        Type.Integer({
          description:
            'Milliseconds until the next poll, because users can write at any time. Null if the conversation is ' +
            'closed.',
        }),
      ),
    }),
  },
  errors: [...SESSION_ERRORS, ...PROOF_ERRORS, 'IDEMPOTENCY_KEY_REUSED', 'WIDGET_NOT_READY'],
});

export const getPendingRepliesContract = contract({
  operationId: 'getPendingReplies',
  method: 'get',
  path: '/api/widget/v1/pending',
  tag,
  auth: 'widget',
  summary: "List the messages after a given one, including the visitor's.",
  query: Type.Object({
    session_id: Uuid(),
    after: Type.Optional(Uuid('ID of the last known message. Defaults to the last 50 messages.')),
  }),
  headers: Type.Object(SessionHeader),
  lenientQuery: true,
  success: {
    200: strictObject({
      success: Success,
      messages: Type.Array(ConversationMessage, { description: 'Messages in order, at most 50.' }),
      typing: Type.Boolean({ description: 'Whether a reply is being prepared.' }),
      human_active: Type.Boolean({ description: 'Whether a user handles the conversation.' }),
      next_poll_ms: Type.Integer({ description: 'Milliseconds until the next poll.' }),
      done: Type.Boolean({ description: 'Whether the conversation is closed.' }),
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
  summary: 'Submit the contact form of a visitor.',
  description:
    'Repeating a `submission_id` returns the first response. The entered values are never matched to an ' +
    'existing lead: the visitor gets a new lead, unless `user` proves an identity.',
  headers: Type.Object({ [SESSION_HEADER]: Type.Optional(Text('`session_token`, unless the body has it.')) }),
  body: Type.Object({
    ...SessionFields,
    submission_id: Uuid('Unique ID of the submission, generated by the browser.'),
    pow: optional(Solution),
    fields: Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), {
      maxProperties: 50,
      description: 'Values of the form, by key.',
    }),
    sms_consent: optional(
      Type.Object(
        {
          granted: Type.Boolean({ description: 'Whether the visitor gave consent.' }),
          text_hash: optional(
            Type.String({
              pattern: '^[0-9a-f]{64}$',
              description: 'Lowercase hex SHA-256 of the consent text that was shown.',
            }),
          ),
        },
        { description: 'Consent to text messages. Requires a phone number.' },
      ),
    ),
    website: optional(Type.String({ maxLength: 2_000, description: 'Honeypot field. Must be empty.' })),
    user: optional(ProvenUser),
    page: optional(Page),
    locale: optional(Type.String({ maxLength: 35, description: 'Language of the page.' })),
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
      lead_id: nullable(Uuid("ID of the visitor's lead. Null if none was created.")),
      visitor_id: Uuid('ID of the visitor, which is constant during the session.'),
      created: Type.Boolean({ description: 'Whether data was stored.' }),
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
