import { JsonObject, Timestamp, Type } from './common.js';

/** What only some messages show in addition to their text and files; absent where it doesn't apply. */
export const MESSAGE_DETAILS = {
  values: Type.Optional(
    JsonObject(
      'What it says as fields, where WhatsApp gives them: the answers of a `form`, `contacts`, a `location`, an ' +
        '`order`, the `product` it asks about, or the `referral` (ad or post) that led to it.',
    ),
  ),
  edited_at: Type.Optional(Timestamp('When its sender edited it last; `content` is what it says since then.')),
  deleted_at: Type.Optional(Timestamp('When its sender deleted it for everyone.')),
  sent_outside: Type.Optional(
    Type.Boolean({ description: 'Whether a person sent it outside of this service, in the WhatsApp Business app.' }),
  ),
};
