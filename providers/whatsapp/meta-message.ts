import { whatsAppUserId } from '../../domain/values/whatsapp-user.js';
import type { OutgoingWhatsApp, WhatsAppContent } from './provider.js';

const MAX_TEXT = 4096;

/** Writes a message in the form of Meta's `POST /{phone-number-id}/messages`. */
export const messageBody = ({ messageId, to, content, inReplyTo }: OutgoingWhatsApp): Record<string, unknown> => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  ...recipientOf(to),
  ...contentOf(content),
  ...(inReplyTo ? { context: { message_id: inReplyTo } } : {}),
  biz_opaque_callback_data: messageId,
});

/** A number goes into `to`, a user ID, as byte by byte as it was received, into `recipient`. */
const recipientOf = (to: string): Record<string, string> =>
  whatsAppUserId(to) === null ? { to: to.replace(/^\+/, '') } : { recipient: to };

function contentOf(content: WhatsAppContent): Record<string, unknown> {
  switch (content.type) {
    case 'text':
      return {
        type: 'text',
        text: { body: content.text.slice(0, MAX_TEXT), preview_url: /https?:\/\//.test(content.text) },
      };
    case 'template': {
      const { name, language, components } = content;
      const template = { name, language: { policy: 'deterministic', code: language }, components };
      return { type: 'template', template };
    }
    case 'media': {
      const { type, link, id, caption, filename } = content.media;
      const source = link === undefined ? { id } : { link };
      const captioned = caption && type !== 'audio' && type !== 'sticker' ? { caption } : {};
      const named = filename && type === 'document' ? { filename } : {};
      return { type, [type]: { ...source, ...captioned, ...named } };
    }
    case 'interactive':
      return { type: 'interactive', interactive: content.interactive };
  }
}
