import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import {
  asObject,
  asText,
  type Json,
  lookUp,
  MESSAGE_KEY,
  mailEvent,
  type ProviderEvent,
  secondsToTime,
  unknownEvent,
} from './provider-event.js';

/** The most events of a batch; SendGrid sends a few thousand at once at most. */
const MAX_EVENTS = 20_000;

/** The reasons of SendGrid's bounces that aren't about the address. */
const SENDERS_FAULT: Readonly<Record<string, true>> = {
  Content: true,
  Reputation: true,
  'Frequency or Volume Too High': true,
};
/** Bounces that say that the address is gone; SendGrid can't tell the others' cause. */
const ADDRESS_GONE: Readonly<Record<string, true>> = { 'Invalid Address': true, Unclassified: true };

/** The reasons why SendGrid dropped an email that it had accepted, because of earlier ones. */
const DROPPED: Readonly<Record<string, 'hard' | 'complaint' | 'unsubscribed'>> = {
  'bounced address': 'hard',
  invalid: 'hard',
  'spam reporting address': 'complaint',
  'unsubscribed address': 'unsubscribed',
};

/** Reads a batch of SendGrid's event webhook as events of the email shape. Undefined: not of SendGrid's shape. */
export function readSendGridWebhook(body: unknown): ProviderEvent[] | undefined {
  if (!Array.isArray(body) || body.length > MAX_EVENTS) return undefined;
  const events: ProviderEvent[] = [];
  for (const each of body) {
    const record = asObject(each);
    const [id, kind] = [asText(record.sg_event_id), asText(record.event)];
    if (id === null || kind === null) return undefined;
    events.push(eventOf(id, kind, record));
  }
  return events;
}

function eventOf(id: string, kind: string, record: Json): ProviderEvent {
  const base = {
    message_id: asText(record[MESSAGE_KEY]) ?? asText(record['smtp-id'])?.slice(0, 998) ?? null,
    to: asText(record.email)?.slice(0, 2_000) ?? null,
    occurred_at: secondsToTime(record.timestamp),
  };
  const reader = {
    is_machine: record.sg_machine_open === true,
    user_agent: asText(record.useragent)?.slice(0, 1_000) ?? null,
  };
  switch (kind) {
    case 'delivered':
      return mailEvent(id, { ...base, type: 'delivered' });
    case 'deferred':
      return mailEvent(id, { ...base, type: 'deferred' });
    case 'open':
      return mailEvent(id, { ...base, type: 'opened', ...reader });
    case 'click':
      return mailEvent(id, { ...base, type: 'clicked', ...reader, url: asText(record.url)?.slice(0, 2_048) ?? null });
    case 'bounce':
      return mailEvent(id, { ...base, type: 'bounce', bounce: bounceOf(record) });
    case 'dropped':
      return mailEvent(id, { ...base, ...droppedOf(record) });
    case 'spamreport':
      return mailEvent(id, { ...base, type: 'complaint' });
    case 'unsubscribe':
    case 'group_unsubscribe':
      return mailEvent(id, { ...base, type: 'unsubscribed' });
    // A reader who subscribes again at SendGrid hasn't consented here.
    case 'processed':
    case 'group_resubscribe':
      return { eventId: id.slice(0, 255), type: 'sendgrid.other', payload: record };
    default:
      return unknownEvent(id, kind, record);
  }
}

function bounceOf(record: Json): NonNullable<EmailHookEvent['bounce']> {
  const classification = asText(record.bounce_classification) ?? 'Unclassified';
  // A "blocked" email was refused this once, and the address remains usable.
  const isHard = record.type !== 'blocked' && lookUp(ADDRESS_GONE, classification) === true;
  return {
    kind: isHard ? 'hard' : 'soft',
    ...(lookUp(SENDERS_FAULT, classification) ? { cause: 'sender' as const } : {}),
    code: asText(record.status)?.slice(0, 64) ?? null,
    diagnostic: asText(record.reason)?.slice(0, 4_000) ?? null,
  };
}

function droppedOf(record: Json): Pick<EmailHookEvent, 'type' | 'bounce'> {
  const reason = asText(record.reason)?.slice(0, 4_000) ?? null;
  const why = lookUp(DROPPED, (reason ?? '').trim().toLowerCase());
  if (why === 'complaint' || why === 'unsubscribed') return { type: why };
  const bounce = { code: asText(record.status)?.slice(0, 64) ?? null, diagnostic: reason };
  if (why === 'hard') return { type: 'bounce', bounce: { ...bounce, kind: 'hard' } };
  return { type: 'bounce', bounce: { ...bounce, kind: 'soft', cause: 'sender' } };
}
