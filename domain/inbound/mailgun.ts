import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { causeOfRefusal } from '../channels/mail-refusal.js';
import {
  asObject,
  asText,
  type Json,
  MESSAGE_KEY,
  mailEvent,
  type ProviderEvent,
  secondsToTime,
  unknownEvent,
} from './provider-event.js';

/** The signature of a request of Mailgun's. It covers the time and the token, not the rest of the body. */
export interface MailgunSignature {
  timestamp: string | null;
  token: string | null;
  signature: string | null;
}

/** Returns where Mailgun signs: in an object of its own for events, among the fields of a form for inbound mail. */
export function mailgunSignature(body: unknown): MailgunSignature {
  const record = asObject(body);
  const at = typeof record.signature === 'object' ? asObject(record.signature) : record;
  return { timestamp: asText(at.timestamp), token: asText(at.token), signature: asText(at.signature) };
}

/** Kinds without an effect: the email is still on its way, or the event isn't about an email. */
const QUIET = new Set(['accepted', 'stored', 'list_member_uploaded', 'list_member_upload_error', 'list_uploaded']);

/**
 * Reads one event webhook of Mailgun, or one mail that a route forwards as form fields, as an event of the email shape.
 * Undefined: not of Mailgun's shape.
 */
export function readMailgunWebhook(body: unknown): ProviderEvent | undefined {
  const record = asObject(body);
  if (record['event-data'] === undefined) return asText(record.recipient) === null ? undefined : inbound(record);
  const data = asObject(record['event-data']);
  const [id, kind] = [asText(data.id), asText(data.event)];
  if (id === null || kind === null) return undefined;
  const base = {
    message_id: messageIdOf(data),
    to: asText(data.recipient)?.slice(0, 2_000) ?? null,
    occurred_at: secondsToTime(data.timestamp),
  };
  switch (kind) {
    case 'delivered':
      return mailEvent(id, { ...base, type: 'delivered' });
    case 'failed':
    case 'rejected':
      return mailEvent(id, { ...base, ...failureOf(kind, data) });
    case 'opened':
      return mailEvent(id, { ...base, type: 'opened', ...readerOf(data) });
    case 'clicked':
      return mailEvent(id, {
        ...base,
        type: 'clicked',
        ...readerOf(data),
        url: asText(data.url)?.slice(0, 2_048) ?? null,
      });
    case 'complained':
      return mailEvent(id, { ...base, type: 'complaint' });
    case 'unsubscribed':
      return mailEvent(id, { ...base, type: 'unsubscribed' });
    default:
      if (QUIET.has(kind)) return { eventId: id.slice(0, 255), type: 'mailgun.other', payload: data };
      return unknownEvent(id, kind, data);
  }
}

/** Our message: by the variable that the mail left with, or by the Message-ID, which Mailgun keeps. */
const messageIdOf = (data: Json): string | null =>
  asText(asObject(data['user-variables'])[MESSAGE_KEY]) ??
  asText(asObject(asObject(data.message).headers)['message-id'])?.slice(0, 998) ??
  null;

/** Gmail's proxy fetches an image when a person opens the email; other programs fetch it without one. */
const readerOf = (data: Json): Pick<EmailHookEvent, 'is_machine' | 'user_agent'> => {
  const client = asObject(data['client-info']);
  const bot = asText(client.bot);
  return {
    is_machine: bot !== null && bot !== 'gmail',
    user_agent: asText(client['user-agent'])?.slice(0, 1_000) ?? null,
  };
};

function failureOf(kind: string, data: Json): Pick<EmailHookEvent, 'type' | 'bounce'> {
  const reason = asText(data.reason);
  const status = asObject(data['delivery-status']);
  const said = [status.message, status.description].map(asText).find((text) => text !== null) ?? null;
  const code = (asText(status['enhanced-code']) ?? asText(status.code))?.slice(0, 64) ?? null;
  const bounce = { code, diagnostic: (said ?? reason)?.slice(0, 4_000) ?? null };
  // Mailgun refused the email itself, or the account can't send.
  if (kind === 'rejected') return { type: 'bounce', bounce: { ...bounce, kind: 'soft', cause: 'sender' } };
  if (data.severity === 'temporary') return { type: 'deferred' };
  if (reason === 'suppress-complaint') return { type: 'complaint' };
  if (reason === 'suppress-unsubscribe') return { type: 'unsubscribed' };
  const cause = causeOfRefusal({ code, text: said ?? '' });
  const isGone = reason === 'suppress-bounce' || cause === 'recipient_gone';
  return {
    type: 'bounce',
    bounce: { ...bounce, kind: isGone ? 'hard' : 'soft', ...(cause === 'sender' ? { cause: 'sender' as const } : {}) },
  };
}

/** A mail that a route forwards, with its parts as form fields. */
function inbound(fields: Json): ProviderEvent {
  const headers = headersOf(fields['message-headers']);
  const header = (name: string): string | null => headers[name] ?? null;
  const messageId = header('message-id') ?? asText(fields['Message-Id']);
  const to = asText(fields.recipient)?.slice(0, 2_000) ?? null;
  // Two routes may forward one mail; a mail without an ID is known by its request.
  const eventId = messageId === null ? `Inbound/${asText(fields.token) ?? ''}` : `Inbound/${to}/${messageId}`;
  const calendar = asText(fields.calendar);
  return mailEvent(eventId, {
    type: 'reply',
    message_id: messageId?.slice(0, 998) ?? null,
    in_reply_to: header('in-reply-to')?.slice(0, 998) ?? null,
    references: header('references')?.slice(0, 20_000) ?? null,
    from: (asText(fields.from) ?? asText(fields.sender))?.slice(0, 2_000) ?? null,
    to,
    subject: asText(fields.subject)?.slice(0, 2_000) ?? null,
    text: asText(fields['body-plain']),
    html: asText(fields['body-html']),
    ...(calendar === null ? {} : { calendar }),
    headers,
    occurred_at: secondsToTime(fields.timestamp),
  });
}

/** The headers of a mail, which Mailgun sends as JSON: a list of names with their values. */
function headersOf(text: unknown): Record<string, string> {
  let list: unknown;
  try {
    list = JSON.parse(asText(text) ?? '[]');
  } catch {
    return {};
  }
  const pairs = (Array.isArray(list) ? list : []).flatMap((pair) => {
    const [name, value] = Array.isArray(pair) ? pair.map(asText) : [];
    return name ? [[name.toLowerCase(), value ?? ''] as const] : [];
  });
  return Object.fromEntries(pairs);
}
