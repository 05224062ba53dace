import type { WhatsAppComponent, WhatsAppInteractive, WhatsAppMedia } from '../../schemas/channels/whatsapp-content.js';
import { readInteractive, renderInteractive, renderMedia } from '../channels/whatsapp-rich.js';
import {
  type FilledTemplate,
  fillTemplate,
  fitsComponents,
  type TemplatePart,
  type TemplateSlot,
} from '../channels/whatsapp-template.js';
import { singleLine } from '../values/text.js';
import { refuse, type Value, valid } from '../values/value.js';
import { htmlToText } from './html-to-text.js';
import { renderTemplate, type TemplateMode, type TemplateVariables } from './template-render.js';

/** The content of a message: texts to render, or the ID of a stored template with its values. */
export interface MessageContent {
  template_id: string | null;
  subject: string | null;
  content: string | null;
  html: string | null;
  begin_message: string | null;
  variables: Record<string, string>;
  /** A WhatsApp template's values in Meta's own form, instead of `variables`. */
  components?: WhatsAppComponent[] | null;
  /** On WhatsApp, a file instead of a text. */
  media?: WhatsAppMedia | null;
  /** On WhatsApp, a message with buttons, a list or a form instead of a text. */
  interactive?: WhatsAppInteractive | null;
  /**
   * Which of the texts above are final already and go out as they are: none (default), all but the HTML, or all. What
   * looks like a template in those stays text. A stored template is rendered in any case.
   */
  literal?: 'none' | 'texts' | 'all';
}

/** A template as far as rendering looks at it. */
export interface StoredTemplate {
  channel: string;
  name: string;
  language: string;
  status: string;
  rejected_reason?: string | null;
  subject: string | null;
  html: string | null;
  text: string | null;
  components: TemplatePart[];
  /** By which the provider knows it. */
  providerId: string | null;
}

/** A message rendered for its channel. */
export type RenderedMessage =
  | { channel: 'email'; subject: string; text: string; html: string | null }
  | { channel: 'whatsapp'; type: 'text'; text: string }
  | { channel: 'whatsapp'; type: 'media'; media: WhatsAppMedia; text: string }
  | { channel: 'whatsapp'; type: 'interactive'; interactive: WhatsAppInteractive; text: string }
  | ({
      channel: 'whatsapp';
      type: 'template';
      name: string;
      language: string;
      providerId: string | null;
    } & FilledTemplate)
  | { channel: 'call'; text: string };

/**
 * Chooses what a message is made from (its own texts or its stored template) and renders it: the one place for what
 * is sent, what a simulation shows and what is checked beforehand. `template` is the stored one that
 * `content.template_id` names, undefined where it is gone.
 */
export function renderMessage(
  channel: 'email' | 'whatsapp' | 'call',
  content: MessageContent,
  template: StoredTemplate | undefined,
  variables: TemplateVariables,
): Value<RenderedMessage> {
  if (content.template_id !== null) {
    if (!template) return refuse('TEMPLATE_NOT_FOUND', 'The template no longer exists.');
    if (template.channel !== channel) {
      return refuse('TEMPLATE_NOT_FOUND', `The template is for ${template.channel}, not ${channel}.`);
    }
  }
  switch (channel) {
    case 'email':
      return renderMail(content, template, variables);
    case 'whatsapp':
      return template ? renderWhatsAppTemplate(content, template, variables) : renderFree(content, variables);
    case 'call': {
      const words = renderOwn(content, content.begin_message ?? content.content ?? '', variables);
      return words.ok ? valid({ channel, text: words.value }) : words;
    }
  }
}

/** Renders one of a message's own texts, unless it is final. */
function renderOwn(
  { literal = 'none' }: MessageContent,
  source: string,
  variables: TemplateVariables,
  mode: TemplateMode = 'text',
): Value<string> {
  const final = literal === 'all' || (literal === 'texts' && mode === 'text');
  return final ? valid(source) : renderTemplate(source, variables, mode);
}

/** The subject is one line whatever the values hold; where only HTML is given, the plain part is made from it. */
function renderMail(
  content: MessageContent,
  template: StoredTemplate | undefined,
  variables: TemplateVariables,
): Value<RenderedMessage> {
  const part = (own: string | null, stored: string | null | undefined, mode: TemplateMode): Value<string | null> => {
    if (own !== null) return renderOwn(content, own, variables, mode);
    return stored ? renderTemplate(stored, variables, mode) : valid(null);
  };
  const subject = part(content.subject, template?.subject, 'text');
  const html = template ? part(null, template.html, 'html') : part(content.html || null, null, 'html');
  const text = template ? part(null, template.text, 'text') : part(content.content || null, null, 'text');
  if (!subject.ok) return subject;
  if (!html.ok) return html;
  if (!text.ok) return text;
  return valid({
    channel: 'email',
    subject: singleLine(subject.value ?? ''),
    text: text.value ?? htmlToText(html.value ?? ''),
    html: html.value,
  });
}

function renderFree(content: MessageContent, variables: TemplateVariables): Value<RenderedMessage> {
  const say = (source: string) => renderOwn(content, source, variables);
  if (content.media) {
    const media = renderMedia(content.media, say);
    return media.ok
      ? valid({ channel: 'whatsapp', type: 'media', media: media.value, text: media.value.caption ?? '' })
      : media;
  }
  if (content.interactive) {
    const interactive = renderInteractive(content.interactive, say);
    if (!interactive.ok) return interactive;
    const text = readInteractive(interactive.value);
    return valid({ channel: 'whatsapp', type: 'interactive', interactive: interactive.value, text });
  }
  const text = say(content.content ?? '');
  return text.ok ? valid({ channel: 'whatsapp', type: 'text', text: text.value }) : text;
}

function renderWhatsAppTemplate(
  content: MessageContent,
  { name, language, providerId, components: parts }: StoredTemplate,
  variables: TemplateVariables,
): Value<RenderedMessage> {
  const rendered: Record<string, string> = {};
  for (const [key, source] of Object.entries(content.variables)) {
    const text = renderOwn(content, source, variables);
    if (!text.ok) return text;
    rendered[key] = text.value;
  }
  const filled = content.components
    ? fitsComponents(parts, content.components)
    : fillTemplate(
        parts,
        (slot) => rendered[`${slot.component}.${slot.name}`] ?? rendered[slot.name] ?? known(slot, variables),
      );
  if (!filled.ok) return filled;
  return valid({ channel: 'whatsapp', type: 'template', name, language, providerId, ...filled.value });
}

/** A named place of a template that nothing fills takes the lead's own value of that name. */
function known({ name, kind }: TemplateSlot, variables: TemplateVariables): string | undefined {
  if (kind !== 'text' || /^\d+$/.test(name)) return undefined;
  for (const source of [variables.lead, variables.variables, variables.metadata]) {
    const value = source && typeof source === 'object' ? Reflect.get(source, name) : undefined;
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return undefined;
}
