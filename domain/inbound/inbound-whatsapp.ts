import { optOutIntent } from '../leads/opt-out.js';
import { asNumber, asObject, asObjects, asText, type Json } from './provider-event.js';

/** A file of an inbound message. Its bytes stay with the provider; `id` is what they are asked for by. */
export interface InboundAttachment {
  id: string | null;
  type: string;
  mime_type: string | null;
  file_name: string | null;
}

/** A message that came in on WhatsApp, read and typed. */
export interface InboundWhatsApp {
  providerMessageId: string;
  /** The sender's WhatsApp id, digits only, and the name they go by. */
  waId: string;
  profileName: string | null;
  /** Which of our numbers it came to, by the provider's id. */
  phoneNumberId: string | null;
  displayPhoneNumber: string | null;
  /** Meta's word for the kind, such as text, image, interactive, reaction, unsupported. */
  kind: string;
  text: string;
  attachments: InboundAttachment[];
  reaction: { to: string; emoji: string | null } | null;
  /** The provider's id of the message it answers. */
  answers: string | null;
  occurredAt: Date;
  intent: 'opt_out' | 'opt_in' | null;
}

/** A status of a message of ours. */
export interface WhatsAppStatus {
  providerMessageId: string;
  /** What we sent along: our own message id. */
  ourId: string | null;
  status: string;
  occurredAt: Date;
  error: { code: string; message: string } | null;
}

const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** Reads the payload of a stored `whatsapp.message`; undefined where nobody can be made out as its sender. */
export function readWhatsAppMessage(payload: unknown, receivedAt: Date): InboundWhatsApp | undefined {
  const { message: raw, contact: who, metadata } = asObject(payload);
  const [message, contact] = [asObject(raw), asObject(who)];
  const id = asText(message.id);
  const waId = digits(asText(message.from) ?? asText(contact.wa_id));
  if (id === null || waId === null) return undefined;
  const kind = word(asText(message.type)) ?? 'unsupported';
  const text = textOf(kind, message);
  return {
    providerMessageId: id,
    waId,
    profileName: asText(asObject(contact.profile).name),
    phoneNumberId: asText(asObject(metadata).phone_number_id),
    displayPhoneNumber: digits(asText(asObject(metadata).display_phone_number)),
    kind,
    text,
    attachments: attachmentsOf(kind, message),
    reaction: kind === 'reaction' ? reactionOf(asObject(message.reaction)) : null,
    answers: asText(asObject(message.context).id),
    occurredAt: timeOf(message.timestamp, receivedAt),
    intent: ['text', 'button', 'interactive'].includes(kind) ? optOutIntent(text) : null,
  };
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

function textOf(kind: string, message: Json): string {
  const part = asObject(message[kind]);
  switch (kind) {
    case 'text':
      return asText(part.body) ?? '';
    case 'button':
      return asText(part.text) ?? asText(part.payload) ?? '';
    case 'interactive': {
      const reply = asObject(part[asText(part.type) ?? '']);
      return asText(reply.title) ?? asText(reply.body) ?? asText(reply.name) ?? '';
    }
    case 'reaction':
      return asText(part.emoji) ?? '';
    case 'location':
      return [asText(part.name), asText(part.address), `${part.latitude}, ${part.longitude}`]
        .filter(Boolean)
        .join(', ');
    case 'contacts':
      return asObjects(message.contacts)
        .map((each) => asText(asObject(each.name).formatted_name) ?? '')
        .filter(Boolean)
        .join(', ');
    case 'system':
      return asText(part.body) ?? '';
    case 'order':
      return asText(part.text) ?? '';
    default:
      return asText(part.caption) ?? '';
  }
}

function attachmentsOf(kind: string, message: Json): InboundAttachment[] {
  if (!MEDIA.some((media) => media === kind)) return [];
  const file = asObject(message[kind]);
  const [id, mime, name] = [asText(file.id), asText(file.mime_type), asText(file.filename)];
  return [{ id, type: kind, mime_type: mime, file_name: name }];
}

function reactionOf(reaction: Json): InboundWhatsApp['reaction'] {
  const to = asText(reaction.message_id);
  return to === null ? null : { to, emoji: asText(reaction.emoji) };
}

const word = (text: string | null): string | null => (text !== null && /^[a-z_]{1,40}$/.test(text) ? text : null);

const digits = (text: string | null): string | null => {
  const found = (text ?? '').replace(/\D/g, '');
  return found.length >= 5 && found.length <= 20 ? found : null;
};

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
