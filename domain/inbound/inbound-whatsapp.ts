import { mayMeanMeeting, optOutIntent } from '../leads/opt-out.js';
import { buttonIntent, isCancelButton } from '../leads/opt-out-buttons.js';
import { parsePhone } from '../values/phone.js';
import { asNumber, asObject, asObjects, asText, type Json, lookUp } from './provider-event.js';
import { contentOf } from './whatsapp-content.js';
import { digitsOf, readSender, type WhatsAppPerson } from './whatsapp-sender.js';

/** A file of an inbound message. Its bytes stay with the provider; `id` is what they are asked for by. */
export interface InboundAttachment {
  id: string | null;
  type: string;
  mime_type: string | null;
  file_name: string | null;
}

/** The act of a message: new content, or a change of an earlier message. */
export type WhatsAppAct =
  | { kind: 'says' }
  | { kind: 'withdraws_reaction'; from: string }
  | { kind: 'edits'; message: string; of: string }
  | { kind: 'deletes'; message: string };

/** A message on WhatsApp, read and typed. */
export interface InboundWhatsApp {
  providerMessageId: string;
  act: WhatsAppAct;
  /** The provider's ID of our number that received or sent it. */
  phoneNumberId: string | null;
  displayPhoneNumber: string | null;
  /** Meta's word for the kind, such as text, image, interactive, reaction, unsupported. */
  kind: string;
  /** True if no rule knows the kind, so that only its type is stored. */
  isUnknown: boolean;
  text: string;
  /** The same as fields: answers of a form, contact cards, an order, a location, the ad that led here. */
  values: Json | null;
  attachments: InboundAttachment[];
  reaction: { to: string; emoji: string } | null;
  /** The provider's id of the message it answers. */
  answers: string | null;
  occurredAt: Date;
  intent: 'opt_out' | 'opt_in' | null;
  /** True if the provider has handled the intent itself: it blocks and confirms. */
  isHandled: boolean;
  /** True if the word or button that opts out may mean the lead's meeting instead. */
  isAmbiguous: boolean;
  /** The sender's own number (E.164), where they shared it when they were asked. */
  sharedPhone: string | null;
}

/** A message that was received, with its sender. */
export type ReceivedWhatsApp = InboundWhatsApp & { sender: WhatsAppPerson };

/** A status of a message of ours. */
export interface WhatsAppStatus {
  providerMessageId: string;
  /** Our own message ID, which we sent along. */
  ourId: string | null;
  status: string;
  occurredAt: Date;
  error: { code: string; message: string } | null;
}

const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'] as const;
const KINDS: readonly string[] = [
  ...MEDIA,
  ...['text', 'button', 'interactive', 'reaction', 'location', 'contacts', 'system', 'order', 'unsupported'],
  ...['edit', 'revoke', 'poll', 'poll_creation', 'poll_update'],
];

/** Reads the payload of a stored `whatsapp.message`; undefined where no one can be made out as its sender. */
export function readWhatsAppMessage(payload: unknown, receivedAt: Date): ReceivedWhatsApp | undefined {
  const raw = asObject(asObject(payload).message);
  const sender = readSender(payload, raw);
  const message = sender && readMessage(payload, receivedAt);
  return message && { ...message, sender };
}

/** Reads the message of a payload, no matter who sent it; undefined where it has no id. */
export function readMessage(payload: unknown, receivedAt: Date): InboundWhatsApp | undefined {
  const { message: raw, metadata } = asObject(payload);
  const message = asObject(raw);
  const id = asText(message.id);
  if (id === null) return undefined;
  const kind = word(asText(message.type)) ?? 'unsupported';
  const act = actOf(kind, message);
  const said = act.kind === 'edits' ? asObject(asObject(message.edit).message) : message;
  const saidAs = act.kind === 'edits' ? act.of : kind;
  const { text, values } = contentOf(saidAs, said);
  const isUnknown = !KINDS.includes(kind);
  const isHandled = asText(message.opt_out_type) !== null;
  return {
    providerMessageId: id,
    act,
    phoneNumberId: asText(asObject(metadata).phone_number_id),
    displayPhoneNumber: digitsOf(asText(asObject(metadata).display_phone_number)),
    kind,
    isUnknown,
    text: text === '' && (isUnknown || kind === 'unsupported') ? unreadable(kind, message) : text,
    values,
    attachments: attachmentsOf(saidAs, said),
    reaction: kind === 'reaction' ? reactionOf(asObject(message.reaction)) : null,
    answers: asText(asObject(message.context).id),
    occurredAt: timeOf(message.timestamp, receivedAt),
    intent: intentOf(saidAs, said),
    isHandled,
    isAmbiguous: !isHandled && mayBeOfMeeting(saidAs, said),
    sharedPhone: sharedPhoneOf(kind, message),
  };
}

function actOf(kind: string, message: Json): WhatsAppAct {
  switch (kind) {
    case 'reaction': {
      const { message_id, emoji } = asObject(message.reaction);
      const from = asText(message_id);
      return asText(emoji) === null && from !== null ? { kind: 'withdraws_reaction', from } : { kind: 'says' };
    }
    case 'edit': {
      const edit = asObject(message.edit);
      const edited = asText(edit.original_message_id);
      if (edited === null) return { kind: 'says' };
      return { kind: 'edits', message: edited, of: word(asText(asObject(edit.message).type)) ?? 'text' };
    }
    case 'revoke': {
      const revoked = asText(asObject(message.revoke).original_message_id);
      return revoked === null ? { kind: 'says' } : { kind: 'deletes', message: revoked };
    }
    default:
      return { kind: 'says' };
  }
}

const HANDLED: Readonly<Record<string, 'opt_out' | 'opt_in'>> = { STOP: 'opt_out', START: 'opt_in' };

/** A tapped button is an intent by its label or payload; a text only where it is nothing but the word. */
function intentOf(kind: string, message: Json): 'opt_out' | 'opt_in' | null {
  const handled = lookUp(HANDLED, (asText(message.opt_out_type) ?? '').toUpperCase());
  if (handled) return handled;
  if (kind === 'text') return optOutIntent(textOf(message));
  const button = buttonOf(kind, message);
  return button && buttonIntent(...button);
}

function mayBeOfMeeting(kind: string, message: Json): boolean {
  if (kind === 'text') return mayMeanMeeting(textOf(message));
  const button = buttonOf(kind, message);
  return button !== null && isCancelButton(...button);
}

const textOf = (message: Json): string => asText(asObject(message.text).body) ?? '';

/** Returns the label and the payload of a tapped button. */
function buttonOf(kind: string, message: Json): [string | null, string | null] | null {
  const part = asObject(message[kind]);
  if (kind === 'button') return [asText(part.text), asText(part.payload)];
  if (kind !== 'interactive') return null;
  const reply = asObject(part[asText(part.type) ?? '']);
  return [asText(reply.title), asText(reply.id)];
}

/** Reads the payload of a stored `whatsapp.status`; undefined where it names no message. */
export function readWhatsAppStatus(payload: unknown, receivedAt: Date): WhatsAppStatus | undefined {
  const status = asObject(asObject(payload).status);
  const [id, said] = [asText(status.id), asText(status.status)];
  if (id === null || said === null) return undefined;
  const [error] = asObjects(status.errors);
  return {
    providerMessageId: id,
    ourId: asText(status.biz_opaque_callback_data),
    status: said,
    occurredAt: timeOf(status.timestamp, receivedAt),
    error: error
      ? {
          code: asText(error.code) ?? 'unknown',
          message: asText(asObject(error.error_data).details) ?? asText(error.message) ?? asText(error.title) ?? '',
        }
      : null,
  };
}

/** The text of a message whose content the provider does not pass on. */
function unreadable(kind: string, message: Json): string {
  const unsupported = word(asText(asObject(message.unsupported).type));
  const name = kind === 'unsupported' ? unsupported : kind;
  return name === null ? 'Unsupported message' : `Unsupported message (${name.replaceAll('_', ' ')})`;
}

function attachmentsOf(kind: string, message: Json): InboundAttachment[] {
  if (!MEDIA.some((media) => media === kind)) return [];
  const files = [{ ...asObject(message[kind]), type: kind }, ...asObjects(message.more_files).slice(0, 20)];
  return files.map((file: Json) => {
    const [id, mime, name] = [asText(file.id), asText(file.mime_type), asText(file.filename)];
    return { id, type: asText(file.type) ?? kind, mime_type: mime, file_name: name };
  });
}

function reactionOf(reaction: Json): InboundWhatsApp['reaction'] {
  const [to, emoji] = [asText(reaction.message_id), asText(reaction.emoji)];
  return to === null || emoji === null ? null : { to, emoji };
}

/** A card that answers a request for contact data is the sender's own; every other may be anyone's. */
function sharedPhoneOf(kind: string, message: Json): string | null {
  if (kind !== 'contacts' || asText(message.origin) !== 'contact_request') return null;
  const [card] = asObjects(message.contacts);
  const [phone] = asObjects(card?.phones);
  const digits = digitsOf(asText(phone?.wa_id) ?? asText(phone?.phone));
  const parsed = digits === null ? undefined : parsePhone(`+${digits}`);
  return parsed?.ok ? parsed.value : null;
}

const word = (text: string | null): string | null => (text !== null && /^[a-z_]{1,40}$/.test(text) ? text : null);

/** Meta gives whole seconds. A time to come is a wrong clock. */
function timeOf(value: unknown, fallback: Date): Date {
  const seconds = asNumber(value);
  if (seconds === null || seconds < 946_684_800) return fallback;
  const time = new Date(seconds * 1000);
  return time > fallback ? fallback : time;
}

/**
 * Lists the phone numbers that a WhatsApp id may stand for, the likeliest first. WhatsApp keeps prefixes that were
 * dropped (Mexico's 1) or that people leave out (Argentina's 9), and knows Brazilian numbers from before 2012 without
 * their ninth digit.
 */
export function phonesOfWaId(waId: string): string[] {
  const others: string[] = [];
  if (/^521\d{10}$/.test(waId)) others.push(`52${waId.slice(3)}`);
  if (/^549\d{10}$/.test(waId)) others.push(`54${waId.slice(3)}`);
  if (/^55\d{10}$/.test(waId)) others.push(`${waId.slice(0, 4)}9${waId.slice(4)}`);
  if (/^55\d{2}9\d{8}$/.test(waId)) others.push(`${waId.slice(0, 4)}${waId.slice(5)}`);
  return [waId, ...others].map((number) => `+${number}`);
}
