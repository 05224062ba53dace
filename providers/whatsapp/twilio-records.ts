import type { NumberState, ProviderTemplate } from './provider.js';

type Json = Record<string, unknown>;

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const word = (value: unknown): string => textOf(value).toUpperCase();

const APPROVAL: Record<string, ProviderTemplate['status']> = {
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
  DISABLED: 'REJECTED',
};

/**
 * Reads a content of Twilio's as a template, shown in Meta's form; undefined for one that was never handed in for
 * WhatsApp's approval, which only answers a lead that has just written. Placeholders keep Twilio's numbers, which count
 * through all parts.
 */
export function templateOf(content: Json): ProviderTemplate | undefined {
  const approval = objectOf(content.approval_requests);
  const status = word(approval.status);
  if (status === '' || status === 'UNSUBMITTED') return undefined;
  return {
    id: textOf(content.sid),
    name: textOf(approval.name) || textOf(content.friendly_name),
    language: textOf(content.language),
    category: word(approval.category) || 'UTILITY',
    status: APPROVAL[status] ?? 'PENDING',
    components: componentsOf(objectOf(content.types)),
    reason: textOf(approval.rejection_reason).slice(0, 500) || null,
  };
}

function componentsOf(types: Json): Json[] {
  const [name = ''] = Object.keys(types);
  const part = objectOf(types[name]);
  if (name === 'whatsapp/authentication') return [{ type: 'BODY', text: '{{1}}' }];
  const card = name === 'twilio/card';
  const head = textOf(part.header_text);
  const foot = textOf(card ? part.subtitle : part.footer);
  const buttons = listOf(part.actions).map((action) => buttonOf(name, action));
  return [
    ...mediaOf(part.media),
    ...(head === '' ? [] : [{ type: 'HEADER', format: 'TEXT', text: head }]),
    { type: 'BODY', text: textOf(part.body) || textOf(part.title) },
    ...(foot === '' ? [] : [{ type: 'FOOTER', text: foot }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons }]),
  ];
}

const FORMATS: [RegExp, string][] = [
  [/\.(mp4|3gpp?|mov)$/i, 'VIDEO'],
  [/\.(pdf|docx?|xlsx?|pptx?|txt)$/i, 'DOCUMENT'],
];

/** The file of a content has an address of its own, of which a part may be a place to fill. */
function mediaOf(media: unknown): Json[] {
  const [url] = [media].flat();
  if (typeof url !== 'string' || url === '') return [];
  return [{ type: 'HEADER', format: FORMATS.find(([ending]) => ending.test(url))?.[1] ?? 'IMAGE', url }];
}

function buttonOf(name: string, action: Json): Json {
  const type = word(action.type) || (name === 'twilio/quick-reply' ? 'QUICK_REPLY' : 'URL');
  const text = textOf(action.title);
  if (type === 'URL') return { type, text, url: textOf(action.url) };
  if (type === 'PHONE_NUMBER') return { type, text, phone_number: textOf(action.phone) };
  return type === 'COPY_CODE' ? { type, text, code: textOf(action.code) } : { type, text };
}

const QUALITY: Record<string, NumberState['qualityRating']> = { HIGH: 'GREEN', MEDIUM: 'YELLOW', LOW: 'RED' };
const QUALITIES = ['GREEN', 'YELLOW', 'RED'] as const;
const STATUS: Record<string, NumberState['status']> = {
  ONLINE: 'connected',
  'ONLINE:UPDATING': 'connected',
  OFFLINE: 'disconnected',
};

/** Reads a sender as Twilio tells it. */
export function senderState(sender: Json): NumberState {
  const { quality_rating, messaging_limit } = objectOf(sender.properties);
  const rating = word(quality_rating);
  return {
    displayName: textOf(objectOf(sender.profile).name) || null,
    qualityRating: QUALITY[rating] ?? QUALITIES.find((each) => each === rating) ?? 'UNKNOWN',
    status: STATUS[word(sender.status)] ?? 'pending',
    messagingLimit: textOf(messaging_limit).slice(0, 64) || null,
    throughputPerSecond: null,
  };
}
