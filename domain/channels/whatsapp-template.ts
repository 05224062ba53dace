import type { WhatsAppComponent } from '../../schemas/channels/whatsapp-content.js';
import { refuse, type Value, valid } from '../values/value.js';

/** A stored template's part in Meta's form: `type`, `text`, `format`, `buttons`. */
export type TemplatePart = Record<string, unknown>;

/** A value that a template needs, with its position. */
export interface TemplateSlot {
  /** `1`, `2`, ... or the parameter's own name; `media` for the picture, film or file of a header. */
  name: string;
  position: number;
  /** `header`, `body`, `button_0`, ... */
  component: string;
  kind: 'text' | 'image' | 'video' | 'document' | 'code';
}

const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;
const MEDIA: Record<string, 'image' | 'video' | 'document'> = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' };

const word = (value: unknown): string => (typeof value === 'string' ? value.toUpperCase() : '');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const buttonsOf = (part: TemplatePart): TemplatePart[] =>
  Array.isArray(part.buttons) ? (part.buttons as TemplatePart[]) : [];

/** Names of a text's placeholders, each once, in the order of their first mention. */
const namesIn = (text: unknown): string[] => [
  ...new Set([...textOf(text).matchAll(PLACEHOLDER)].map((match) => match[1] ?? '')),
];

/** Lists every value a template needs, in the order of its parts. */
export function templateSlots(parts: readonly TemplatePart[]): TemplateSlot[] {
  return parts.flatMap((part): TemplateSlot[] => {
    const texts = (text: unknown, component: string) =>
      namesIn(text).map((name, at): TemplateSlot => ({ name, position: at + 1, component, kind: 'text' }));
    switch (word(part.type)) {
      case 'HEADER': {
        // A file with an address of its own needs no other; a part of the address may be a place.
        if (part.url !== undefined) return texts(part.url, 'header');
        const media = MEDIA[word(part.format)];
        return media ? [{ name: 'media', position: 1, component: 'header', kind: media }] : texts(part.text, 'header');
      }
      case 'BODY':
        return texts(part.text, 'body');
      case 'BUTTONS':
        return buttonsOf(part).flatMap((button, index) => {
          const component = `button_${index}`;
          return word(button.type) === 'COPY_CODE' && button.code === undefined
            ? [{ name: 'code', position: 1, component, kind: 'code' }]
            : texts(button.url ?? button.code, component);
        });
      default:
        return [];
    }
  });
}

/** The values of a template: by `component.name`, else by `name`. */
type SlotValues = (slot: TemplateSlot) => string | undefined;

/** A filled template: what is sent, and how it reads. */
export interface FilledTemplate {
  components: WhatsAppComponent[];
  /** The words alone by the names of their places, for providers whose places have one name in all parts. */
  values: Record<string, string>;
  text: string;
}

/** Fills a template. Every slot needs a value, since the provider takes no empty ones. */
export function fillTemplate(parts: readonly TemplatePart[], valueFor: SlotValues): Value<FilledTemplate> {
  const slots = templateSlots(parts);
  const values = new Map(slots.map((slot) => [slot, valueFor(slot)?.trim() ?? '']));
  const missing = slots.filter((slot) => values.get(slot) === '');
  if (missing.length > 0) {
    const names = missing.map(({ component, name }) => `${component}.${name}`).join(', ');
    return refuse('TEMPLATE_VARIABLES_MISMATCH', `The template has no value for ${names}.`);
  }
  const byComponent = Map.groupBy(slots, (slot) => slot.component);
  const components = [...byComponent].map(([component, inside]): WhatsAppComponent => {
    const parameters = inside.map((slot) => parameterOf(slot, values.get(slot) ?? ''));
    if (component === 'header' || component === 'body') return { type: component, parameters };
    const sub_type = inside[0]?.kind === 'code' ? 'copy_code' : 'url';
    return { type: 'button', sub_type, index: component.slice('button_'.length), parameters };
  });
  const say = (text: unknown, component: string) =>
    textOf(text).replaceAll(PLACEHOLDER, (_, name: string) => {
      const slot = slots.find((each) => each.component === component && each.name === name);
      return (slot && values.get(slot)) ?? '';
    });
  const words = slots.map((slot) => [slot.name, oneLine(values.get(slot) ?? '')]);
  return valid({ components, values: Object.fromEntries(words), text: readable(parts, say) });
}

/** WhatsApp refuses parameters with line breaks or tabs, or with more than four spaces in a row. */
const oneLine = (value: string): string => value.replace(/[\n\r\t]+/g, ' ').replace(/ {5,}/g, '    ');

function parameterOf(slot: TemplateSlot, value: string): Record<string, unknown> {
  if (slot.kind === 'code') return { type: 'coupon_code', coupon_code: value };
  if (slot.kind !== 'text') return { type: slot.kind, [slot.kind]: { link: value } };
  const text = oneLine(value);
  return /^\d+$/.test(slot.name) ? { type: 'text', text } : { type: 'text', parameter_name: slot.name, text };
}

/** Returns the text of a template as on a phone: header, body, footer. */
function readable(parts: readonly TemplatePart[], say: (text: unknown, component: string) => string): string {
  const of = (type: string) => parts.find((part) => word(part.type) === type);
  return [say(of('HEADER')?.text, 'header'), say(of('BODY')?.text, 'body'), textOf(of('FOOTER')?.text)]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The types of values that a place takes. */
const TAKES: Record<TemplateSlot['kind'], readonly string[]> = {
  text: ['text', 'currency', 'date_time'],
  image: ['image'],
  video: ['video'],
  document: ['document'],
  code: ['coupon_code'],
};

const nameOf = ({ type, index }: WhatsAppComponent): string => (type === 'button' ? `button_${index ?? '0'}` : type);

/** Returns the text of a value; nothing for a file or a button's value. */
function wordsOf(parameter: Record<string, unknown> | undefined): string {
  const { text, type } = parameter ?? {};
  const own = type === 'currency' || type === 'date_time' ? parameter?.[type] : undefined;
  return textOf(own ? Reflect.get(own, 'fallback_value') : text);
}

/** Returns the value for a parameter: the one with its name, else the one at its position. */
const valueAt = (
  parameters: readonly Record<string, unknown>[],
  { name, position }: TemplateSlot,
): Record<string, unknown> | undefined =>
  parameters.find((each) => each.parameter_name === name) ?? parameters[position - 1];

/**
 * Returns whether values given in Meta's own form fit a template: for every part as many as it has slots, of their
 * kinds.
 */
export function fitsComponents(
  parts: readonly TemplatePart[],
  given: readonly WhatsAppComponent[],
): Value<FilledTemplate> {
  const wanted = Map.groupBy(templateSlots(parts), (slot) => slot.component);
  const filled = new Map(given.map((component) => [nameOf(component), component.parameters]));
  const buttons = parts.filter((part) => word(part.type) === 'BUTTONS').flatMap(buttonsOf).length;
  const unfit = (words: string) => refuse('TEMPLATE_VARIABLES_MISMATCH', words);
  if (filled.size < given.length) return unfit('A template component is specified twice.');
  for (const name of new Set([...wanted.keys(), ...filled.keys()])) {
    const slots = wanted.get(name) ?? [];
    const has = filled.get(name) ?? [];
    const [, button] = name.split('_');
    if (button !== undefined && Number(button) >= buttons) return unfit(`The template has no ${name}.`);
    // A quick reply's payload is optional, so it has no slot.
    if (slots.length === 0 && button !== undefined) continue;
    if (slots.length !== has.length) {
      return unfit(`The template's ${name} takes ${slots.length} values, but ${has.length} were given.`);
    }
    for (const slot of slots) {
      const value = valueAt(has, slot);
      const type = textOf(value?.type);
      if (!TAKES[slot.kind].includes(type)) {
        return unfit(`The template's ${name}.${slot.name} takes ${TAKES[slot.kind].join(' or ')}, not ${type}.`);
      }
      const file = value?.[type] as Record<string, unknown> | undefined;
      if (slot.name === 'media' && (file?.link === undefined) === (file?.id === undefined)) {
        return unfit(`The template's ${name} takes a ${type} by link or by id.`);
      }
      if (type === 'text' && wordsOf(value).trim() === '') {
        return unfit(`The template has no value for ${name}.${slot.name}.`);
      }
    }
  }
  const say = (text: unknown, component: string) =>
    textOf(text).replaceAll(PLACEHOLDER, (_, name: string) => {
      const slot = (wanted.get(component) ?? []).find((each) => each.name === name);
      return slot ? wordsOf(valueAt(filled.get(component) ?? [], slot)) : '';
    });
  const words = [...wanted].flatMap(([component, slots]) =>
    slots.map((slot) => [slot.name, wordsOf(valueAt(filled.get(component) ?? [], slot))]),
  );
  return valid({ components: [...given], values: Object.fromEntries(words), text: readable(parts, say) });
}
