import { type Static, Type } from '@sinclair/typebox';

const maybe = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = (maxLength: number, description: string) => maybe(Type.String({ maxLength, description }));

/**
 * What `POST /hooks/voice/{token}` takes, one event a request. Keys it doesn't know are let through, kinds it doesn't
 * know are stored and answered 200.
 */
export const VoiceHookEvent = Type.Object(
  {
    event_id: Type.String({ minLength: 1, maxLength: 255, description: 'Unique per event; a repeat has no effect.' }),
    type: Type.String({ minLength: 1, maxLength: 64, description: '`status` or `ended`.' }),
    call_id: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The `call_id` of our request, or the one that answered it.',
    }),
    status: text(64, '`registered`, `ringing`, `in_progress`, `ended`, `not_connected` or `failed`.'),
    disconnection_reason: text(64, 'Why it ended, such as `user_hangup` or `dial_no_answer`.'),
    duration_seconds: Type.Optional(
      Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000, description: 'How long it took.' }), Type.Null()]),
    ),
    successful: Type.Optional(Type.Union([Type.Boolean({ description: 'Whether it reached its goal.' }), Type.Null()])),
    transcript: Type.Optional(
      Type.Union([
        Type.Array(
          Type.Object(
            {
              role: Type.String({ maxLength: 64, description: '`agent` or `user`.' }),
              text: Type.String({ maxLength: 20_000, description: 'What was said.' }),
              at: text(64, 'When (RFC 3339).'),
            },
            { additionalProperties: true },
          ),
          { maxItems: 5_000, description: 'What was said, in order.' },
        ),
        Type.Null(),
      ]),
    ),
    summary: text(20_000, 'What was said, in short.'),
    recording_url: text(2_048, 'Where the recording is.'),
    occurred_at: text(64, 'When it happened (RFC 3339).'),
  },
  { additionalProperties: true, description: 'Something that happened to a call.' },
);

export type VoiceHookEvent = Static<typeof VoiceHookEvent>;

/** Tells whether events of calls of this kind have an effect; others are kept without one. */
export const isVoiceEventType = (type: string): boolean => type === 'status' || type === 'ended';
