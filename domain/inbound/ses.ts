import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import {
  asObject,
  asObjects,
  asText,
  type Json,
  MESSAGE_KEY,
  mailEvent,
  type ProviderEvent,
  unknownEvent,
} from './provider-event.js';

type SesEvent = Pick<EmailHookEvent, 'type' | 'to' | 'bounce' | 'url' | 'user_agent'> & { message_id: string | null };

const MAX = 300_000;
/** Permanent bounces that are about the address; SES suppresses one that bounced before. */
const PERMANENT_SUBTYPES = new Set(['General', 'NoEmail', 'Suppressed', 'OnAccountSuppressionList']);

/**
 * Reads a notification of Amazon SES that SNS sends by e-mail: the JSON in its text. Undefined where the text holds
 * none. Subscription notices and what else SNS sends are no notification.
 */
export function readSesMail(text: string): SesEvent | undefined {
  const outer = parsed(text.slice(0, MAX));
  const record = outer && (asText(outer.Message) ? (parsed(asText(outer.Message) as string) ?? outer) : outer);
  return record && sesEvent(record);
}

/** Kinds without an effect: SES accepted the email, or a template that we don't use failed. */
const QUIET = new Set(['Send', 'Rendering Failure', 'AmazonSnsSubscriptionSucceeded']);

/**
 * Reads a message of Amazon SNS with an event of SES. Undefined: not of SNS's shape. The confirmation of a subscription
 * is answered before, and has no further effect.
 */
export function readSesWebhook(body: unknown): ProviderEvent | undefined {
  const envelope = asObject(body);
  const id = asText(envelope.MessageId);
  const type = asText(envelope.Type);
  if (id === null || type === null) return undefined;
  if (type === 'SubscriptionConfirmation') return { eventId: id.slice(0, 255), type: 'ses.subscribed', payload: {} };
  if (type !== 'Notification') return unknownEvent(id, type, {});
  const record = parsed(asText(envelope.Message) ?? '');
  // SES writes a sentence when an event destination is set up.
  if (!record) return { eventId: id.slice(0, 255), type: 'ses.notice', payload: {} };
  const kind = kindOf(record);
  if (kind === null || QUIET.has(kind)) return { eventId: id.slice(0, 255), type: 'ses.other', payload: record };
  const event = sesEvent(record);
  return event ? mailEvent(id, { ...event, occurred_at: timeOf(record, kind) }) : unknownEvent(id, kind, record);
}

/** The name of the kind of an event: notifications of an identity call it differently. */
const kindOf = (record: Json): string | null => asText(record.eventType) ?? asText(record.notificationType);

/** Returns the time of an event. Each kind has its details, with a time, under its own name. */
const timeOf = (record: Json, kind: string): string | null => {
  const details = asObject(record[`${kind.slice(0, 1).toLowerCase()}${kind.slice(1)}`]);
  return asText(details.timestamp) ?? asText(asObject(record.mail).timestamp);
};

function sesEvent(record: Json): SesEvent | undefined {
  const message_id = messageIdOf(asObject(record.mail));
  const [to = null] = (asObject(record.mail).destination as unknown[] | undefined)?.map?.(asText) ?? [];
  switch (kindOf(record)) {
    case 'Bounce':
      return { message_id, ...bounceOf(asObject(record.bounce)) };
    case 'Complaint': {
      const { complainedRecipients, complaintFeedbackType } = asObject(record.complaint);
      const type = complaintFeedbackType === 'not-spam' ? 'ses.not_spam' : 'complaint';
      return { message_id, type, to: addressIn(complainedRecipients) };
    }
    case 'Delivery':
      return { message_id, type: 'delivered', to: asText((asObject(record.delivery).recipients as unknown[])?.[0]) };
    case 'DeliveryDelay':
      return { message_id, type: 'deferred', to: addressIn(asObject(record.deliveryDelay).delayedRecipients) };
    case 'Open':
      return { message_id, type: 'opened', to, user_agent: agentOf(record.open) };
    case 'Click': {
      const url = asText(asObject(record.click).link)?.slice(0, 2_048) ?? null;
      return { message_id, type: 'clicked', to, url, user_agent: agentOf(record.click) };
    }
    case 'Subscription':
      return { message_id, type: 'unsubscribed', to };
    case 'Reject': {
      // SES found malware in the email and sent it to no one.
      const bounce = { kind: 'soft', cause: 'sender', code: null, diagnostic: asText(asObject(record.reject).reason) };
      return { message_id, type: 'bounce', to, bounce: bounce as EmailHookEvent['bounce'] };
    }
    default:
      return undefined;
  }
}

/** Our message: by the tag that the mail left with, or else by its own headers. SES gives it another Message-ID. */
function messageIdOf(mail: Json): string | null {
  const tagged = asObject(mail.tags)[MESSAGE_KEY];
  const header = asObjects(mail.headers).find(({ name }) => String(name).toLowerCase() === 'message-id');
  return (
    asText(Array.isArray(tagged) ? tagged[0] : null) ??
    asText(header?.value) ??
    asText(asObject(mail.commonHeaders).messageId) ??
    asText(mail.messageId)
  );
}

const agentOf = (details: unknown): string | null => asText(asObject(details).userAgent)?.slice(0, 1_000) ?? null;

function bounceOf(bounce: Json): Pick<EmailHookEvent, 'type' | 'to' | 'bounce'> {
  const [recipient = {}] = asObjects(bounce.bouncedRecipients);
  const diagnostic = asText(recipient.diagnosticCode)?.replace(/^smtp;\s*/i, '') ?? null;
  const isGone = bounce.bounceType === 'Permanent' && PERMANENT_SUBTYPES.has(String(bounce.bounceSubType));
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
