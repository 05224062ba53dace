import { cut } from '../values/text.js';
import { asObject, asObjects, asText, type Json, lookUp } from './provider-event.js';

/** The content of a message: its text, and its values if the provider gives them as fields. */
export interface WhatsAppText {
  text: string;
  values: Json | null;
}

const MAX_TEXT = 8_000;
/** Enough for every form that WhatsApp takes; larger values stay in the raw event only. */
const MAX_VALUES = 20_000;
const MAX_ITEMS = 100;

/** Reads what a message of a kind says. Every known kind says something readable; media say their caption. */
export function contentOf(kind: string, message: Json): WhatsAppText {
  const { text, values } =
    lookUp(READERS, kind)?.(asObject(message[kind]), message) ?? captionOf(asObject(message[kind]));
  const about = aboutProduct(message);
  const whole = about === null ? text : [text, about].filter(Boolean).join('\n');
  return { text: cut(whole, MAX_TEXT), values: bounded({ ...values, ...contextValues(message) }) };
}

type Reader = (part: Json, message: Json) => WhatsAppText;

const plain = (text: string | null): WhatsAppText => ({ text: text ?? '', values: null });
const captionOf = (part: Json): WhatsAppText => plain(asText(part.caption) ?? asText(part.body));

const READERS: Readonly<Record<string, Reader>> = {
  text: ({ body }) => plain(asText(body)),
  button: ({ text, payload }) => plain(asText(text) ?? asText(payload)),
  interactive: readInteractive,
  reaction: ({ emoji }) => plain(asText(emoji)),
  location: readLocation,
  contacts: (_part, message) => readContacts(asObjects(message.contacts)),
  system: ({ body }) => plain(asText(body)),
  order: readOrder,
  poll_creation: readPoll,
  poll: readPoll,
  poll_update: readPoll,
};

function readInteractive(part: Json): WhatsAppText {
  const type = asText(part.type) ?? '';
  const reply = asObject(part[type]);
  const form = parsed(reply.response_json);
  if (form) return { text: linesOf(form) || (asText(reply.body) ?? ''), values: { form: withoutToken(form) } };
  const text = asText(reply.title) ?? asText(reply.body) ?? asText(reply.name);
  if (text !== null) return plain(text);
  return Object.keys(reply).length === 0 ? plain('') : { text: linesOf(reply), values: { [type]: reply } };
}

/** The fields of a form; undefined where the text holds none. */
function parsed(json: unknown): Json | undefined {
  if (typeof json !== 'string' || json.length > MAX_VALUES) return undefined;
  try {
    const value = asObject(JSON.parse(json));
    return Object.keys(value).length > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

const withoutToken = (form: Json): Json =>
  Object.fromEntries(Object.entries(form).filter(([name]) => name !== 'flow_token'));

/** Writes the fields of an object, one a line. */
const linesOf = (fields: Json): string =>
  Object.entries(withoutToken(fields))
    .map(([name, value]) => [name.replaceAll('_', ' ').trim(), wordsOf(value)] as const)
    .filter(([, words]) => words !== '')
    .slice(0, MAX_ITEMS)
    .map(([name, words]) => `${name}: ${words}`)
    .join('\n');

function wordsOf(value: unknown, depth = 0): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value
      .slice(0, MAX_ITEMS)
      .map((each) => wordsOf(each, depth + 1))
      .filter(Boolean)
      .join(', ');
  if (typeof value !== 'object' || value === null) return asText(value) ?? '';
  if (depth > 4) return '';
  return Object.entries(value)
    .map(([name, each]) => [name, wordsOf(each, depth + 1)] as const)
    .filter(([, words]) => words !== '')
    .map(([name, words]) => `${name.replaceAll('_', ' ')} ${words}`)
    .join(', ');
}

function readLocation(part: Json): WhatsAppText {
  const { latitude, longitude } = part;
  const place = [asText(part.name), asText(part.address), `${latitude}, ${longitude}`, asText(part.url)];
  const { name, address, url } = part;
  return { text: place.filter(Boolean).join(', '), values: { location: { latitude, longitude, name, address, url } } };
}

/** A person on a contact card. */
interface Card {
  name: string;
  phones: string[];
  emails: string[];
  company: string | null;
}

function readContacts(contacts: readonly Json[]): WhatsAppText {
  const cards = contacts.slice(0, MAX_ITEMS).map(cardOf);
  const text = cards.map(({ name, phones, emails, company }) =>
    [name, company, ...phones, ...emails].filter(Boolean).join(', '),
  );
  return { text: text.filter(Boolean).join('\n'), values: { contacts: cards } };
}

function cardOf(contact: Json): Card {
  const name = asObject(contact.name);
  const vcard = asText(contact.vcard) ?? '';
  const given = (list: unknown, field: string) => asObjects(list).flatMap((each) => asText(each[field]) ?? []);
  const phones = given(contact.phones, 'phone');
  const phonesById = given(contact.phones, 'wa_id').map((id) => `+${id}`);
  const emails = given(contact.emails, 'email');
  return {
    name:
      asText(name.formatted_name) ?? [asText(name.first_name), asText(name.last_name)].filter(Boolean).join(' ') ?? '',
    phones: firstFound(phones, phonesById, fieldOfVcard(vcard, 'TEL')),
    emails: firstFound(emails, fieldOfVcard(vcard, 'EMAIL')),
    company: asText(asObject(contact.org).company),
  };
}

const firstFound = (...lists: string[][]): string[] => (lists.find((list) => list.length > 0) ?? []).slice(0, 10);

/** The values of one field of a vCard, such as its phone numbers. */
const fieldOfVcard = (vcard: string, field: string): string[] =>
  vcard
    .slice(0, MAX_VALUES)
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      const name = (line.slice(0, colon).split(';')[0] ?? '').split('.').at(-1);
      return colon > 0 && name?.toUpperCase() === field ? line.slice(colon + 1).trim() || [] : [];
    });

function readOrder(part: Json): WhatsAppText {
  const items = asObjects(part.product_items).slice(0, MAX_ITEMS);
  const lines = items.map((item) => {
    const price = [asText(item.item_price), asText(item.currency)].filter(Boolean).join(' ');
    const what = `${asText(item.quantity) ?? '1'} × ${asText(item.product_retailer_id) ?? 'unknown product'}`;
    return price === '' ? what : `${what}, ${price} each`;
  });
  const { catalog_id, product_items } = part;
  return {
    text: [asText(part.text), ...lines].filter(Boolean).join('\n'),
    values: { order: { catalog_id, product_items } },
  };
}

function readPoll(part: Json): WhatsAppText {
  const options = Array.isArray(part.options) ? part.options.slice(0, MAX_ITEMS) : [];
  const names = options.map((option) => asText(option) ?? asText(asObject(option).name) ?? '');
  const question = asText(part.name) ?? asText(part.question) ?? '';
  return {
    text: [question, ...names.filter(Boolean).map((name) => `- ${name}`)].filter(Boolean).join('\n'),
    values: { poll: part },
  };
}

/** Names the product that a message asks about; null for every other message. */
function aboutProduct(message: Json): string | null {
  const product = asObject(asObject(message.context).referred_product);
  const id = asText(product.product_retailer_id);
  return id === null ? null : `Product: ${id}`;
}

/** Returns the origin of the message: the product it asks about, the tapped ad, or that it was forwarded. */
function contextValues(message: Json): Json {
  const context = asObject(message.context);
  const product = asObject(context.referred_product);
  const referral = asObject(message.referral);
  return {
    ...(Object.keys(product).length > 0 ? { product } : {}),
    ...(Object.keys(referral).length > 0 ? { referral } : {}),
    ...(context.forwarded === true || context.frequently_forwarded === true ? { forwarded: true } : {}),
  };
}

function bounded(values: Json): Json | null {
  if (Object.keys(values).length === 0) return null;
  return JSON.stringify(values).length > MAX_VALUES ? null : values;
}
