import type { MachineReason } from '../../schemas/events/machines.js';
import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { causeOfRefusal } from '../channels/mail-refusal.js';
import { isUnsubscribeSubject, mayMeanMeeting, optOutIntent } from '../leads/opt-out.js';
import { reasonOfRequest } from '../messages/machine-hits.js';
import { emailKey } from '../values/email.js';
import { singleLine } from '../values/text.js';
import { type AutoReply, detectAutoReply } from './auto-reply.js';
import { answerInSubject, type SubjectAnswer } from './calendar-answer-words.js';
import { type CalendarMail, readCalendarMail } from './calendar-mail.js';
import { htmlReplyText } from './html-reply.js';
import { readAddress } from './mail-address.js';
import { isBare, withoutQuotes } from './quoted-text.js';
import { hasReplyPrefix, withoutReplyPrefixes } from './reply-prefix.js';

interface Inbound {
  eventId: string;
  occurredAt: Date;
  /** Ids of ours that the event may be about, the likeliest first. */
  messageIds: string[];
  /** The time at which the provider accepted the email, if it reports it. */
  sentAt?: Date | null;
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
  /** The calendar part of the email, and the answer to an invitation in its subject. */
  calendar: CalendarMail | null;
  subjectAnswer: SubjectAnswer | null;
  /** True if it looks like mail of a mailing list or a program, or doesn't reply to one of our emails. */
  isBulk: boolean;
  answers: boolean;
  /**
   * The request of the reply, if a keyword is its whole text or if it is an email to our unsubscribe address. An
   * automatic reply has none.
   */
  intent: 'opt_out' | 'opt_in' | null;
  /** True if the word that opts out may mean the lead's meeting instead. */
  isAmbiguous: boolean;
}

/** The reason why a mail came back. */
export interface Bounce {
  kind: 'soft' | 'hard';
  /** `sender`: it was refused for its sender's sake, which says nothing about the address. */
  cause: 'sender' | null;
  code: string | null;
  diagnostic: string | null;
}

/** A typed incoming email event. Unknown kinds are stored without effect. */
export type InboundEmail =
  | InboundReply
  | (Inbound & { kind: 'bounce'; bounce: Bounce })
  | (Inbound & { kind: 'complaint' | 'unsubscribed' | 'delivered' | 'deferred' })
  | (Inbound & { kind: 'opened'; machine: MachineReason | null })
  | (Inbound & { kind: 'clicked'; url: string; machine: MachineReason | null })
  | (Inbound & { kind: 'unknown'; type: string });

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Reads a validated event of the email hook. `receivedAt` is the default for events without a readable time. */
export function readInboundEmail(event: EmailHookEvent, receivedAt: Date): InboundEmail {
  const base = { eventId: event.event_id, occurredAt: timeOf(event.occurred_at, receivedAt) };
  if (event.type === 'reply') return readReply(event, base);
  const messageIds = ownIds([event.message_id, event.in_reply_to, ...references(event)]);
  const inbound = { ...base, messageIds, sentAt: instant(event.sent_at) };
  switch (event.type) {
    case 'bounce':
      return { ...inbound, kind: 'bounce', bounce: bounceOf(event.bounce) };
    case 'complaint':
    case 'unsubscribed':
    case 'delivered':
    case 'deferred':
      return { ...inbound, kind: event.type };
    case 'opened':
      return { ...inbound, kind: event.type, machine: machineOf(event, 'open') };
    case 'clicked':
      if (!event.url) return { ...inbound, kind: 'unknown', type: event.type };
      return { ...inbound, kind: event.type, url: event.url, machine: machineOf(event, 'click') };
    default:
      return { ...inbound, kind: 'unknown', type: event.type };
  }
}

function machineOf({ is_machine, user_agent }: EmailHookEvent, kind: 'open' | 'click'): MachineReason | null {
  if (is_machine) return 'provider';
  return user_agent ? reasonOfRequest({ kind, method: 'GET', userAgent: user_agent, purposes: [] }) : null;
}

function readReply(event: EmailHookEvent, base: { eventId: string; occurredAt: Date }): InboundReply {
  const from = readAddress(event.from);
  const fromKey = from === null ? null : emailKey(from);
  const to = readAddress(event.to);
  const text = event.text?.trim() ? event.text : htmlReplyText(event.html ?? '');
  const newText = withoutQuotes(text);
  const subject = singleLine(event.subject ?? '');
  const headers = event.headers ?? {};
  const leaves = leavesByButton(headers);
  // Its body is the writer's affair: a mail program adds a signature, a person says why.
  const asksToLeave = isUnsubscribeSubject(subject) && !event.in_reply_to?.trim();
  const autoReply = leaves ? null : detectAutoReply({ headers, subject, text: newText, occurredAt: base.occurredAt });
  const optsOut = leaves || (asksToLeave && !autoReply);
  const keyword = keywordOf(newText, ownSubject(subject, text));
  return {
    ...base,
    kind: 'reply',
    messageIds: ownIds([event.in_reply_to, ...references(event).reverse(), ...recipients(event), event.message_id]),
    providerMessageId: event.message_id ?? null,
    from,
    fromKey,
    to,
    subject,
    text,
    newText,
    html: event.html ?? null,
    autoReply,
    calendar: event.calendar ? readCalendarMail(event.calendar, { from: fromKey, text: newText }) : null,
    subjectAnswer: autoReply ? null : answerInSubject(subject),
    isBulk: isBulk(headers),
    answers: hasReplyPrefix(subject) || Boolean(event.in_reply_to?.trim()),
    intent: optsOut ? 'opt_out' : autoReply ? null : optOutIntent(keyword),
    isAmbiguous: !optsOut && !autoReply && mayMeanMeeting(keyword),
  };
}

const BULK =
  /^(list-id|list-unsubscribe|list-post|feedback-id|x-mailgun-sid|x-campaign.{0,30}|precedence|auto-submitted)$/i;

const isBulk = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(headers).some(
    ([name, value]) => BULK.test(name) && !/^\s*(no|first-class|normal)\b/i.test(String(value)),
  );

// Apple's programs write the mail that a `mailto:` unsubscribe link asks for, mark it as automatic and add a sentence.
const leavesByButton = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(headers).some(
    ([name, value]) => /^x-apple-unsubscribe$/i.test(name) && /^\s*true/i.test(String(value)),
  );

// A keyword above a signature counts, and so does one in the subject of a mail that says nothing.
function keywordOf(newText: string, subject: string): string {
  const [firstParagraph = ''] = newText.split(/\n\s*\n/);
  return newText === '' ? subject : firstParagraph;
}

// Returns the subject of a reply only if nothing is quoted: below "Re:" the writer's own words are the subject.
const ownSubject = (subject: string, text: string): string => (isBare(text) ? withoutReplyPrefixes(subject) : subject);

function references(event: EmailHookEvent): string[] {
  if (typeof event.references === 'string') return event.references.split(/[\s,]+/);
  return [...(event.references ?? [])];
}

// An answer may go to an address of the message's own, whatever became of the headers of its thread.
const RECIPIENT = /^(to|delivered-to|x-original-to|envelope-to|x-forwarded-to|x-envelope-to)$/i;

const recipients = ({ to, headers }: EmailHookEvent): (string | null | undefined)[] => [
  to,
  ...Object.entries(headers ?? {}).flatMap(([name, value]) => (RECIPIENT.test(name) ? [String(value)] : [])),
];

function ownIds(headers: readonly (string | null | undefined)[]): string[] {
  return [...new Set(headers.flatMap((header) => (header ?? '').match(UUID) ?? []).map((id) => id.toLowerCase()))];
}

// A full mailbox heals often enough to be tried again, and the sender's own fault too, whatever a forwarder calls them.
function bounceOf(told: EmailHookEvent['bounce']): Bounce {
  const [code, diagnostic] = [told?.code ?? null, told?.diagnostic ?? null];
  const cause = causeOfRefusal({ code, text: diagnostic ?? '' });
  const isSenders = told?.cause === 'sender' || cause === 'sender';
  const kind = isSenders || cause === 'recipient_full' ? 'soft' : (told?.kind ?? 'soft');
  return { kind, cause: isSenders ? 'sender' : null, code, diagnostic };
}

const instant = (text: string | null | undefined): Date | null => {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? null : time;
};

function timeOf(text: string | null | undefined, fallback: Date): Date {
  const time = text ? new Date(text) : fallback;
  // A time to come is a wrong clock, not a prophecy.
  return Number.isNaN(time.getTime()) || time > fallback ? fallback : time;
}
