import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { isUnsubscribeSubject, optOutIntent } from '../leads/opt-out.js';
import { emailKey, parseEmail } from '../values/email.js';
import { singleLine } from '../values/text.js';
import { type AutoReply, detectAutoReply } from './auto-reply.js';
import { htmlReplyText } from './html-reply.js';
import { isBare, withoutQuotes } from './quoted-text.js';
import { withoutReplyPrefixes } from './reply-prefix.js';

interface Inbound {
  eventId: string;
  occurredAt: Date;
  /** Ids of ours that the event may be about, the likeliest first. */
  messageIds: string[];
}

/** A reply, read. */
export interface InboundReply extends Inbound {
  kind: 'reply';
  /** The reply's own Message-ID, for the thread. */
  providerMessageId: string | null;
  /** The writer's address and the key to find a lead by; null when it is not readable. */
  from: string | null;
  fromKey: string | null;
  to: string | null;
  subject: string;
  /** The whole text, and what of it the writer wrote now. */
  text: string;
  newText: string;
  html: string | null;
  autoReply: AutoReply | null;
  /**
   * What the reply asks for, when a keyword is all it says or when it is the mail of our unsubscribe address. An
   * automatic reply asks for nothing.
   */
  intent: 'opt_out' | 'opt_in' | null;
}

/** What came in by e-mail, typed; kinds nobody knows are kept without effect. */
export type InboundEmail =
  | InboundReply
  | (Inbound & { kind: 'bounce'; bounce: { kind: 'soft' | 'hard'; code: string | null; diagnostic: string | null } })
  | (Inbound & { kind: 'complaint' | 'delivered' | 'opened' })
  | (Inbound & { kind: 'unknown'; type: string });

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Reads a validated event of the e-mail hook. `receivedAt` stands in where the event has no readable time. */
export function readInboundEmail(event: EmailHookEvent, receivedAt: Date): InboundEmail {
  const base = { eventId: event.event_id, occurredAt: timeOf(event.occurred_at, receivedAt) };
  if (event.type === 'reply') return readReply(event, base);
  const inbound = { ...base, messageIds: ownIds([event.message_id, event.in_reply_to, ...references(event)]) };
  switch (event.type) {
    case 'bounce': {
      const { kind, code, diagnostic } = event.bounce ?? { kind: 'soft' as const };
      return {
        ...inbound,
        kind: 'bounce',
        bounce: { kind: severity(kind, code), code: code ?? null, diagnostic: diagnostic ?? null },
      };
    }
    case 'complaint':
    case 'delivered':
    case 'opened':
      return { ...inbound, kind: event.type };
    default:
      return { ...inbound, kind: 'unknown', type: event.type };
  }
}

function readReply(event: EmailHookEvent, base: { eventId: string; occurredAt: Date }): InboundReply {
  const from = parseEmail(event.from ?? '');
  const to = parseEmail(event.to ?? '');
  const text = event.text?.trim() ? event.text : htmlReplyText(event.html ?? '');
  const newText = withoutQuotes(text);
  const subject = singleLine(event.subject ?? '');
  const headers = event.headers ?? {};
  const leaves = leavesByButton(headers);
  // Its body is the writer's affair: a mail program adds a signature, a person says why.
  const asksToLeave = isUnsubscribeSubject(subject) && !event.in_reply_to?.trim();
  const autoReply = leaves ? null : detectAutoReply({ headers, subject, text: newText, occurredAt: base.occurredAt });
  const optsOut = leaves || (asksToLeave && !autoReply);
  return {
    ...base,
    kind: 'reply',
    messageIds: ownIds([event.in_reply_to, ...references(event).reverse(), event.message_id]),
    providerMessageId: event.message_id ?? null,
    from: from.ok ? from.value : null,
    fromKey: from.ok ? emailKey(from.value) : null,
    to: to.ok ? to.value : null,
    subject,
    text,
    newText,
    html: event.html ?? null,
    autoReply,
    intent: optsOut ? 'opt_out' : autoReply ? null : intentOf(newText, ownSubject(subject, text)),
  };
}

// Apple's programs write the mail that a `mailto:` unsubscribe link asks for, mark it as automatic and add a sentence.
const leavesByButton = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(headers).some(
    ([name, value]) => /^x-apple-unsubscribe$/i.test(name) && /^\s*true/i.test(String(value)),
  );

// A keyword above a signature counts, and so does one in the subject of a mail that says nothing.
function intentOf(newText: string, subject: string): InboundReply['intent'] {
  const [firstParagraph = ''] = newText.split(/\n\s*\n/);
  return optOutIntent(newText === '' ? subject : firstParagraph);
}

// What answers a mail has that one's subject: below "Re:" stand the writer's own words only where nothing is quoted.
const ownSubject = (subject: string, text: string): string => (isBare(text) ? withoutReplyPrefixes(subject) : subject);

function references(event: EmailHookEvent): string[] {
  if (typeof event.references === 'string') return event.references.split(/[\s,]+/);
  return [...(event.references ?? [])];
}

function ownIds(headers: readonly (string | null | undefined)[]): string[] {
  return [...new Set(headers.flatMap((header) => (header ?? '').match(UUID) ?? []).map((id) => id.toLowerCase()))];
}

// A full mailbox (5.2.2) heals often enough to be tried again, whatever a forwarder calls it.
function severity(kind: 'soft' | 'hard', code: string | null | undefined): 'soft' | 'hard' {
  return code === '5.2.2' ? 'soft' : kind;
}

function timeOf(text: string | null | undefined, fallback: Date): Date {
  const time = text ? new Date(text) : fallback;
  // A time to come is a wrong clock, not a prophecy.
  return Number.isNaN(time.getTime()) || time > fallback ? fallback : time;
}
