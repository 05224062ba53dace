import { createHash } from 'node:crypto';
import { asObject, asObjects, asText, type Json, lookUp, type ProviderEvent } from './provider-event.js';

/**
 * Reads everything in one webhook of WhatsApp's Cloud API. Meta batches: a request holds many entries, an entry many
 * changes, a change many messages and statuses. Each becomes an event of its own with an id made from Meta's ids, so
 * that it has its effect once in whatever batches it comes again. Content of no known form becomes an event too, so
 * that nothing is lost. Undefined: not a webhook of WhatsApp's shape.
 */
export function readMetaWebhook(body: unknown): ProviderEvent[] | undefined {
  const { entry } = asObject(body);
  if (!Array.isArray(entry)) return undefined;
  return asObjects(entry).flatMap((each) =>
    asObjects(each.changes).flatMap((change) => eventsOf(each, asText(change.field) ?? 'unknown', change.value)),
  );
}

/** Fields whose events have a name of ours; every other field keeps Meta's name. */
const TYPES: Readonly<Record<string, string>> = {
  message_template_status_update: 'whatsapp.template_status',
  template_category_update: 'whatsapp.template_category',
  phone_number_quality_update: 'whatsapp.number_quality',
  business_capability_update: 'whatsapp.capability',
};

/** Fields that hold lists, with the type of the event that each item becomes. */
const LISTS: Readonly<Record<string, string>> = {
  messages: 'whatsapp.message',
  statuses: 'whatsapp.status',
  message_echoes: 'whatsapp.echo',
  user_preferences: 'whatsapp.preference',
  user_id_update: 'whatsapp.user_id_update',
};
/** Fields of a change that say where its items belong. */
const AROUND = ['messaging_product', 'metadata', 'contacts'];
const HOLD_LISTS = ['messages', 'message_echoes', 'smb_message_echoes', 'user_preferences', 'user_id_update'];

function eventsOf(entry: Json, field: string, value: unknown): ProviderEvent[] {
  if (HOLD_LISTS.includes(field)) {
    const items = itemsOf(entry, asObject(value));
    if (items.length > 0) return items;
  }
  if (field === 'history') {
    const parts = historyOf(entry, asObject(value));
    if (parts.length > 0) return parts;
  }
  return [single(entry, lookUp(TYPES, field) ?? typeOf(field), value)];
}

/** So many messages of a past chat are one event. */
const MOST_PAST = 100;

/** Makes events of the chats from before a number was connected, each with a part of the messages with one person. */
function historyOf(entry: Json, { metadata: given, history }: Json): ProviderEvent[] {
  const metadata = isRepeatable(given) ? given : undefined;
  const wabaId = asText(entry.id)?.slice(0, MAX_ID) ?? null;
  const threads = asObjects(history).flatMap((chunk) => asObjects(chunk.threads));
  return threads.flatMap(({ messages, ...thread }): ProviderEvent[] => {
    const all = asObjects(messages);
    const known = isRepeatable(thread) ? thread : { id: thread.id };
    return Array.from({ length: Math.ceil(all.length / MOST_PAST) }, (_part, at) => {
      const part = all.slice(at * MOST_PAST, (at + 1) * MOST_PAST);
      const payload = { metadata, waba_id: wabaId, thread: known, messages: part };
      return { eventId: hashId('history', [wabaId, part]), type: 'whatsapp.history', payload };
    });
  });
}

const typeOf = (field: string): string => `whatsapp.${field.replace(/[^\x21-\x7e]/g, '').slice(0, 50)}`;

/** Makes an event of each item of a change, and of every part that holds no known items. */
function itemsOf(entry: Json, value: Json): ProviderEvent[] {
  const metadata = isRepeatable(value.metadata) ? value.metadata : undefined;
  const wabaId = asText(entry.id)?.slice(0, MAX_ID) ?? null;
  const contacts = contactsOf(value);
  return Object.entries(value).flatMap(([name, part]): ProviderEvent[] => {
    const type = lookUp(LISTS, name);
    if (AROUND.includes(name)) return [];
    if (type === undefined || !Array.isArray(part)) return [single(entry, typeOf(name), { metadata, [name]: part })];
    const items = asObjects(part);
    return items.map((item) => {
      const around = { metadata, waba_id: wabaId, contact: contactOf(contacts, item, items.length) };
      const event = itemEvent(type, item, around);
      return event ?? single(entry, 'whatsapp.unreadable', { ...around, item, list: name });
    });
  });
}

type Around = { metadata: unknown; waba_id: string | null; contact: Json | null };

function itemEvent(type: string, item: Json, around: Around): ProviderEvent | undefined {
  const id = asText(item.id);
  switch (type) {
    case 'whatsapp.message':
      return id === null ? undefined : { eventId: `message/${id}`, type, payload: { ...around, message: item } };
    case 'whatsapp.echo':
      return id === null ? undefined : { eventId: `echo/${id}`, type, payload: { ...around, message: item } };
    case 'whatsapp.status': {
      const word = asText(item.status);
      if (id === null || word === null) return undefined;
      return { eventId: statusEventId(id, word), type, payload: { ...around, status: item } };
    }
    default:
      return { eventId: hashId(`item/${type}`, item), type, payload: { ...around, item } };
  }
}

/** The text around the items of a change is repeated with each of them, so it must be small, as it always is. */
const MAX_REPEATED = 20_000;
const MAX_ID = 255;
const isRepeatable = (around: unknown): boolean => (JSON.stringify(around)?.length ?? 0) <= MAX_REPEATED;

/** The contacts of a change, found by each of the IDs that they have. */
interface Contacts {
  only: Json | undefined;
  byId: ReadonlyMap<string, Json>;
}

function contactsOf(value: Json): Contacts {
  const contacts = asObjects(value.contacts).filter(isRepeatable);
  const byId = new Map<string, Json>();
  for (const contact of contacts) {
    for (const name of new Set(IDS.map(([, theirs]) => theirs))) {
      const id = asText(contact[name]);
      if (id !== null && !byId.has(`${name}/${id}`)) byId.set(`${name}/${id}`, contact);
    }
  }
  return { only: contacts.length === 1 ? contacts[0] : undefined, byId };
}

/** Names that a message, status or preference gives its person, and the same in a contact. */
const IDS: readonly (readonly [string, string])[] = [
  ['from', 'wa_id'],
  ['from_user_id', 'user_id'],
  ['from_parent_user_id', 'parent_user_id'],
  ['to', 'wa_id'],
  ['to_user_id', 'user_id'],
  ['recipient_id', 'wa_id'],
  ['recipient_user_id', 'user_id'],
  ['wa_id', 'wa_id'],
  ['user_id', 'user_id'],
];

/**
 * Finds the contact that an item belongs to. The only contact of an only item is its own though WhatsApp spells its
 * number otherwise; of several, one that shares no ID would be another person.
 */
function contactOf({ only, byId }: Contacts, item: Json, items: number): Json | null {
  for (const [mine, theirs] of IDS) {
    const id = asText(item[mine]);
    const own = id === null ? undefined : byId.get(`${theirs}/${id}`);
    if (own) return own;
  }
  if (!only || items !== 1) return null;
  const isAnother = IDS.some(([mine, theirs]) => theirs === 'user_id' && item[mine] && only[theirs]);
  return isAnother ? null : only;
}

/** Makes the id by which a status of a message is known. */
export const statusEventId = (providerMessageId: string, status: string): string =>
  `status/${providerMessageId}/${status}`;

/** Changes that carry no id are known by all they say, the time of their entry included. */
function single(entry: Json, type: string, value: unknown): ProviderEvent {
  return {
    eventId: hashId('change', [type, entry.id ?? null, entry.time ?? null, value ?? null]),
    type,
    payload: { waba_id: entry.id ?? null, time: entry.time ?? null, value },
  };
}

const hashId = (kind: string, said: unknown): string =>
  `${kind}/${createHash('sha256').update(JSON.stringify(said)).digest('hex')}`;
