import { whatsAppUserId, whatsAppUsername } from '../values/whatsapp-user.js';
import { asObject, asText, type Json } from './provider-event.js';

/** A person on WhatsApp, by everything that a provider tells of them. At least one ID or number is known. */
export interface WhatsAppPerson {
  /** User IDs, the one that answers go to first. */
  userIds: string[];
  /** The WhatsApp ID, which is a number without the plus; null where the person hides it. */
  waId: string | null;
  name: string | null;
  username: string | null;
  /** The business account that user IDs are scoped to; empty where the provider names none. */
  wabaId: string;
}

/** Lists the fields of a message, status or preference that name its person. */
const NUMBERS = ['from', 'wa_id'] as const;
const USER_IDS = ['from_user_id', 'user_id', 'from_parent_user_id', 'parent_user_id'] as const;
const SENT_NUMBERS = ['to', 'recipient_id'] as const;
const SENT_USER_IDS = ['to_user_id', 'recipient_user_id', 'to_parent_user_id', 'recipient_parent_user_id'] as const;

/** Reads who wrote an item, or chose a preference; undefined where nothing names them. */
export const readSender = (payload: unknown, item: Json): WhatsAppPerson | undefined =>
  personOf(
    payload,
    NUMBERS.map((name) => item[name]),
    USER_IDS.map((name) => item[name]),
  );

/** Reads whom an item was sent to; undefined where nothing names them. */
export const readRecipient = (payload: unknown, item: Json): WhatsAppPerson | undefined =>
  personOf(
    payload,
    SENT_NUMBERS.map((name) => item[name]),
    SENT_USER_IDS.map((name) => item[name]),
  );

function personOf(payload: unknown, numbers: unknown[], ids: unknown[]): WhatsAppPerson | undefined {
  const around = asObject(payload);
  const contact = asObject(around.contact);
  const profile = asObject(contact.profile);
  const texts = [...ids, contact.user_id, contact.parent_user_id, ...numbers, contact.wa_id].map(asText);
  const userIds = [...new Set(texts.flatMap((text) => whatsAppUserId(text) ?? []))];
  const waId = [...numbers, contact.wa_id].map((value) => digitsOf(asText(value))).find((found) => found !== null);
  if (userIds.length === 0 && waId === undefined) return undefined;
  return {
    userIds,
    waId: waId ?? null,
    name: asText(profile.name),
    username: whatsAppUsername(asText(profile.username) ?? asText(contact.username)),
    wabaId: wabaIdOf(around.waba_id),
  };
}

const wabaIdOf = (value: unknown): string => {
  const text = asText(value) ?? '';
  return /^[\x21-\x7e]{1,64}$/.test(text) ? text : '';
};

/** Returns the digits of a number; null where the text is something else, such as a user ID. */
export function digitsOf(text: string | null): string | null {
  if (text === null || text.length > 40 || !/^\+?[\d\s().-]+$/.test(text)) return null;
  const found = text.replace(/\D/g, '');
  return found.length >= 5 && found.length <= 20 ? found : null;
}

/** A person who is named otherwise from now on. */
export interface ChangedPerson {
  /** As the person was known. */
  before: { userIds: string[]; waId: string | null };
  after: WhatsAppPerson;
}

const CHANGES = ['user_changed_number', 'customer_changed_number', 'user_changed_user_id'];

/** Reads a system message that tells of another number or user ID; undefined for every other. */
export function readChangedPerson(payload: unknown, message: Json): ChangedPerson | undefined {
  const system = asObject(message.system);
  if (!CHANGES.includes(asText(system.type) ?? '')) return undefined;
  const ids = (values: unknown[]) => [...new Set(values.flatMap((value) => whatsAppUserId(asText(value)) ?? []))];
  const newIds = ids([system.user_id, system.parent_user_id]);
  const told = [message.from_user_id, message.from_parent_user_id, message.from, system.customer];
  const oldIds = ids([system.previous_user_id, system.previous_parent_user_id, ...told]);
  const after: WhatsAppPerson = {
    userIds: newIds,
    waId: digitsOf(asText(system.wa_id)) ?? digitsOf(asText(system.new_wa_id)),
    name: null,
    username: whatsAppUsername(asText(system.username)),
    wabaId: wabaIdOf(asObject(payload).waba_id),
  };
  const from = digitsOf(asText(message.from)) ?? digitsOf(asText(system.customer));
  return {
    before: { userIds: oldIds.filter((id) => !newIds.includes(id)), waId: from === after.waId ? null : from },
    after,
  };
}

/** Reads an item of `user_id_update`, whose IDs come as previous and current ones. */
export function readUserIdUpdate(payload: unknown): ChangedPerson | undefined {
  const item = asObject(asObject(payload).item);
  const pairs = [asObject(item.user_id), asObject(item.parent_user_id)];
  const ids = (name: string) => pairs.flatMap((pair) => whatsAppUserId(asText(pair[name])) ?? []);
  const [before, userIds] = [ids('previous'), ids('current')];
  if (before.length === 0 || userIds.length === 0) return undefined;
  const wabaId = wabaIdOf(asObject(payload).waba_id);
  const waId = digitsOf(asText(item.wa_id));
  return { before: { userIds: before, waId: null }, after: { userIds, waId, name: null, username: null, wabaId } };
}
