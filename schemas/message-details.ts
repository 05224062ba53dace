import { JsonObject, Timestamp, Type } from './common.js';

/** The fields that only some messages have in addition to their text and files; absent if they don't apply. */
export const MESSAGE_DETAILS = {
  values: Type.Optional(
    JsonObject(
      'Structured content of a WhatsApp message: the answers of a `form`, `contacts`, a `location`, an ' +
        '`order`, the `product` it refers to, or the `referral` (ad or post) that led to it.',
    ),
  ),
  edited_at: Type.Optional(
    Timestamp('Time at which the sender last edited the message. `content` is the edited text.'),
  ),
  deleted_at: Type.Optional(Timestamp('Time at which the sender deleted the message for everyone.')),
  sent_outside: Type.Optional(
    Type.Boolean({
      description:
        'Whether a user sent the message outside this service: in the WhatsApp Business app, or from their mailbox.',
    }),
  ),
};
