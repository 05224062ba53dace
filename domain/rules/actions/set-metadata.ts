import { FORBIDDEN_KEYS } from '../../values/text.js';
import { needsOne, onLead } from './definition.js';
import { type Planner, renderDeep } from './planner.js';

/** Merges values into the metadata; a null value removes its key, as everywhere in metadata. */
const planSetMetadata: Planner<'set_metadata'> = ({ values, unset }, { render }) => {
  const given = Object.entries(values ?? {}).filter(([key]) => !FORBIDDEN_KEYS.has(key));
  const kept = given.filter(([, value]) => value !== null).map(([key, value]) => [key, renderDeep(value, render)]);
  const nulls = given.filter(([, value]) => value === null).map(([key]) => key);
  const removed = [...new Set([...(unset ?? []), ...nulls])];
  if (kept.length === 0 && removed.length === 0) return { skipped: 'There is nothing to set.' };
  return { params: { values: Object.fromEntries(kept), unset: removed } };
};

export const setMetadata = onLead<'set_metadata'>(planSetMetadata, {
  check: needsOne('values', 'unset'),
  applied(facts, { values, unset }) {
    const kept = Object.entries(facts.metadata).filter(([key]) => !unset.includes(key));
    return { ...facts, metadata: { ...Object.fromEntries(kept), ...values } };
  },
  shown: ({ metadata }) => ({ metadata }),
});
