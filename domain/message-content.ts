import { renderEmail, renderTemplate, type TemplateVariables } from './template-render.js';
import { refuse, type Value } from './values/value.js';
import {
  type FilledTemplate,
  fillTemplate,
  fitsComponents,
  type TemplatePart,
  type TemplateSlot,
  type WhatsAppComponent,
} from './whatsapp-template.js';

/** What a message says: texts still to be rendered, or the id of a stored template with what fills it. */
export interface MessageContent {
  template_id: string | null;
  subject: string | null;
  content: string | null;
  html: string | null;
  begin_message: string | null;
  variables: Record<string, string>;
  /** A WhatsApp template's values in Meta's own form, instead of `variables`. */
  components?: WhatsAppComponent[] | null;
}

/** A template as far as rendering looks at it. */
export interface StoredTemplate {
  channel: string;
  name: string;
  language: string;
  status: string;
  subject: string | null;
  html: string | null;
  text: string | null;
  components: TemplatePart[];
}

/** What a message comes to on its channel. */
export type RenderedMessage =
  | { channel: 'email'; subject: string; text: string; html: string | null }
  | { channel: 'whatsapp'; type: 'text'; text: string }
  | ({ channel: 'whatsapp'; type: 'template'; name: string; language: string } & FilledTemplate)
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
    if (!template) return refuse('TEMPLATE_NOT_FOUND', 'The template is gone.');
    if (template.channel !== channel) {
      return refuse('TEMPLATE_NOT_FOUND', `The template is for ${template.channel}, not ${channel}.`);
    }
  }
  switch (channel) {
    case 'email':
      return renderMail(content, template, variables);
    case 'whatsapp':
      return template ? renderWhatsAppTemplate(content, template, variables) : renderText(content.content, variables);
    case 'call': {
      const words = renderTemplate(content.begin_message ?? content.content ?? '', variables, 'text');
      return words.ok ? { ok: true, value: { channel, text: words.value } } : words;
    }
  }
}

function renderMail(
  { subject, html, content }: MessageContent,
  template: StoredTemplate | undefined,
  variables: TemplateVariables,
): Value<RenderedMessage> {
  const source = template
    ? { subject: subject ?? template.subject ?? '', html: template.html, text: template.text }
    : { subject: subject ?? '', html, text: content };
  const rendered = renderEmail(source, variables);
  return rendered.ok ? { ok: true, value: { channel: 'email', ...rendered.value } } : rendered;
}

function renderText(source: string | null, variables: TemplateVariables): Value<RenderedMessage> {
  const text = renderTemplate(source ?? '', variables, 'text');
  return text.ok ? { ok: true, value: { channel: 'whatsapp', type: 'text', text: text.value } } : text;
}

function renderWhatsAppTemplate(
  { variables: given, components }: MessageContent,
  { name, language, components: parts }: StoredTemplate,
  variables: TemplateVariables,
): Value<RenderedMessage> {
  const rendered: Record<string, string> = {};
  for (const [key, source] of Object.entries(given)) {
    const text = renderTemplate(source, variables, 'text');
    if (!text.ok) return text;
    rendered[key] = text.value;
  }
  const filled = components
    ? fitsComponents(parts, components)
    : fillTemplate(
        parts,
        (slot) => rendered[`${slot.component}.${slot.name}`] ?? rendered[slot.name] ?? known(slot, variables),
      );
  if (!filled.ok) return filled;
  return { ok: true, value: { channel: 'whatsapp', type: 'template', name, language, ...filled.value } };
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
