import type { EmailHookEvent } from '../schemas/hooks.js';

/** One part of a mail that is not its text: a report, or the mail that came back. */
interface MailPart {
  type: string;
  text: string;
}

/** A mail as it was read from a mailbox. Header names are in lower case. */
export interface ReadMail {
  headers: Readonly<Record<string, string>>;
  from: string | null;
  to: string | null;
  subject: string;
  text: string;
  html: string | null;
  date: string | null;
  parts: readonly MailPart[];
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const BOUNCE_SENDER = /^(mailer-daemon|postmaster|mail delivery (sub)?system|mdaemon)\b/i;
const BOUNCE_SUBJECT =
  /\b(undeliver(able|ed)|delivery (status notification|failure|has failed)|failure notice|returned mail|mail delivery failed|message not delivered|nicht zugestellt|no se ha podido entregar|non remis)\b/i;
const ADDRESS = /[^\s<>"();:,]+@[a-z0-9.-]+\.[a-z]{2,}/i;

/**
 * What a mail is to us, as an event of the e-mail hook: a bounce (RFC 3464, or in the words of older mail servers), a
 * complaint (RFC 5965), a receipt of its reader (RFC 8098), or a reply.
 */
export function mailToEvent(mail: ReadMail, eventId: string): EmailHookEvent {
  const base = { event_id: eventId, occurred_at: mail.date };
  const returned = returnedIds(mail);
  const report = (type: string) => mail.parts.find((part) => part.type === type);
  const complaint = report('message/feedback-report');
  if (complaint) {
    const fields = fieldsOf(complaint.text);
    const kind = (fields['feedback-type'] ?? 'abuse').toLowerCase();
    return { ...base, type: kind === 'not-spam' ? 'imap.not_spam' : 'complaint', ...returned };
  }
  const status = report('message/delivery-status') ?? report('message/global-delivery-status');
  if (status) return { ...base, ...deliveryEvent(status.text), ...returned };
  const seen = report('message/disposition-notification');
  if (seen) {
    const displayed = /displayed/i.test(fieldsOf(seen.text).disposition ?? '');
    const original = fieldsOf(seen.text)['original-message-id'];
    return { ...base, type: displayed ? 'opened' : 'imap.disposition', message_id: original ?? returned.message_id };
  }
  const worded = wordedBounce(mail);
  if (worded) return { ...base, type: 'bounce', ...returned, ...worded };
  return { ...base, ...replyOf(mail) };
}

function replyOf({ headers, from, to, subject, text, html }: ReadMail): Omit<EmailHookEvent, 'event_id'> {
  return {
    type: 'reply',
    message_id: headers['message-id']?.slice(0, 998) ?? null,
    in_reply_to: headers['in-reply-to']?.slice(0, 998) ?? null,
    references: headers.references?.slice(0, 20_000) ?? null,
    from: from?.slice(0, 2_000) ?? null,
    to: to?.slice(0, 2_000) ?? null,
    subject: subject.slice(0, 2_000),
    text: text.slice(0, 500_000),
    html: html?.slice(0, 1_000_000) ?? null,
    headers: { ...headers },
  };
}

/** The ids of ours in the mail that came back, as its headers or the report hold them. */
function returnedIds({ headers, parts, text }: ReadMail): { message_id: string | null; references: string[] } {
  const inside = parts.map((part) => part.text);
  const found = [...inside, headers['in-reply-to'] ?? '', headers.references ?? '', text].flatMap(
    (piece) => piece.slice(0, 200_000).match(UUID) ?? [],
  );
  const [first = null, ...others] = [...new Set(found.map((id) => id.toLowerCase()))];
  return { message_id: first, references: others.slice(0, 50) };
}

function deliveryEvent(text: string): Pick<EmailHookEvent, 'type' | 'to' | 'bounce'> {
  // The first block is about the message, each further one about a recipient; the worst of them counts.
  const blocks = text
    .split(/\r?\n\r?\n/)
    .map(fieldsOf)
    .filter((fields) => fields.action !== undefined);
  const failed = blocks.find(({ action }) => /^failed/i.test(action ?? ''));
  const fields = failed ?? blocks[0] ?? {};
  const action = (fields.action ?? 'failed').trim().toLowerCase();
  const to = ADDRESS.exec(fields['final-recipient'] ?? fields['original-recipient'] ?? '')?.[0] ?? null;
  if (action === 'delivered' || action === 'relayed' || action === 'expanded') return { type: 'delivered', to };
  if (action === 'delayed') return { type: 'imap.delayed', to };
  const diagnostic = (fields['diagnostic-code'] ?? '').replace(/^[a-z-]+\s*;\s*/i, '');
  return { type: 'bounce', to, bounce: bounceOf(fields.status ?? '', diagnostic) };
}

/**
 * What says nothing about the address: a mailbox that is full, a mail that is too large, a server out of order, and
 * refusals of the sender or of what was written (RFC 3463: X.2.2, X.2.3, X.3, X.7).
 */
const OTHER_REASON = /^5\.(2\.[23]|3\.\d+|7\.\d+)$/;
const OTHER_WORDS =
  /mailbox (is )?full|over ?quota|quota exceeded|storage space|try again later|greylist|too many (messages|connections)|policy reasons|block ?list|blacklist|reputation|(classified|rejected|detected|marked) as spam|dmarc/i;

function bounceOf(status: string, diagnostic: string): NonNullable<EmailHookEvent['bounce']> {
  const code =
    /[245]\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic)?.[0] ?? null;
  const reply = /\b([45])\d\d\b/.exec(diagnostic)?.[0] ?? null;
  const permanent = (code ?? reply ?? '5').startsWith('5');
  const kind = permanent && !OTHER_REASON.test(code ?? '') && !OTHER_WORDS.test(diagnostic) ? 'hard' : 'soft';
  return { kind, code: code ?? reply, diagnostic: diagnostic.slice(0, 4_000) || null };
}

/** Bounces without a report: qmail, older Exim and Postfix, and servers that just write a letter. */
function wordedBounce(mail: ReadMail): Pick<EmailHookEvent, 'to' | 'bounce'> | undefined {
  const failed = mail.headers['x-failed-recipients'];
  const daemon = BOUNCE_SENDER.test(localPart(mail.from)) || mail.headers['return-path']?.trim() === '<>';
  if (failed === undefined && !(daemon && BOUNCE_SUBJECT.test(`${mail.subject}\n${mail.text.slice(0, 500)}`)))
    return undefined;
  const own = ADDRESS.exec(mail.to ?? '')?.[0]?.toLowerCase();
  const named = (mail.text.match(new RegExp(ADDRESS, 'gi')) ?? []).find((address) => address.toLowerCase() !== own);
  const lines = mail.text.split('\n').filter((line) => /\b[45]\d\d\b|[45]\.\d\.\d/.test(line));
  return { to: ADDRESS.exec(failed ?? '')?.[0] ?? named ?? null, bounce: bounceOf('', lines.slice(0, 3).join(' ')) };
}

const localPart = (from: string | null): string => (/<?([^<>\s]+)@/.exec(from ?? '')?.[1] ?? from ?? '').toLowerCase();

/** The fields of a report's block, names in lower case, folded lines joined. */
function fieldsOf(text: string): Record<string, string> {
  const unfolded = text.replace(/\r?\n[ \t]+/g, ' ');
  const fields = unfolded.split(/\r?\n/).flatMap((line) => {
    const found = /^([A-Za-z-]+):\s*(.*)$/.exec(line);
    return found ? [[(found[1] as string).toLowerCase(), found[2] as string] as const] : [];
  });
  return Object.fromEntries(fields.reverse());
}
