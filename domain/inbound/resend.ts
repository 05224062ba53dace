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

/** Kinds without an effect: the email is still on its way, or the event isn't about an email. */
const QUIET = /^(email\.(sent|scheduled|queued)|contact\.|domain\.)/;

/**
 * Reads one webhook of Resend as an event of the email shape. `eventId` is the ID of the request, which stays the same
 * when Resend repeats it. Undefined: not of Resend's shape.
 */
export function readResendWebhook(eventId: string, body: unknown): ProviderEvent | undefined {
  const record = asObject(body);
  const kind = asText(record.type);
  if (kind === null || eventId === '') return undefined;
  const data = asObject(record.data);
  const [first] = Array.isArray(data.to) ? data.to : [data.to];
  const base = {
    message_id: messageIdOf(data),
    to: asText(first)?.slice(0, 2_000) ?? null,
    // An email over SMTP may come back without any ID of ours: it is found by recipient and time.
    sent_at: asText(data.created_at)?.slice(0, 64) ?? null,
    occurred_at: asText(record.created_at)?.slice(0, 64) ?? null,
  };
  switch (kind) {
    case 'email.delivered':
      return mailEvent(eventId, { ...base, type: 'delivered' });
    case 'email.delivery_delayed':
      return mailEvent(eventId, { ...base, type: 'deferred' });
    case 'email.opened':
      return mailEvent(eventId, { ...base, type: 'opened', user_agent: agentOf(data.open) });
    case 'email.clicked': {
      const url = asText(asObject(data.click).link)?.slice(0, 2_048) ?? null;
      return mailEvent(eventId, { ...base, type: 'clicked', url, user_agent: agentOf(data.click) });
    }
    case 'email.complained':
      return mailEvent(eventId, { ...base, type: 'complaint' });
    case 'email.bounced':
      return mailEvent(eventId, { ...base, type: 'bounce', bounce: bounceOf(asObject(data.bounce)) });
    // Resend doesn't send to an address that bounced or complained before.
    case 'email.suppressed': {
      const diagnostic = asText(asObject(data.suppressed).message)?.slice(0, 4_000) ?? 'Resend suppresses the address.';
      return mailEvent(eventId, { ...base, type: 'bounce', bounce: { kind: 'hard', code: null, diagnostic } });
    }
    case 'email.failed': {
      const diagnostic = asText(asObject(data.failed).reason)?.slice(0, 4_000) ?? null;
      const bounce = { kind: 'soft', cause: 'sender', code: null, diagnostic } as const;
      return mailEvent(eventId, { ...base, type: 'bounce', bounce });
    }
    default:
      if (QUIET.test(kind)) return { eventId: eventId.slice(0, 255), type: 'resend.other', payload: record };
      return unknownEvent(eventId, kind, record);
  }
}

/** Our message: by a tag, by our own header, or by the Message-ID, whichever the event has. */
function messageIdOf(data: Json): string | null {
  const tags = Array.isArray(data.tags)
    ? asObjects(data.tags).find(({ name }) => name === MESSAGE_KEY)?.value
    : asObject(data.tags)[MESSAGE_KEY];
  const header = asObjects(data.headers).find(({ name }) => /^x-message-id$/i.test(String(name)))?.value;
  return (asText(tags) ?? asText(header) ?? asText(data.message_id))?.slice(0, 998) ?? null;
}

const agentOf = (details: unknown): string | null => asText(asObject(details).userAgent)?.slice(0, 1_000) ?? null;

function bounceOf(bounce: Json): NonNullable<EmailHookEvent['bounce']> {
  const answers = Array.isArray(bounce.diagnosticCode) ? bounce.diagnosticCode : [bounce.diagnosticCode];
  const diagnostic = (asText(answers[0]) ?? asText(bounce.message))?.replace(/^smtp;\s*/i, '').slice(0, 4_000) ?? null;
  const isGone = bounce.type === 'Permanent' && PERMANENT_SUBTYPES.has(asText(bounce.subType) ?? 'General');
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic ?? '')?.[0] ?? null;
  return { kind: isGone ? 'hard' : 'soft', code, diagnostic };
}

/** Permanent bounces that are about the address. */
const PERMANENT_SUBTYPES = new Set(['General', 'NoEmail', 'Suppressed', 'OnAccountSuppressionList']);
