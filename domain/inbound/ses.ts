import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { asObject, asObjects, asText, type Json } from './provider-event.js';

type SesEvent = Pick<EmailHookEvent, 'type' | 'to' | 'bounce'> & { message_id: string | null };

const MAX = 300_000;

/**
 * Reads a notification of Amazon SES that SNS sends by e-mail: the JSON in its text. Undefined where the text holds
 * none. Subscription notices and what else SNS sends are no notification.
 */
export function readSesMail(text: string): SesEvent | undefined {
  const outer = parsed(text.slice(0, MAX));
  const record = outer && (asText(outer.Message) ? (parsed(asText(outer.Message) as string) ?? outer) : outer);
  if (!record) return undefined;
  const mail = asObject(record.mail);
  const header = asObjects(mail.headers).find(({ name }) => String(name).toLowerCase() === 'message-id');
  const message_id = asText(header?.value) ?? asText(asObject(mail.commonHeaders).messageId) ?? asText(mail.messageId);
  switch (asText(record.notificationType) ?? asText(record.eventType)) {
    case 'Bounce':
      return { message_id, ...bounceOf(asObject(record.bounce)) };
    case 'Complaint':
      return { message_id, type: 'complaint', to: addressIn(asObject(record.complaint).complainedRecipients) };
    case 'Delivery':
      return { message_id, type: 'delivered', to: asText((asObject(record.delivery).recipients as unknown[])?.[0]) };
    default:
      return undefined;
  }
}

function bounceOf(bounce: Json): Pick<EmailHookEvent, 'type' | 'to' | 'bounce'> {
  const [recipient = {}] = asObjects(bounce.bouncedRecipients);
  const diagnostic = asText(recipient.diagnosticCode)?.replace(/^smtp;\s*/i, '') ?? null;
  const isGone = bounce.bounceType === 'Permanent' && ['General', 'NoEmail'].includes(String(bounce.bounceSubType));
  return {
    type: 'bounce',
    to: addressIn(bounce.bouncedRecipients),
    bounce: {
      kind: isGone ? 'hard' : 'soft',
      code: asText(recipient.status)?.slice(0, 64) ?? null,
      diagnostic: diagnostic?.slice(0, 4_000) ?? asText(bounce.bounceSubType),
    },
  };
}

const addressIn = (recipients: unknown): string | null => asText(asObjects(recipients)[0]?.emailAddress);

/** The JSON object that a text begins with; SNS adds a note below it. */
function parsed(text: string): Json | undefined {
  const from = text.indexOf('{');
  const note = text.indexOf('\n--', from);
  const end = text.lastIndexOf('}', note < 0 ? text.length : note);
  if (from < 0 || from > 200 || end < from) return undefined;
  try {
    // Mail programs break long lines, which no string of JSON may hold.
    return asObject(JSON.parse(text.slice(from, end + 1).replace(/[\r\n]+/g, ' ')));
  } catch {
    return undefined;
  }
}
