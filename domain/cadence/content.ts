import type { Channel, SendingStep } from '../../schemas/cadence.js';
import type { StepContent } from './decision.js';
import { drawByWeight } from './shares.js';
import type { CadenceState } from './state.js';

type Texts = Partial<Record<'template_id' | 'subject' | 'content' | 'html' | 'begin_message', string | undefined>>;
type Variant = Texts & { key: string; weight?: number | undefined };

/** The variant of a step that a lead gets, the same on every visit. */
export function variantOf(step: SendingStep, state: CadenceState, parts: readonly string[]): string | null {
  const variants: readonly Variant[] = step.variants ?? [];
  const stored = state.variants[step.key];
  if (variants.some((variant) => variant.key === stored)) return stored ?? null;
  return drawByWeight(variants, ['variant', ...parts])?.key ?? null;
}

/**
 * What a step sends on a channel: its variant's texts over its own. A text forced at enrolment replaces the body and
 * leaves the subject; on a fallback channel the plain text serves as the first words of a call and the other way round.
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
  const brings = Boolean(chosen.template_id || chosen.content || chosen.html || chosen.begin_message);
  const pick = (name: keyof Texts): string | null =>
    chosen[name] ?? (brings && name !== 'subject' ? null : own[name]) ?? null;
  const body = forced ?? pick('content');
  const words = forced ?? pick('begin_message');
  return {
    template_id: forced === null ? pick('template_id') : null,
    subject: pick('subject'),
    content: channel === 'call' ? null : (body ?? words),
    html: forced === null && channel === 'email' ? pick('html') : null,
    begin_message: channel === 'call' ? (words ?? body) : null,
    variant,
    forced: forced !== null,
  };
}
