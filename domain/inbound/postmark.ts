import { createHash } from 'node:crypto';
import {
  asNumber,
  asObject,
  asObjects,
  asText,
  type Json,
  MESSAGE_KEY,
  mailEvent,
  type ProviderEvent,
} from './provider-event.js';

/**
 * Bounce types that say that the address does not take mail. The others may heal or say something about the sender
 * instead: `Blocked` and `DMARCPolicy` are refusals of what was sent and of whom it came from.
 */
const HARD = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated']);
/** Bounce types that are about the sender or what it wrote. */
const SENDERS = new Set([
  'Blocked',
  'DMARCPolicy',
  'SpamNotification',
  'SMTPApiError',
  'Unconfirmed',
  'VirusNotification',
]);
/** The reports that Postmark counts as bounces although the email arrived or isn't ours. */
const NO_BOUNCE = new Set([
  ...['AutoResponder', 'Subscribe', 'AddressChange', 'ChallengeVerification', 'OpenRelayTest', 'InboundError'],
  'TemplateRenderingFailed',
]);
/** Readers who want no more mail, by whatever button. */
const UNWANTED = new Set(['SpamComplaint', 'Unsubscribe']);

/**
 * Reads one webhook of Postmark as an event of the e-mail shape: inbound mails, bounces, spam complaints and
 * unsubscribing, deliveries and openings; other records are kept as they came. Undefined: not of Postmark's shape.
 */
export function readPostmarkWebhook(body: unknown): ProviderEvent | undefined {
  const record = asObject(body);
  const messageId = asText(record.MessageID);
  const type = asText(record.RecordType);
  if (type === null) return messageId !== null && 'From' in record ? inbound(record, messageId) : undefined;
  const mine = ownId(record);
  const base = { message_id: mine ?? messageId, occurred_at: null };
  switch (type) {
    case 'Bounce':
    case 'SpamComplaint': {
      const eventId = `${type}/${asText(record.ID) ?? hash(record)}/${messageId ?? ''}`.slice(0, 255);
      const to = asText(record.Email);
      const at = asText(record.BouncedAt);
      const sort = asText(record.Type) ?? '';
      if (type === 'SpamComplaint' || UNWANTED.has(sort)) {
        return mailEvent(eventId, { ...base, type: 'complaint', to, occurred_at: at });
      }
      if (NO_BOUNCE.has(sort)) return { eventId, type: 'postmark.other', payload: record };
      const kind = HARD.has(sort) ? 'hard' : 'soft';
      const reported = asText(record.Details) ?? asText(record.Description);
      const cause = SENDERS.has(sort) ? { cause: 'sender' as const } : {};
      const bounce = { kind, ...cause, code: codeIn(reported), diagnostic: reported?.slice(0, 4_000) ?? null } as const;
      return mailEvent(eventId, { ...base, type: 'bounce', to, occurred_at: at, bounce });
    }
    case 'SubscriptionChange': {
      // Only what the reader did: Postmark tells of its own suppressions as bounces and complaints.
      const left = record.SuppressSending === true && record.Origin === 'Recipient';
      const at = asText(record.ChangedAt);
      const eventId = `SubscriptionChange/${messageId}/${asText(record.Recipient) ?? ''}/${at ?? ''}`;
      if (!left) return { eventId: eventId.slice(0, 255), type: 'postmark.other', payload: record };
      return mailEvent(eventId, { ...base, type: 'complaint', to: asText(record.Recipient), occurred_at: at });
    }
    case 'Delivery':
      return mailEvent(`Delivery/${messageId}/${asText(record.Recipient) ?? ''}`, {
        ...base,
        type: 'delivered',
        occurred_at: asText(record.DeliveredAt),
      });
    case 'Open':
      return mailEvent(`Open/${messageId}/${asText(record.ReceivedAt) ?? ''}`, {
        ...base,
        type: 'opened',
        occurred_at: asText(record.ReceivedAt),
      });
    default:
      return { eventId: `${type}/${hash(record)}`, type: 'postmark.other', payload: record };
  }
}

function inbound(record: Json, messageId: string): ProviderEvent {
  const headers = Object.fromEntries(
    asObjects(record.Headers).flatMap((header) => {
      const name = asText(header.Name);
      return name === null ? [] : [[name.toLowerCase(), asText(header.Value) ?? '']];
    }),
  );
  const header = (name: string): string | null => headers[name] ?? null;
  return mailEvent(`Inbound/${messageId}`, {
    type: 'reply',
    message_id: header('message-id') ?? `<${messageId}@inbound.postmarkapp.com>`,
    in_reply_to: header('in-reply-to'),
    references: header('references')?.slice(0, 20_000) ?? null,
    from: asText(asObject(record.FromFull).Email) ?? asText(record.From),
    to: asText(record.OriginalRecipient) ?? asText(record.To),
    subject: asText(record.Subject)?.slice(0, 2_000) ?? null,
    text: asText(record.TextBody),
    html: asText(record.HtmlBody),
    ...calendarPart(record),
    headers,
    occurred_at: asText(record.Date),
  });
}

function calendarPart(record: Json): { calendar?: string } {
  const part = asObjects(record.Attachments).find(({ ContentType }) =>
    /^(text\/calendar|application\/ics)\b/i.test(asText(ContentType) ?? ''),
  );
  const content = part && asText(part.Content)?.slice(0, 600_000);
  return content ? { calendar: Buffer.from(content, 'base64').toString('utf8') } : {};
}

/** Our message id, where the mail left with it among its metadata. */
const ownId = (record: Json): string | null => asText(asObject(record.Metadata)[MESSAGE_KEY]);

const codeIn = (text: string | null): string | null => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text ?? '')?.[0] ?? null;

const hash = (record: Json): string =>
  asNumber(record.ID) !== null ? String(record.ID) : createHash('sha256').update(JSON.stringify(record)).digest('hex');
