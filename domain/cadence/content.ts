import type { Channel, SendingStep } from '../../schemas/cadence/cadence.js';
import type { WhatsAppInteractive, WhatsAppMedia } from '../../schemas/channels/whatsapp-content.js';
import type { Facts } from '../facts.js';
import { isWindowOpen } from '../messages/whatsapp-window.js';
import { drawByWeight } from '../values/weighted-draw.js';
import type { StepContent } from './decision.js';
import type { CadenceState } from './state.js';

type Texts = Partial<Record<'template_id' | 'subject' | 'content' | 'html' | 'begin_message', string | undefined>> & {
  variables?: Record<string, string> | undefined;
  media?: WhatsAppMedia | undefined;
  interactive?: WhatsAppInteractive | undefined;
};
type Variant = Texts & { key: string; weight?: number | undefined };

/** Picks the variant of a step that a lead gets, the same on every visit. */
export function variantOf(step: SendingStep, state: CadenceState, parts: readonly string[]): string | null {
  const variants: readonly Variant[] = step.variants ?? [];
  const stored = state.variants[step.key];
  if (variants.some((variant) => variant.key === stored)) return stored ?? null;
  return drawByWeight(variants, ['variant', ...parts])?.key ?? null;
}

/**
 * Returns what a step sends on a channel: its variant's texts over its own. A text forced at enrolment replaces the
 * body and leaves the subject; on a fallback channel the plain text serves as the first words of a call and the other
 * way round.
 */
export function contentOf(
  step: SendingStep,
  channel: Channel,
  variant: string | null,
  forced: string | null,
): StepContent {
  const variants: readonly Variant[] = step.variants ?? [];
  const own: Texts = step;
  const chosen: Texts = variants.find((candidate) => candidate.key === variant) ?? {};
  const brings = Boolean(
    chosen.template_id || chosen.content || chosen.html || chosen.begin_message || chosen.media || chosen.interactive,
  );
  const pick = (name: Exclude<keyof Texts, 'variables' | 'media' | 'interactive'>): string | null =>
    chosen[name] ?? (brings && name !== 'subject' ? null : own[name]) ?? null;
  const rich = channel === 'whatsapp' && forced === null ? (brings ? chosen : own) : {};
  const body = forced ?? pick('content');
  const words = forced ?? pick('begin_message');
  return {
    template_id: forced === null ? pick('template_id') : null,
    subject: pick('subject'),
    content: channel === 'call' ? null : (body ?? words),
    html: forced === null && channel === 'email' ? pick('html') : null,
    begin_message: channel === 'call' ? (words ?? body) : null,
    media: rich.media ?? null,
    interactive: rich.interactive ?? null,
    variables: { ...own.variables, ...chosen.variables },
    variant,
    forced: forced !== null,
  };
}

/**
 * Returns the content that a step sends to this lead now. Outside WhatsApp's 24-hour window, the fallback template
 * replaces free text. Returns undefined if there is none, so that the step has to wait.
 */
export function contentNow(
  step: SendingStep,
  channel: Channel,
  state: CadenceState,
  facts: Facts,
  now: number,
): StepContent | undefined {
  const variant = variantOf(step, state, [facts.agentId, step.key, facts.lead.id]);
  const content = contentOf(step, channel, variant, state.sent_count === 0 ? state.force_first_message : null);
  if (channel !== 'whatsapp' || content.template_id !== null) return content;
  if (isWindowOpen(facts.engagement.whatsapp_window_expires_at, now)) return content;
  const fallback = step.type === 'message' ? step.fallback_template_id : undefined;
  return fallback === undefined
    ? undefined
    : { ...content, template_id: fallback, content: null, media: null, interactive: null };
}
