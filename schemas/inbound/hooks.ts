import { type Static, Type } from '@sinclair/typebox';

const maybe = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Unsafe>>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const text = (maxLength: number, description: string) => maybe(Type.String({ maxLength, description }));
const MiB = 1024 * 1024;

/**
 * The body of `POST /hooks/email/{token}`, one event per request. Unknown keys are accepted, because those who forward
 * mail add fields over time, and a rejected event is a lost one. Events of unknown kinds are stored and answered with
 * 200.
 */
export const EmailHookEvent = Type.Object(
  {
    event_id: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Unique ID of the event. Repeated events have no effect.',
    }),
    type: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        '`reply`, `bounce`, `complaint`, `unsubscribed`, `delivered`, `deferred`, `opened` or `clicked`. Other types ' +
        'are stored without effect.',
    }),
    message_id: text(998, 'Message-ID of the reply. For other events, Message-ID of the email that we sent.'),
    in_reply_to: text(998, 'In-Reply-To header of a reply.'),
    references: Type.Optional(
      Type.Union([
        Type.Array(Type.String({ maxLength: 998 }), {
          maxItems: 200,
          description: 'References header of a reply, oldest first.',
        }),
        Type.String({ maxLength: 20_000 }),
        Type.Null(),
      ]),
    ),
    from: text(2_000, 'Author of the reply, as an address or `Name <address>`.'),
    to: text(2_000, 'Recipient of the reply.'),
    subject: text(2_000, 'Subject of the reply.'),
    text: text(MiB, 'Plain text of the reply.'),
    html: text(2 * MiB, 'HTML of the reply.'),
    calendar: text(
      MiB,
      "`text/calendar` part (iCalendar) of the reply. Responses to invitations update the meeting and don't " +
        'count as replies.',
    ),
    headers: Type.Optional(
      Type.Union([
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'Headers of the reply, if available. They help to detect automatic replies.',
        }),
        Type.Null(),
      ]),
    ),
    occurred_at: text(64, 'Time of the event (RFC 3339).'),
    sent_at: text(
      64,
      'Time at which your provider accepted the email (RFC 3339). Without an ID of the email, `to` and this time find it.',
    ),
    url: text(2_048, 'Link that was clicked.'),
    is_machine: maybe(
      Type.Unsafe<boolean>({
        type: 'boolean',
        description:
          'Whether your provider reports that a machine opened the email or clicked, such as SendGrid with ' +
          '`sg_machine_open`. Such an event has no effect by default.',
      }),
    ),
    user_agent: text(
      1_000,
      'User agent that opened the email or clicked. Those of machines have no effect by default.',
    ),
    bounce: Type.Optional(
      Type.Union([
        Type.Object(
          {
            kind: Type.Unsafe<'soft' | 'hard'>({
              type: 'string',
              enum: ['soft', 'hard'],
              description: '`soft` for temporary failures, `hard` for permanent ones.',
            }),
            cause: Type.Optional(
              Type.Union([
                Type.Unsafe<'sender'>({
                  type: 'string',
                  description:
                    '`sender`: rejected because of the sender (its domain, authentication, reputation or quota). The address ' +
                    'remains usable.',
                }),
                Type.Null(),
              ]),
            ),
            code: text(64, 'SMTP or enhanced status code.'),
            diagnostic: text(4_000, 'Response of the other server.'),
          },
          { additionalProperties: true },
        ),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: true, description: 'An event of an email, or a reply to one.' },
);

export type EmailHookEvent = Static<typeof EmailHookEvent>;
