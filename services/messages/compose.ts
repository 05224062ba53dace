import { findTemplate } from '../../db/channels/templates.js';
import { type Db, fromJson } from '../../db/connection.js';
import type { LeadSnapshot } from '../../db/leads/snapshots.js';
import { findUserIdToAnswer } from '../../db/leads/whatsapp-users.js';
import { findMessage } from '../../db/messages/messages.js';
import type { EmailSenderRow, MessageRow, TemplateRow, VoiceAgentRow, WhatsAppNumberRow } from '../../db/tables.js';
import { buttonsOf, mediaDetails } from '../../domain/channels/whatsapp-rich.js';
import type { TemplatePart } from '../../domain/channels/whatsapp-template.js';
import type { Hold } from '../../domain/facts.js';
import {
  type MessageContent,
  type RenderedMessage,
  renderMessage,
  type StoredTemplate,
} from '../../domain/messages/message-content.js';
import { trackHtml } from '../../domain/messages/tracked-html.js';
import type { OutgoingChat } from '../../providers/chat/webhook.js';
import type { OutgoingEmail } from '../../providers/email/provider.js';
import type { OutgoingCall } from '../../providers/voice/provider.js';
import type { OutgoingWhatsApp } from '../../providers/whatsapp/provider.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import { callHold } from '../channels/call-limits.js';
import type { ProviderColumns } from '../channels/email-senders.js';
import type { Sender } from '../channels/senders.js';
import { type MailLinks, replyAddress, unsubscribeMailto } from './mail-links.js';
import type { Answering } from './request.js';
import { templateVariables } from './template-variables.js';

/** The sender's settings for an email. */
export type MailSender = ProviderColumns;

/** The sender for the sandbox if an account has none. */
export const NO_SENDER: MailSender = {
  id: '',
  account_id: '',
  provider: 'sandbox',
  smtp: null,
  smtp_password: null,
  connection_id: null,
  shared_mailbox: null,
};

/** A message in the form its provider takes, with the sender it leaves by: one arm a channel. */
export type PreparedMessage =
  | { channel: 'email'; sender: MailSender; email: OutgoingEmail }
  | { channel: 'whatsapp'; sender: WhatsAppNumberRow; message: OutgoingWhatsApp }
  | { channel: 'call'; sender: VoiceAgentRow; call: OutgoingCall }
  | { channel: 'chat'; sender: MailSender; chat: OutgoingChat };

/** The message and recipient to compose. */
export interface ComposeRequest {
  messageId: string;
  now: Date;
  channel: Channel;
  sender: Sender | undefined;
  content: MessageContent;
  snapshot: LeadSnapshot;
  links: MailLinks;
  /** The message of the lead that it answers. */
  answers?: Answering;
}

/** The columns of a message row that say what it is made of and where it goes. */
type Written = Pick<
  MessageRow,
  'sender_id' | 'provider' | 'to_address' | 'subject' | 'content' | 'html' | 'type' | 'template_id' | 'details'
>;

/**
 * A message that can go out, one that has to wait, one that can't be made at all, or one of a template that its
 * provider has rejected.
 */
export type ComposeResult =
  | { kind: 'ready'; prepared: PreparedMessage; written: Written }
  | { kind: 'hold'; hold: Hold }
  | { kind: 'impossible' | 'rejected'; code: string; message: string };

const TEMPLATE_RECHECK_MS = 3_600_000;
const SENDER_RECHECK_MS = 600_000;

/** Returns the hold's detail for a message without a sender. */
export const noSenderDetail = (channel: Channel): string => `The account has no sender for ${channel}. Add one.`;

/** Returns the hold of a message without a sender. It is kept, because a user can add a sender. */
export const noSender = (channel: Channel, now: Date): Hold => ({
  reason: 'provider_backoff',
  until: new Date(now.getTime() + SENDER_RECHECK_MS).toISOString(),
  detail: noSenderDetail(channel),
});

/** Makes a message ready for its provider. The same for a cadence's step and for a message of its own. */
export async function composeMessage(tx: Db, request: ComposeRequest): Promise<ComposeResult> {
  const { channel, sender, content, snapshot, links, now } = request;
  const { lead, agent } = snapshot;
  if (sender?.channel !== channel) {
    return { kind: 'hold', hold: noSender(channel, now) };
  }
  if (sender.channel === 'call') {
    const call = { accountId: lead.account_id, leadId: lead.id, messageId: request.messageId };
    const busy = await callHold(tx, now, call);
    if (busy) return { kind: 'hold', hold: busy };
  }
  const template = await storedTemplate(tx, lead.account_id, content.template_id);
  if (template?.status === 'REJECTED') {
    return { kind: 'rejected', code: 'TEMPLATE_NOT_APPROVED', message: rejection(template) };
  }
  if (template && template.status !== 'APPROVED') return { kind: 'hold', hold: approvalHold(template, now) };
  const unsubscribeUrl = links.urlFor(lead.account_id, lead.id);
  const variables = templateVariables(snapshot, {
    now: now.toISOString(),
    ...(sender.channel === 'email' ? { sender: sender.row } : {}),
    unsubscribeUrl,
    ...(agent ? { agent } : {}),
  });
  const rendered = renderMessage(channel, content, template, variables);
  if (!rendered.ok) return { kind: 'impossible', code: rendered.code, message: rendered.message };
  const to = sender.channel === 'whatsapp' ? await whatsAppRecipient(tx, lead, sender.row) : lead.phone;
  const prepared = addressed(request, sender, rendered.value, { unsubscribeUrl, to: to ?? '' });
  if (prepared.channel === 'email') Object.assign(prepared.email, await threadOf(tx, request));
  return { kind: 'ready', prepared, written: writtenOf(prepared, rendered.value, content) };
}

/**
 * Returns what a number of ours reaches a lead on WhatsApp by. The phone number counts as long as WhatsApp shows it with
 * the lead's user ID, or shows no ID: else it may be another person's by now, and the ID is the person's own.
 */
async function whatsAppRecipient(
  tx: Db,
  lead: LeadSnapshot['lead'],
  { waba_id }: Pick<WhatsAppNumberRow, 'waba_id'>,
): Promise<string | null> {
  if (lead.whatsapp_user_id === null) return lead.phone;
  const user = await findUserIdToAnswer(tx, lead, waba_id);
  return lead.phone !== null && (!user || user.phone === lead.phone) ? lead.phone : (user?.user_id ?? lead.phone);
}

/** The thread that a mail continues, and that no person wrote it (RFC 3834). */
async function threadOf(tx: Db, { answers, snapshot }: ComposeRequest): Promise<Partial<OutgoingEmail>> {
  if (!answers) return {};
  const answered = await findMessage(tx, snapshot.lead.account_id, answers.messageId);
  const id = answered?.provider_message_id?.toString();
  return { ...(id ? { inReplyTo: id, references: [id] } : {}), ...(answers.automatic ? { automatic: true } : {}) };
}

/** Finds the template a message names, in the form that rendering takes. */
export async function storedTemplate(
  db: Db,
  accountId: string,
  id: string | null,
): Promise<StoredTemplate | undefined> {
  const row = id === null ? undefined : await findTemplate(db, accountId, id.toLowerCase());
  return row && toStoredTemplate(row);
}

/** Returns a template's row in the form that rendering takes. */
export const toStoredTemplate = (row: TemplateRow): StoredTemplate => ({
  channel: row.channel,
  name: row.name,
  language: row.language,
  status: row.status,
  rejected_reason: row.rejected_reason,
  subject: row.subject,
  html: row.html,
  text: row.body,
  components: fromJson<TemplatePart[] | null>(row.components) ?? [],
  providerId: row.provider_template_id,
});

/** Returns why a message of a template that the provider has rejected never leaves. */
export function rejection({ name, rejected_reason }: Pick<StoredTemplate, 'name' | 'rejected_reason'>): string {
  const why = rejected_reason ? `: ${rejected_reason}` : '';
  return `The template ${name} was rejected${why.replace(/\.$/, '')}.`;
}

/** Returns the hold's detail for a message that waits for its template. An approval finds its messages by this text. */
export const templatePendingDetail = ({ name, language }: Pick<StoredTemplate, 'name' | 'language'>): string =>
  `The template ${name} (${language}) is pending. Only approved templates are sent.`.slice(0, 500);

/** Returns what keeps a message of a template from leaving that isn't approved yet. */
export const approvalHold = (template: Pick<StoredTemplate, 'name' | 'language'>, now: Date): Hold => ({
  reason: 'template_pending',
  until: new Date(now.getTime() + TEMPLATE_RECHECK_MS).toISOString(),
  detail: templatePendingDetail(template),
});

function addressed(
  { messageId, snapshot: { lead }, links }: ComposeRequest,
  sender: Sender,
  rendered: RenderedMessage,
  { unsubscribeUrl, to }: { unsubscribeUrl: string; to: string },
): PreparedMessage {
  const ids = { messageId, accountId: lead.account_id };
  if (sender.channel === 'email' && rendered.channel === 'email') {
    const { channel: _channel, ...parts } = rendered;
    const { row } = sender;
    const replyTo = replyAddress(row.reply_to, messageId);
    const email: OutgoingEmail = {
      ...ids,
      from: { address: row.from_email, name: row.from_name },
      replyTo: replyTo === null ? null : { address: replyTo },
      to: { address: lead.email ?? '', name: [lead.first_name, lead.last_name].filter(Boolean).join(' ') },
      ...parts,
      html: parts.html && tracked(parts.html, { messageId, row, links, unsubscribeUrl }),
      unsubscribe: { url: unsubscribeUrl, mailto: unsubscribeMailto(row, messageId) },
    };
    return { channel: 'email', sender: row, email };
  }
  if (sender.channel === 'whatsapp' && rendered.channel === 'whatsapp') {
    const { channel: _channel, ...content } = rendered;
    const { row } = sender;
    return {
      channel: 'whatsapp',
      sender: row,
      message: { ...ids, from: row.phone_number, to, content },
    };
  }
  if (sender.channel === 'call' && rendered.channel === 'call') {
    const { first_name, last_name, company } = lead;
    const known = Object.entries({ first_name, last_name, company }).filter((entry) => entry[1]);
    const variables = Object.fromEntries(known) as Record<string, string>;
    const call = { ...ids, to, beginMessage: rendered.text, variables };
    return { channel: 'call', sender: sender.row, call };
  }
  throw new Error(`A ${sender.channel} sender can't send a message for ${rendered.channel}.`);
}

/** Returns what a message is, in the word its row keeps: text, template, image, interactive, email, call. */
export function typeOf(rendered: RenderedMessage): string {
  if (rendered.channel !== 'whatsapp') return rendered.channel;
  return rendered.type === 'media' ? rendered.media.type : rendered.type;
}

/** Returns the content of a message in addition to its text, in the format of its row. */
export function detailsOf(rendered: RenderedMessage): string | null {
  if (rendered.channel !== 'whatsapp') return null;
  if (rendered.type === 'media') return JSON.stringify(mediaDetails(rendered.media));
  return rendered.type === 'interactive' ? JSON.stringify({ buttons: buttonsOf(rendered.interactive) }) : null;
}

function addressOf(prepared: PreparedMessage): string {
  switch (prepared.channel) {
    case 'email':
      return prepared.email.to.address;
    case 'whatsapp':
      return prepared.message.to;
    case 'call':
      return prepared.call.to;
    case 'chat':
      return prepared.chat.url;
  }
}

/** Returns the HTML to send, with tracking if the sender enables it. The stored message stays unchanged. */
function tracked(
  html: string,
  {
    messageId,
    row,
    links,
    unsubscribeUrl,
  }: { messageId: string; row: EmailSenderRow; links: MailLinks; unsubscribeUrl: string },
): string {
  if (!row.track_opens && !row.track_clicks) return html;
  const { tracking_domain: domain, tracking_verified_at: verifiedAt } = row;
  const tracking = domain && verifiedAt ? links.tracking.at(domain) : links.tracking;
  return trackHtml(html, {
    ...(row.track_opens ? { pixelUrl: tracking.openUrl(row.account_id, messageId) } : {}),
    ...(row.track_clicks
      ? {
          linkOf: (url: string) =>
            url === unsubscribeUrl ? undefined : tracking.clickUrl(row.account_id, messageId, url),
        }
      : {}),
  });
}

function writtenOf(prepared: PreparedMessage, rendered: RenderedMessage, { template_id }: MessageContent): Written {
  const type = template_id === null ? typeOf(rendered) : 'template';
  return {
    sender_id: prepared.sender.id,
    provider: prepared.sender.provider,
    to_address: addressOf(prepared),
    subject: rendered.channel === 'email' ? rendered.subject : null,
    content: rendered.text,
    html: rendered.channel === 'email' ? rendered.html : null,
    type,
    template_id: template_id?.toLowerCase() ?? null,
    details: detailsOf(rendered),
  };
}
