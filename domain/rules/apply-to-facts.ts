import type { Effect } from '../../schemas/rules/effects.js';
import type { Facts } from '../facts.js';
import type { CategoryOf } from './actions/definition.js';
import { definitionOf } from './actions/index.js';

/**
 * Returns the facts as they would be after effects, for simulations and dry runs. Effects that only the database can
 * carry out (enrolments, pauses, notes, messages) leave the facts as they are.
 */
export const applyToFacts = (facts: Facts, effects: readonly Effect[], now: Date, categoryOf: CategoryOf): Facts =>
  effects.reduce(
    (current, { type, params }) => definitionOf(type).applied?.(current, params, { now, categoryOf }) ?? current,
    facts,
  );
