import type { ActionOf, ActionType } from '../../../schemas/rules/actions.js';
import type { EffectParams } from '../../../schemas/rules/effects.js';
import type { Facts } from '../../facts.js';

/** Renders a template of the definition with the lead's values. */
export type RenderText = (template: string) => string;

/** The input of an action's planner. */
export interface PlanContext {
  facts: Facts;
  now: Date;
  render: RenderText;
}

/** The reason why an action does nothing. */
export interface Skipped {
  skipped: string;
  /** Set where it can't be done, rather than there being nothing to do. */
  failed?: true;
}

/** The plan of an action: its effect's params, or the reason for skipping it. */
export type Planned<T extends ActionType> = { params: EffectParams[T] } | Skipped;

/** Turns the params of one type of action into those of its effect. */
export type Planner<T extends ActionType> = (params: ActionOf<T>['params'], context: PlanContext) => Planned<T>;

/** Renders every text in a value, however deep. */
export function renderDeep(value: unknown, render: RenderText): unknown {
  if (typeof value === 'string') return value.includes('{') ? render(value) : value;
  if (Array.isArray(value)) return value.map((item) => renderDeep(item, render));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renderDeep(item, render)]));
}
