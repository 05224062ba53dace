import { createHash } from 'node:crypto';
import { asObject, asObjects, asText, type Json, type ProviderEvent } from './provider-event.js';

const MAX_EVENTS = 2_000;

/**
 * Reads everything in one webhook of WhatsApp's Cloud API. Meta batches: a request holds many entries, an entry many
 * changes, a change many messages and statuses. Each becomes an event of its own with an id made from Meta's ids, so
 * that it has its effect once in whatever batches it comes again. Undefined: not a webhook of WhatsApp's shape.
 */
export function readMetaWebhook(body: unknown): ProviderEvent[] | undefined {
  const { entry } = asObject(body);
  if (!Array.isArray(entry)) return undefined;
  const events = asObjects(entry).flatMap((each) =>
    asObjects(each.changes).flatMap((change) => eventsOf(each, asText(change.field) ?? 'unknown', change.value)),
  );
  return events.slice(0, MAX_EVENTS);
}

function eventsOf(entry: Json, field: string, value: unknown): ProviderEvent[] {
  switch (field) {
    case 'messages':
      return conversation(asObject(value));
    case 'message_template_status_update':
      return [single(entry, 'whatsapp.template_status', value)];
    case 'phone_number_quality_update':
      return [single(entry, 'whatsapp.number_quality', value)];
    case 'business_capability_update':
      return [single(entry, 'whatsapp.capability', value)];
    default:
      return [single(entry, `whatsapp.${field.replace(/[^\x21-\x7e]/g, '').slice(0, 50)}`, value)];
  }
}

function conversation(value: Json): ProviderEvent[] {
  const { metadata } = value;
  const contacts = asObjects(value.contacts);
  const messages = asObjects(value.messages).flatMap((message): ProviderEvent[] => {
    const id = asText(message.id);
    if (id === null) return [];
    const contact = contacts.find((each) => each.wa_id === message.from) ?? contacts[0] ?? null;
    return [{ eventId: `message/${id}`, type: 'whatsapp.message', payload: { metadata, contact, message } }];
  });
  const statuses = asObjects(value.statuses).flatMap((status): ProviderEvent[] => {
    const [id, word] = [asText(status.id), asText(status.status)];
    if (id === null || word === null) return [];
    return [{ eventId: statusEventId(id, word), type: 'whatsapp.status', payload: { metadata, status } }];
  });
  return [...messages, ...statuses];
}

/** Makes the id by which a status of a message is known. */
export const statusEventId = (providerMessageId: string, status: string): string =>
  `status/${providerMessageId}/${status}`;

/** Changes that carry no id are known by all they say, the time of their entry included. */
function single(entry: Json, type: string, value: unknown): ProviderEvent {
  const said = createHash('sha256')
    .update(JSON.stringify([type, entry.id ?? null, entry.time ?? null, value ?? null]))
    .digest('hex');
  return { eventId: `change/${said}`, type, payload: { waba_id: entry.id ?? null, time: entry.time ?? null, value } };
}
