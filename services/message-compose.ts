import { type Db, fromJson } from '../db/connection.js';
import type { LeadSnapshot } from '../db/facts.js';
import type { EmailSenderRow, MessageRow, TemplateRow } from '../db/tables.js';
import type { VoiceAgentRow } from '../db/tables-calls.js';
import type { WhatsAppNumberRow } from '../db/tables-outgoing.js';
import { findTemplate } from '../db/templates.js';
import type { Hold } from '../domain/facts.js';
import {
  type MessageContent,
  type RenderedMessage,
  renderMessage,
  type StoredTemplate,
} from '../domain/message-content.js';
import { trackHtml } from '../domain/tracked-html.js';
import { buttonsOf, mediaDetails } from '../domain/whatsapp-rich.js';
import type { TemplatePart } from '../domain/whatsapp-template.js';
import type { OutgoingEmail } from '../providers/email/provider.js';
import type { OutgoingCall } from '../providers/voice/provider.js';
import type { OutgoingWhatsApp } from '../providers/whatsapp/provider.js';
import type { Channel } from '../schemas/cadence.js';
import { callHold } from './calls.js';
import type { Sender } from './senders.js';
import { templateVariables } from './template-variables.js';
import type { MailLinks } from './tracking-links.js';
import { unsubscribeMailto } from './unsubscribe.js';

/** A message in the form its provider takes, with the sender it leaves by: one arm a channel. */
export type Outgoing =
  | { channel: 'email'; sender: EmailSenderRow; email: OutgoingEmail }
  | { channel: 'whatsapp'; sender: WhatsAppNumberRow; message: OutgoingWhatsApp }
  | { channel: 'call'; sender: VoiceAgentRow; call: OutgoingCall };

/** What is to be sent to whom. */
export interface ComposeRequest {
  messageId: string;
  now: Date;
  channel: Channel;
  sender: Sender | undefined;
  content: MessageContent;
  snapshot: LeadSnapshot;
  links: MailLinks;
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
export type Composed =
  | { kind: 'ready'; outgoing: Outgoing; written: Written }
  | { kind: 'hold'; hold: Hold }
  | { kind: 'impossible' | 'rejected'; code: string; message: string };

const TEMPLATE_RECHECK_MS = 3_600_000;
const SENDER_RECHECK_MS = 600_000;

/** The words of a message that waits for somebody to send it. */
export const noSenderDetail = (channel: Channel): string => `There is no sender for ${channel}; add one.`;

/** Somebody can add a sender, so nothing is lost for want of one. */
export const noSender = (channel: Channel, now: Date): Hold => ({
  reason: 'provider_backoff',
  until: new Date(now.getTime() + SENDER_RECHECK_MS).toISOString(),
  detail: noSenderDetail(channel),
});

/** Makes a message ready for its provider. The same for a cadence's step and for a message of its own. */
export async function composeMessage(tx: Db, request: ComposeRequest): Promise<Composed> {
  const { channel, sender, content, snapshot, links, now } = request;
  const { lead, agent } = snapshot;
  if (sender?.channel !== channel) {
    return { kind: 'hold', hold: noSender(channel, now) };
  }
  if (sender.channel === 'call') {
    const busy = await callHold(tx, now, sender.row, { messageId: request.messageId, leadId: lead.id });
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
  const outgoing = addressed(request, sender, rendered.value, unsubscribeUrl);
  return { kind: 'ready', outgoing, written: writtenOf(outgoing, rendered.value, content) };
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

/** A template's row in the form that rendering takes. */
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

/** Why a message of a template that the provider has rejected never leaves. */
export function rejection({ name, rejected_reason }: Pick<StoredTemplate, 'name' | 'rejected_reason'>): string {
  const why = rejected_reason ? `: ${rejected_reason}` : '';
  return `The template ${name} was rejected${why.replace(/\.$/, '')}.`;
}

/** The words of a message that waits for its template; whoever approves it finds what waits by them. */
export const templatePendingDetail = ({ name, language }: Pick<StoredTemplate, 'name' | 'language'>): string =>
  `The template ${name} (${language}) is pending; only approved ones are sent.`.slice(0, 500);

/** What keeps a message of a template from leaving that isn't approved yet. */
export const approvalHold = (template: Pick<StoredTemplate, 'name' | 'language'>, now: Date): Hold => ({
  reason: 'template_pending',
  until: new Date(now.getTime() + TEMPLATE_RECHECK_MS).toISOString(),
  detail: templatePendingDetail(template),
});

function addressed(
  { messageId, snapshot: { lead }, links }: ComposeRequest,
  sender: Sender,
  rendered: RenderedMessage,
  unsubscribeUrl: string,
): Outgoing {
  const ids = { messageId, accountId: lead.account_id };
  if (sender.channel === 'email' && rendered.channel === 'email') {
    const { channel: _channel, ...parts } = rendered;
    const { row } = sender;
    const email: OutgoingEmail = {
      ...ids,
      from: { address: row.from_email, name: row.from_name },
      replyTo: row.reply_to === null ? null : { address: row.reply_to },
      to: { address: lead.email ?? '', name: [lead.first_name, lead.last_name].filter(Boolean).join(' ') },
      ...parts,
      html: parts.html && tracked(parts.html, { messageId, row, links, unsubscribeUrl }),
      unsubscribe: { url: unsubscribeUrl, mailto: unsubscribeMailto(row) },
    };
    return { channel: 'email', sender: row, email };
  }
  if (sender.channel === 'whatsapp' && rendered.channel === 'whatsapp') {
    const { channel: _channel, ...content } = rendered;
    const { row } = sender;
    return {
      channel: 'whatsapp',
      sender: row,
      message: { ...ids, from: row.phone_number, to: lead.phone ?? '', content },
    };
  }
  if (sender.channel === 'call' && rendered.channel === 'call') {
    const { first_name, last_name, company } = lead;
    const known = Object.entries({ first_name, last_name, company }).filter((entry) => entry[1]);
    const variables = Object.fromEntries(known) as Record<string, string>;
    const call = { ...ids, to: lead.phone ?? '', beginMessage: rendered.text, variables };
    return { channel: 'call', sender: sender.row, call };
  }
  throw new Error(`A ${sender.channel} sender can't send what was made for ${rendered.channel}.`);
}

/** What a message is, in the word its row keeps: text, template, image, interactive, email, call. */
export function typeOf(rendered: RenderedMessage): string {
  if (rendered.channel !== 'whatsapp') return rendered.channel;
  return rendered.type === 'media' ? rendered.media.type : rendered.type;
}

/** What a message shows besides its text, as its row keeps it. */
export function detailsOf(rendered: RenderedMessage): string | null {
  if (rendered.channel !== 'whatsapp') return null;
  if (rendered.type === 'media') return JSON.stringify(mediaDetails(rendered.media));
  return rendered.type === 'interactive' ? JSON.stringify({ buttons: buttonsOf(rendered.interactive) }) : null;
}

function addressOf(outgoing: Outgoing): string {
  switch (outgoing.channel) {
    case 'email':
      return outgoing.email.to.address;
    case 'whatsapp':
      return outgoing.message.to;
    case 'call':
      return outgoing.call.to;
  }
}

/** What leaves for a lead where the sender asks to learn of it; what is kept of the message stays as it was written. */
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
  const { tracking } = links;
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

function writtenOf(outgoing: Outgoing, rendered: RenderedMessage, { template_id }: MessageContent): Written {
  const type = template_id === null ? typeOf(rendered) : 'template';
  return {
    sender_id: outgoing.sender.id,
    provider: outgoing.sender.provider,
    to_address: addressOf(outgoing),
    subject: rendered.channel === 'email' ? rendered.subject : null,
    content: rendered.text,
    html: rendered.channel === 'email' ? rendered.html : null,
    type,
    template_id: template_id?.toLowerCase() ?? null,
    details: detailsOf(rendered),
  };
}
