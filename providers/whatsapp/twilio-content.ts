import type { ProviderAnswer, ProviderTemplate, TemplateDraft } from './provider.js';

type Json = Record<string, unknown>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const word = (value: unknown): string => textOf(value).toUpperCase();

const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/**
 * Makes a content of a template in Meta's form and hands it in for WhatsApp's approval. One that isn't taken is removed
 * again, so that a repeat finds nothing of it.
 */
export async function submitContent(
  ask: AskTwilio,
  draft: TemplateDraft,
): Promise<ProviderAnswer<Pick<ProviderTemplate, 'id' | 'status'>>> {
  const content = contentOf(draft);
  if ('reason' in content) return { ok: false, kind: 'refused', code: 'unsupported_template', message: content.reason };
  const made = await ask({ api: 'content', method: 'POST', path: '/v1/Content', json: content.json });
  if (!made.ok) return made;
  const path = `/v1/Content/${String(made.value.sid)}`;
  const approval = await ask({
    api: 'content',
    method: 'POST',
    path: `${path}/ApprovalRequests/whatsapp`,
    json: { name: draft.name, category: draft.category },
  });
  if (approval.ok) return { ok: true, value: { id: String(made.value.sid), status: 'PENDING' } };
  await ask({ api: 'content', method: 'DELETE', path });
  return approval;
}

/**
 * Converts a template in Meta's form to a Twilio content: plain text, or a card for all else. Meta numbers the
 * parameters of each part from one, Twilio those of all parts. They are therefore renumbered, each with its example.
 */
function contentOf({ name, language, components }: TemplateDraft): { json: Json } | { reason: string } {
  const variables: Record<string, string> = {};
  const renumber = (text: string, examples: readonly unknown[] = []): string => {
    const numbers = new Map<string, number>();
    return text.replaceAll(PLACEHOLDER, (_, position: string) => {
      const at = numbers.get(position) ?? Object.keys(variables).length + 1;
      if (!numbers.has(position)) variables[at] = textOf(examples[numbers.size]) || `value ${at}`;
      numbers.set(position, at);
      return `{{${at}}}`;
    });
  };
  const part = (type: string): Json => components.find((each) => word(each.type) === type) ?? {};
  const body = renumber(textOf(part('BODY').text), examplesOf(part('BODY'), 'body_text'));
  const head = part('HEADER');
  if (head.type !== undefined && word(head.format) !== 'TEXT' && word(head.format) !== '') {
    return { reason: 'Templates with an image, video or document header must be created at Twilio.' };
  }
  const header_text = renumber(textOf(head.text), examplesOf(head, 'header_text'));
  const footer = textOf(part('FOOTER').text);
  const buttons = (part('BUTTONS').buttons ?? []) as Json[];
  const actions = buttons.map((button) => actionOf(button, renumber));
  if (actions.includes(undefined)) {
    return { reason: 'Twilio only supports quick reply, URL and phone number buttons.' };
  }
  const card = {
    body,
    ...(header_text === '' ? {} : { header_text }),
    ...(footer === '' ? {} : { footer }),
    ...(actions.length === 0 ? {} : { actions }),
  };
  const types = Object.keys(card).length === 1 ? { 'twilio/text': { body } } : { 'whatsapp/card': card };
  return { json: { friendly_name: name, language, variables, types } };
}

/** The examples of a part: Meta's body has lists of them, its header one. */
const examplesOf = ({ example }: Json, name: string): unknown[] => [(example as Json | undefined)?.[name]].flat(2);

function actionOf(button: Json, renumber: (text: string, examples?: unknown[]) => string): Json | undefined {
  const title = textOf(button.text);
  switch (word(button.type)) {
    case 'QUICK_REPLY':
      return { type: 'QUICK_REPLY', title, id: title.slice(0, 200) };
    case 'URL':
      return { type: 'URL', title, url: renumber(textOf(button.url), [button.example].flat()) };
    case 'PHONE_NUMBER':
      return { type: 'PHONE_NUMBER', title, phone: textOf(button.phone_number) };
    default:
      return undefined;
  }
}

export type AskTwilio = (call: TwilioCall) => Promise<ProviderAnswer<Record<string, unknown>>>;

/** A request to one of Twilio's APIs, each of which has a host of its own. */
export interface TwilioCall {
  api: 'api' | 'content' | 'messaging';
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  form?: URLSearchParams;
  json?: unknown;
  /** Until when it may be sent and answered, in Unix milliseconds. */
  endsAt?: number;
}
