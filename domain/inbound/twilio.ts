import { statusEventId } from './meta.js';
import type { ProviderEvent } from './provider-event.js';

/** The fields of a form as Twilio posts it. */
export type TwilioForm = Readonly<Record<string, string>>;

/** What became of a message, in WhatsApp's words; what comes before it left says nothing new. */
const STATUSES: Readonly<Record<string, string>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'failed',
};

/**
 * Reads one webhook of Twilio's as an event of WhatsApp's shape: a message that came in, or a status of one of ours.
 * `messageId` is our own id as it stands in the address that the status came to. Undefined: not about a message.
 */
export function readTwilioWebhook(form: TwilioForm, messageId: string | undefined): ProviderEvent | undefined {
  const sid = form.MessageSid || form.SmsSid;
  if (!sid) return undefined;
  const metadata = { phone_number_id: null, display_phone_number: numberOf(form.MessageStatus ? form.From : form.To) };
  const reported = form.MessageStatus;
  if (!reported) {
    const { message, contact } = messageOf(sid, form);
    return { eventId: `message/${sid}`, type: 'whatsapp.message', payload: { metadata, contact, message } };
  }
  const status = STATUSES[reported] ?? reported;
  const error = { code: form.ErrorCode, message: form.ErrorMessage || form.ChannelStatusMessage || '' };
  return {
    eventId: statusEventId(sid, status),
    type: 'whatsapp.status',
    payload: {
      metadata,
      status: {
        id: sid,
        status,
        biz_opaque_callback_data: messageId ?? null,
        ...(form.ErrorCode ? { errors: [error] } : {}),
      },
    },
  };
}

/** The digits of an address such as `whatsapp:+34600111222`. */
const numberOf = (address = ''): string => address.replace(/\D/g, '');

function messageOf(sid: string, form: TwilioForm) {
  const from = form.WaId || numberOf(form.From);
  const answers = form.OriginalRepliedMessageSid;
  const contact = { wa_id: from, profile: { name: form.ProfileName ?? '' } };
  return {
    contact,
    message: { id: sid, from, ...(answers ? { context: { id: answers } } : {}), ...saidIn(form) },
  };
}

/** What a person said: a file, a place, a tapped button, a chosen line of a list, or words. */
function saidIn(form: TwilioForm): Record<string, unknown> {
  const body = form.Body ?? '';
  if (Number(form.NumMedia) > 0) {
    const mime_type = form.MediaContentType0 ?? '';
    const type = kindOf(mime_type);
    return { type, [type]: { id: mediaId(form.MediaUrl0), mime_type, caption: body } };
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

function kindOf(mimeType: string): string {
  if (mimeType === 'image/webp') return 'sticker';
  const [kind = ''] = mimeType.split('/');
  return ['image', 'video', 'audio'].includes(kind) ? kind : 'document';
}

const MEDIA = /\/Messages\/((?:SM|MM)[0-9a-fA-F]{32}\/Media\/ME[0-9a-fA-F]{32})$/;

/** The part of a file's address that names it; the rest is our own to make. */
const mediaId = (url = ''): string | null => MEDIA.exec(url)?.[1] ?? null;
