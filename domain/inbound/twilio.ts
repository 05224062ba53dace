import { whatsAppUserId } from '../values/whatsapp-user.js';
import { statusEventId } from './meta.js';
import { lookUp, type ProviderEvent } from './provider-event.js';

/** The fields of a form as Twilio posts it. */
export type TwilioForm = Readonly<Record<string, string>>;

/** The outcome of a message in WhatsApp's terms. Statuses before it was sent are ignored. */
const STATUSES: Readonly<Record<string, string>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'failed',
};

/**
 * Reads a Twilio webhook as an event in WhatsApp's format: a received message or a status of one that was sent.
 * `messageId` is the message's own ID from the address of the status. Returns undefined if the webhook isn't about a
 * message.
 */
export function readTwilioWebhook(form: TwilioForm, messageId: string | undefined): ProviderEvent | undefined {
  const sid = form.MessageSid || form.SmsSid;
  if (!sid) return undefined;
  const metadata = { phone_number_id: null, display_phone_number: numberOf(form.MessageStatus ? form.From : form.To) };
  const around = { metadata, waba_id: form.AccountSid || null };
  const reported = form.MessageStatus;
  if (!reported) {
    const { message, contact } = messageOf(sid, form);
    return { eventId: `message/${sid}`, type: 'whatsapp.message', payload: { ...around, contact, message } };
  }
  const status = lookUp(STATUSES, reported) ?? reported;
  const error = { code: form.ErrorCode, message: form.ErrorMessage || form.ChannelStatusMessage || '' };
  return {
    eventId: statusEventId(sid, status),
    type: 'whatsapp.status',
    payload: {
      ...around,
      contact: { profile: {}, ...idsOf(form, form.To) },
      status: {
        id: sid,
        status,
        biz_opaque_callback_data: messageId ?? null,
        ...(form.ErrorCode ? { errors: [error] } : {}),
      },
    },
  };
}

/** The digits of an address such as `whatsapp:+34600111222`; empty where it names a user ID instead. */
const numberOf = (address = ''): string => (userIdOf(address) ? '' : address.replace(/\D/g, ''));

/** The user ID in an address such as `whatsapp:ES.13491208655302741918`, which replaces a hidden number. */
const userIdOf = (address = ''): string | null => whatsAppUserId(address.replace(/^whatsapp:/, ''));

/** The person at the other end, as a contact of Meta's names them. */
function idsOf(form: TwilioForm, address: string | undefined) {
  const userId = form.ExternalUserId || userIdOf(address);
  const waId = userIdOf(form.WaId) ? '' : form.WaId || numberOf(address);
  return {
    ...(waId ? { wa_id: waId } : {}),
    ...(userId ? { user_id: userId.replace(/^whatsapp:/, '') } : {}),
    ...(form.ParentExternalUserId ? { parent_user_id: form.ParentExternalUserId } : {}),
  };
}

function messageOf(sid: string, form: TwilioForm) {
  const answers = form.OriginalRepliedMessageSid;
  const ids = idsOf(form, form.From);
  const username = form.ProfileUsername || form.Username;
  const referral = referralOf(form);
  return {
    contact: { ...ids, profile: { name: form.ProfileName ?? '', ...(username ? { username } : {}) } },
    message: {
      id: sid,
      ...(ids.wa_id ? { from: ids.wa_id } : {}),
      ...(ids.user_id ? { from_user_id: ids.user_id } : {}),
      ...(answers ? { context: { id: answers } } : {}),
      ...(referral ? { referral } : {}),
      ...(form.OptOutType ? { opt_out_type: form.OptOutType } : {}),
      ...contentIn(form),
    },
  };
}

const REFERRAL: Readonly<Record<string, string>> = {
  ReferralBody: 'body',
  ReferralHeadline: 'headline',
  ReferralSourceId: 'source_id',
  ReferralSourceType: 'source_type',
  ReferralSourceUrl: 'source_url',
  ReferralCtwaClid: 'ctwa_clid',
};

/** The ad that a person tapped to write. */
function referralOf(form: TwilioForm): Record<string, string> | undefined {
  const found = Object.entries(REFERRAL).flatMap(([name, ours]) => (form[name] ? [[ours, form[name]]] : []));
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Returns the content of a message: a file, a location, a tapped button, a chosen line of a list, or words. */
function contentIn(form: TwilioForm): Record<string, unknown> {
  const body = form.Body ?? '';
  if (Number(form.NumMedia) > 0) {
    const files = Array.from({ length: Math.min(Number(form.NumMedia), MAX_FILES) }, (_, at) => fileOf(form, at));
    const [{ type, ...file } = fileOf(form, 0), ...more] = files;
    return { type, [type]: { ...file, caption: body }, ...(more.length > 0 ? { more_files: more } : {}) };
  }
  if (form.Latitude && form.Longitude) {
    const { Latitude: latitude, Longitude: longitude, Label: name, Address: address } = form;
    return { type: 'location', location: { latitude, longitude, name, address } };
  }
  if (form.ListTitle) {
    const list_reply = { title: form.ListTitle, id: form.ListId };
    return { type: 'interactive', interactive: { type: 'list_reply', list_reply } };
  }
  if (form.ButtonText || form.ButtonPayload) {
    return { type: 'button', button: { text: form.ButtonText || body, payload: form.ButtonPayload } };
  }
  return body === '' && form.MessageType && form.MessageType !== 'text'
    ? { type: form.MessageType }
    : { type: 'text', text: { body } };
}

const MAX_FILES = 10;

function fileOf(form: TwilioForm, at: number): { type: string; id: string | null; mime_type: string } {
  const mime_type = form[`MediaContentType${at}`] ?? '';
  return { type: kindOf(mime_type), id: mediaId(form[`MediaUrl${at}`]), mime_type };
}

function kindOf(mimeType: string): string {
  if (mimeType === 'image/webp') return 'sticker';
  const [kind = ''] = mimeType.split('/');
  return ['image', 'video', 'audio'].includes(kind) ? kind : 'document';
}

const MEDIA = /\/Messages\/((?:SM|MM)[0-9a-fA-F]{32}\/Media\/ME[0-9a-fA-F]{32})$/;

/** The part of a file's address that names it; the rest is our own to make. */
const mediaId = (url = ''): string | null => MEDIA.exec(url)?.[1] ?? null;
