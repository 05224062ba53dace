import { type Static, Type } from '@sinclair/typebox';

const maybe = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = (maxLength: number, description: string) => maybe(Type.String({ maxLength, description }));

/**
 * The body of `POST /hooks/voice/{token}`, one event per request. Unknown keys are accepted. Events of unknown kinds
 * are stored and answered with 200.
 */
export const VoiceHookEvent = Type.Object(
  {
    event_id: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Unique ID of the event. Repeated events have no effect.',
    }),
    type: Type.String({ minLength: 1, maxLength: 64, description: 'Event type: `status` or `ended`.' }),
    call_id: Type.String({
      minLength: 1,
      maxLength: 255,
      description: '`call_id` of our request, or the one in its response.',
    }),
    status: text(
      64,
      'Status of the call: `registered`, `ringing`, `in_progress`, `ended`, `not_connected` or `failed`.',
    ),
    disconnection_reason: text(64, 'Disconnection reason, such as `user_hangup` or `dial_no_answer`.'),
    duration_seconds: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000 }), Type.Null()])),
    successful: Type.Optional(
      Type.Union([Type.Boolean({ description: 'Whether the call reached its goal.' }), Type.Null()]),
    ),
    transcript: Type.Optional(
      Type.Union([
        Type.Array(
          Type.Object(
            {
              role: Type.String({ maxLength: 64, description: 'Speaker: `agent` or `user`.' }),
              text: Type.String({ maxLength: 20_000, description: 'Words that were spoken in the turn.' }),
              at: text(64, 'Time of the turn (RFC 3339).'),
            },
            { additionalProperties: true },
          ),
          { maxItems: 5_000, description: 'Transcript of the call, in order.' },
        ),
        Type.Null(),
      ]),
    ),
    summary: text(20_000, 'Summary of the call.'),
    recording_url: text(2_048, 'URL of the recording.'),
    occurred_at: text(64, 'Time of the event (RFC 3339).'),
  },
  { additionalProperties: true, description: 'An event of a call.' },
);

export type VoiceHookEvent = Static<typeof VoiceHookEvent>;

/** Returns whether events of calls of this kind have an effect; others are kept without one. */
export const isVoiceEventType = (type: string): boolean => type === 'status' || type === 'ended';
