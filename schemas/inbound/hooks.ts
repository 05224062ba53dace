import { type Static, Type } from '@sinclair/typebox';

const maybe = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Unsafe>>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const text = (maxLength: number, description: string) => maybe(Type.String({ maxLength, description }));
const MiB = 1024 * 1024;

/**
 * What `POST /hooks/email/{token}` takes, one event a request. Keys it doesn't know are let through: those who forward
 * mail add fields over time, and a refused event is a lost one. Kinds it doesn't know are stored and answered 200.
 */
export const EmailHookEvent = Type.Object(
  {
    event_id: Type.String({ minLength: 1, maxLength: 255, description: 'Unique per event; a repeat has no effect.' }),
    type: Type.String({
      minLength: 1,
      maxLength: 64,
      description: '`reply`, `bounce`, `complaint`, `delivered` or `opened`; others are stored without effect.',
    }),
    message_id: text(998, 'Of a reply its own Message-ID, of any other event that of the mail we sent.'),
    in_reply_to: text(998, 'The In-Reply-To header of a reply.'),
    references: Type.Optional(
      Type.Union([
        Type.Array(Type.String({ maxLength: 998 }), {
          maxItems: 200,
          description: 'The References header, oldest first.',
        }),
        Type.String({ maxLength: 20_000 }),
        Type.Null(),
      ]),
    ),
    from: text(2_000, 'Who wrote the reply, as address or `Name <address>`.'),
    to: text(2_000, 'Whom it was addressed to.'),
    subject: text(2_000, 'Its subject.'),
    text: text(MiB, 'Its plain part.'),
    html: text(2 * MiB, 'Its HTML part.'),
    headers: Type.Optional(
      Type.Union([
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'Headers of a reply, where the sender of the event has them; they tell automatic replies.',
        }),
        Type.Null(),
      ]),
    ),
    occurred_at: text(64, 'When it happened (RFC 3339).'),
    bounce: Type.Optional(
      Type.Union([
        Type.Object(
          {
            kind: Type.Unsafe<'soft' | 'hard'>({
              type: 'string',
              enum: ['soft', 'hard'],
              description: '`soft` may heal, `hard` will not.',
            }),
            cause: Type.Optional(
              Type.Union([
                Type.Unsafe<'sender'>({
                  type: 'string',
                  description:
                    '`sender`: refused because of the sender (its domain, authentication, reputation, quota). The address stays usable.',
                }),
                Type.Null(),
              ]),
            ),
            code: text(64, 'The SMTP or enhanced status code.'),
            diagnostic: text(4_000, 'What the other server said.'),
          },
          { additionalProperties: true },
        ),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: true, description: 'Something that happened to an e-mail, or a reply to one.' },
);

export type EmailHookEvent = Static<typeof EmailHookEvent>;
