import type { Work } from '../../db/work.js';
import type { Effect } from '../../schemas/rules/effects.js';
import { type ApplyEffect, DONE, type EffectResult, type EffectSource, type EffectTarget } from './effect.js';
import { EFFECTS } from './effects/index.js';
import { dryRunFunction } from './effects/run-function.js';

/** Applies one effect in the caller's transaction. */
export async function applyEffect(
  work: Work,
  target: EffectTarget,
  effect: Effect,
  source: EffectSource,
): Promise<EffectResult> {
  const apply = EFFECTS[effect.type] as ApplyEffect<typeof effect.type>;
  return apply(work, target, effect, source);
}

/** Applies of an effect what a dry run may: nothing, but a function is run as a dry run too. */
export async function dryRunEffect(
  work: Work,
  target: EffectTarget,
  effect: Effect,
  source: EffectSource,
): Promise<EffectResult> {
  return effect.type === 'run_function' ? dryRunFunction(work, target, effect, source) : DONE;
}
