import {
  WHATSAPP_LIMITS,
  type WhatsAppInteractive,
  type WhatsAppMedia,
} from '../../schemas/channels/whatsapp-content.js';
import type { Problem } from '../problem.js';
import { refuse, type Value, valid } from '../values/value.js';

const invalid = (field: string, message: string): Problem => ({ code: 'VALIDATION_ERROR', field, message });

/** Lists what of a message's file the schema can't say: where it is, and which words it can carry. */
export function checkMedia(media: WhatsAppMedia, at: string): Problem[] {
  const { type, caption, filename } = media;
  const silent = type === 'audio' || type === 'sticker';
  return [
    ...checkFile(media, at),
    ...(silent && caption !== undefined
      ? [invalid(`${at}/caption`, `Files of type ${type} can't have a caption.`)]
      : []),
    ...(type !== 'document' && filename !== undefined
      ? [invalid(`${at}/filename`, 'Only documents can have a file name.')]
      : []),
  ];
}

type File = { link?: string | undefined; id?: string | undefined };

function checkFile({ link, id }: File, at: string): Problem[] {
  if ((link === undefined) === (id === undefined)) return [invalid(`${at}/link`, 'Specify either link or id.')];
  // With something to fill in it is looked at again when it is sent.
  return link === undefined || link.includes('{{') || URL.canParse(link)
    ? []
    : [invalid(`${at}/link`, 'It must be a URL.')];
}

/** Lists what of an interactive message the schema can't say: its files, and ids and titles that are there once. */
export function checkInteractive(interactive: WhatsAppInteractive, at: string): Problem[] {
  const problems = checkHeader(interactive, at);
  switch (interactive.type) {
    case 'button': {
      const { buttons } = interactive.action;
      const pointer = (index: number, key: string) => `${at}/action/buttons/${index}/reply/${key}`;
      problems.push(...repeated(buttons.map(({ reply }, index) => [reply.id, pointer(index, 'id')] as const)));
      problems.push(...repeated(buttons.map(({ reply }, index) => [reply.title, pointer(index, 'title')] as const)));
      return problems;
    }
    case 'list': {
      const { sections } = interactive.action;
      const rows = sections.flatMap((section, n) =>
        section.rows.map((row, index) => [row.id, `${at}/action/sections/${n}/rows/${index}/id`] as const),
      );
      if (rows.length > WHATSAPP_LIMITS.rows) {
        problems.push(
          invalid(`${at}/action/sections`, `A list can have at most ${WHATSAPP_LIMITS.rows} rows in total.`),
        );
      }
      return [...problems, ...untitled(sections, at), ...repeated(rows)];
    }
    case 'product_list': {
      const { sections } = interactive.action;
      const products = sections.flatMap(({ product_items: items }) => items);
      if (products.length > WHATSAPP_LIMITS.products) {
        const message = `A list can have at most ${WHATSAPP_LIMITS.products} products in total.`;
        problems.push(invalid(`${at}/action/sections`, message));
      }
      return [...problems, ...untitled(sections, at)];
    }
    case 'flow':
      return [...problems, ...checkFlow(interactive.action.parameters, `${at}/action/parameters`)];
    default:
      return problems;
  }
}

const untitled = (sections: readonly { title?: string | undefined }[], at: string): Problem[] =>
  sections.length === 1
    ? []
    : sections.flatMap(({ title }, n) =>
        title === undefined
          ? [invalid(`${at}/action/sections/${n}/title`, 'Each section needs a title if there is more than one.')]
          : [],
      );

type Flow = Extract<WhatsAppInteractive, { type: 'flow' }>['action']['parameters'];

function checkFlow({ flow_id, flow_name, flow_cta, flow_action, flow_action_payload }: Flow, at: string): Problem[] {
  return [
    ...((flow_id === undefined) === (flow_name === undefined)
      ? [invalid(`${at}/flow_id`, 'Specify either flow_id or flow_name.')]
      : []),
    ...(/\p{Extended_Pictographic}/u.test(flow_cta) ? [invalid(`${at}/flow_cta`, "Buttons can't contain emoji.")] : []),
    ...(flow_action === 'data_exchange' && flow_action_payload !== undefined
      ? [invalid(`${at}/flow_action_payload`, 'With data_exchange the flow’s own server says where it starts.')]
      : []),
  ];
}

function checkHeader(interactive: WhatsAppInteractive, at: string): Problem[] {
  const header = 'header' in interactive ? interactive.header : undefined;
  switch (header?.type) {
    case 'image':
      return checkFile(header.image, `${at}/header/image`);
    case 'video':
      return checkFile(header.video, `${at}/header/video`);
    case 'document':
      return checkFile(header.document, `${at}/header/document`);
    default:
      return [];
  }
}

const repeated = (texts: readonly (readonly [text: string, field: string])[]): Problem[] =>
  texts.flatMap(([text, field], index) =>
    texts.findIndex(([other]) => other === text) < index ? [invalid(field, 'It is a duplicate.')] : [],
  );

type RenderText = (template: string) => Value<string>;

/** The texts of a rich message that are written for people, and how long WhatsApp lets each be. */
const RENDERED_KEYS: Record<string, number> = {
  text: WHATSAPP_LIMITS.listBody,
  caption: WHATSAPP_LIMITS.caption,
  title: WHATSAPP_LIMITS.rowTitle,
  description: WHATSAPP_LIMITS.rowDescription,
  button: WHATSAPP_LIMITS.buttonTitle,
  display_text: WHATSAPP_LIMITS.buttonTitle,
  filename: 240,
  link: 2_000,
  url: 2_000,
};
const ADDRESSES = ['link', 'url'];

/** Lists the templates within a rich message with their paths. */
export function textsOfRich(value: unknown, at: string): { text: string; field: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = `${at}/${key}`;
    return typeof inner === 'string'
      ? key in RENDERED_KEYS
        ? [{ text: inner, field }]
        : []
      : textsOfRich(inner, field);
  });
}

/**
 * Renders the texts of an interactive message and leaves ids and kinds as they are, and what is WhatsApp's own within
 * flows and catalogues. What came out longer than WhatsApp takes is cut; an address that came out as none, or a title
 * that came out twice, is refused.
 */
export function renderInteractive(interactive: WhatsAppInteractive, say: RenderText): Value<WhatsAppInteractive> {
  const body = interactive.type === 'list' ? WHATSAPP_LIMITS.listBody : WHATSAPP_LIMITS.body;
  if (!FOREIGN.includes(interactive.type)) {
    const rendered = render(interactive, say, body);
    // Two titles may have come out the same.
    const [problem] = rendered.ok ? checkInteractive(rendered.value, '') : [];
    return problem ? refuse('VALIDATION_ERROR', `${problem.field.slice(1)}: ${problem.message}`) : rendered;
  }
  const { action, ...ours } = interactive;
  const rendered = render(ours, say, body);
  return rendered.ok ? valid({ ...rendered.value, action } as WhatsAppInteractive) : rendered;
}

const FOREIGN = ['flow', 'product', 'product_list', 'catalog_message'];

/** Renders a file's address, name and caption. */
export const renderMedia = (media: WhatsAppMedia, say: RenderText): Value<WhatsAppMedia> =>
  render(media, say, WHATSAPP_LIMITS.body);

function render<T>(whole: T, say: RenderText, bodyLimit: number): Value<T> {
  const limitOf = (key: string, parent: string): number | undefined =>
    key === 'title' && parent === 'reply'
      ? WHATSAPP_LIMITS.buttonTitle
      : key !== 'text'
        ? RENDERED_KEYS[key]
        : parent === 'body'
          ? bodyLimit
          : WHATSAPP_LIMITS.header;
  const walk = (key: string, inner: unknown, parent: string): Value<unknown> => {
    if (typeof inner === 'string')
      return key in RENDERED_KEYS ? renderLimited(key, inner, say, limitOf(key, parent)) : valid(inner);
    if (Array.isArray(inner)) return all(inner.map((each) => walk('', each, key)));
    if (typeof inner !== 'object' || inner === null) return valid(inner);
    const entries = Object.entries(inner).filter(([, each]) => each !== undefined && each !== null);
    const values = all(entries.map(([name, each]) => walk(name, each, key)));
    return values.ok ? valid(Object.fromEntries(entries.map(([name], index) => [name, values.value[index]]))) : values;
  };
  return walk('', whole, '') as Value<T>;
}

function renderLimited(key: string, template: string, say: RenderText, limit: number | undefined): Value<string> {
  const said = say(template);
  if (!said.ok) return said;
  if (ADDRESSES.includes(key) && !URL.canParse(said.value)) {
    return refuse('VALIDATION_ERROR', `The ${key} of the rendered message isn't a URL.`);
  }
  if (said.value.trim() === '') return refuse('VALIDATION_ERROR', `The ${key} of the rendered message is empty.`);
  return valid([...said.value].slice(0, limit).join(''));
}

function all(values: readonly Value<unknown>[]): Value<unknown[]> {
  const wrong = values.find((each) => !each.ok);
  return wrong && !wrong.ok ? wrong : valid(values.map((each) => (each.ok ? each.value : undefined)));
}

/** A button as the history shows it. */
export interface ShownButton {
  type: string;
  text: string;
  url: string | null;
}

/** Lists the buttons of an interactive message, rows of a list included. */
export function buttonsOf(interactive: WhatsAppInteractive): ShownButton[] {
  switch (interactive.type) {
    case 'button':
      return interactive.action.buttons.map(({ reply }) => ({ type: 'reply', text: reply.title, url: null }));
    case 'list':
      return interactive.action.sections.flatMap(({ rows }) =>
        rows.map(({ title }) => ({ type: 'list_row', text: title, url: null })),
      );
    case 'cta_url': {
      const { display_text: text, url } = interactive.action.parameters;
      return [{ type: 'url', text, url }];
    }
    default:
      return [];
  }
}

/** Writes an interactive message as it reads: head, body, foot. */
export function readInteractive(interactive: WhatsAppInteractive): string {
  const header = 'header' in interactive && interactive.header?.type === 'text' ? interactive.header.text : undefined;
  const footer = 'footer' in interactive ? interactive.footer?.text : undefined;
  return [header, interactive.body?.text, footer].filter(Boolean).join('\n\n');
}

/** Returns the file of a message, as the history shows it. */
export const mediaDetails = ({ type, link, id, filename }: WhatsAppMedia) => ({
  media_url: link ?? null,
  attachments: [{ id: id ?? null, type, mime_type: null, file_name: filename ?? null, url: link ?? null }],
});
