import { asNumber } from '../conditions/operators/scalars.js';
import { onLead } from './definition.js';
import type { PlanContext, Planner } from './planner.js';
import { renderDeep } from './planner.js';

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value as the field's type has it: rendered texts become numbers and truth values where the type asks for them. */
function typed(key: string, value: unknown, { facts }: PlanContext): unknown {
  const type = facts.fieldTypes && Object.hasOwn(facts.fieldTypes, key) ? facts.fieldTypes[key] : undefined;
  if (type === 'number') return asNumber(value) ?? value;
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Sets a captured variable. */
const planSetField: Planner<'set_field'> = ({ key, value, confidence }, context) => {
  if (value === undefined || value === null) return { skipped: 'There is no value to set.' };
  const rendered = typed(key, renderDeep(value, context.render), context);
  return { params: { key, value: rendered, value_text: asText(rendered), confidence: confidence ?? 1 } };
};

export const setField = onLead<'set_field'>(planSetField, {
  applied: (facts, { key, ...variable }, { now }) => ({
    ...facts,
    variables: { ...facts.variables, [key]: { ...variable, updated_at: now.toISOString() } },
  }),
  shown: (facts, { key }) => ({ [key]: facts.variables[key]?.value ?? null }),
});
