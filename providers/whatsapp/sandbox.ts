import type { Knex } from 'knex';
import type { SandboxDeliveryRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import { storeDelivery } from '../sandbox-delivery.js';
import type { OutgoingWhatsApp, ProviderTemplate, WhatsAppContent, WhatsAppProvider } from './provider.js';

/**
 * Delivers into the table `sandbox_deliveries`, where every process sees it. The row is unique by message id, so a
 * repeat delivers nothing new and an outcome is never unknown. Templates are approved when they are handed in.
 */
export const sandboxWhatsApp = (db: Knex, accountId: string): WhatsAppProvider => ({
  async send(message) {
    await storeDelivery(db, deliveryOf(message));
    return { kind: 'accepted', providerMessageId: `sandbox.${message.messageId}` };
  },
  async listTemplates() {
    const rows: { id: string; name: string; language: string; category: string | null; components: string | null }[] =
      await db('templates')
        .where({ account_id: accountId, channel: 'whatsapp', waba_id: '' })
        .select('id', 'name', 'language', 'category', 'components');
    const templates = rows.map(
      ({ id, name, language, category, components }): ProviderTemplate => ({
        id,
        name,
        language,
        category: category ?? 'UTILITY',
        status: 'APPROVED',
        reason: null,
        components: components === null ? [] : (JSON.parse(components) as Record<string, unknown>[]),
      }),
    );
    return { ok: true, value: templates };
  },
  submitTemplate: async () => ({ ok: true, value: { id: newId(), status: 'APPROVED' } }),
  readNumber: async () => ({
    ok: true,
    value: {
      displayName: null,
      qualityRating: 'GREEN',
      status: 'connected',
      messagingLimit: null,
      throughputPerSecond: null,
    },
  }),
  uploadMedia: async () => ({ ok: true, value: { id: newId() } }),
  findMedia: async () => ({ ok: true, value: { mimeType: 'image/gif', size: BLANK.length, bytes: BLANK } }),
  setPhoto: async () => ({ ok: true, value: null }),
  close: async () => undefined,
});

/** The placeholder image for every file, a transparent dot. */
const BLANK = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const deliveryOf = ({ messageId, accountId, from, to, content, inReplyTo }: OutgoingWhatsApp): SandboxDeliveryRow => ({
  id: newId(),
  account_id: accountId,
  message_id: messageId,
  channel: 'whatsapp',
  to_address: to,
  from_address: from,
  subject: null,
  body_text: textOf(content),
  body_html: null,
  calendar: null,
  headers: JSON.stringify({ ...kindOf(content), ...(inReplyTo ? { context: inReplyTo } : {}) }),
  created_at: new Date(),
});

const textOf = (content: WhatsAppContent): string =>
  content.type === 'media' ? (content.media.caption ?? '') : content.text;

function kindOf(content: WhatsAppContent): Record<string, unknown> {
  switch (content.type) {
    case 'template':
      return { type: 'template', template: content.name, language: content.language };
    case 'media':
      return { ...content.media };
    case 'interactive':
      return { type: 'interactive', interactive: content.interactive };
    default:
      return { type: content.type };
  }
}
