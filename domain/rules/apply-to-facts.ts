import type { Effect } from '../../schemas/rules/effects.js';
import type { Facts } from '../facts.js';
import { tagSlug } from '../leads/tag-slug.js';

/**
 * Returns the facts as they would be after effects, for simulations and dry runs. Effects that only the database can
 * carry out (enrolments, pauses, notes, messages) leave the facts as they are.
 */
export function applyToFacts(facts: Facts, effects: readonly Effect[], now: Date, categoryOf: CategoryOf): Facts {
  return effects.reduce((current, effect) => applyOne(current, effect, now, categoryOf), facts);
}

/** The category of a status key of the agent. */
export type CategoryOf = (statusKey: string) => string;

function applyOne(facts: Facts, effect: Effect, now: Date, categoryOf: CategoryOf): Facts {
  switch (effect.type) {
    case 'add_tag':
      return { ...facts, tags: [...new Set([...facts.tags, ...effect.params.tags.map(tagSlug)])] };
    case 'remove_tag': {
      const gone = effect.params.tags.map(tagSlug);
      return { ...facts, tags: facts.tags.filter((tag) => !gone.includes(tag)) };
    }
    case 'set_tags':
      return { ...facts, tags: [...new Set(effect.params.tags.map(tagSlug))] };
    case 'set_metadata': {
      const { values, unset } = effect.params;
      const kept = Object.entries(facts.metadata).filter(([key]) => !unset.includes(key));
      return { ...facts, metadata: { ...Object.fromEntries(kept), ...values } };
    }
    case 'set_field': {
      const { key, ...variable } = effect.params;
      return { ...facts, variables: { ...facts.variables, [key]: { ...variable, updated_at: now.toISOString() } } };
    }
    case 'set_status': {
      const { status_key, workflow_id } = effect.params;
      if (workflow_id && workflow_id !== facts.agentId) return facts;
      const status = {
        key: status_key,
        category: categoryOf(status_key),
        entered_at: now.toISOString(),
        previous_key: facts.status?.key ?? null,
      };
      const ends = facts.statuses?.some(({ key, is_terminal }) => key === status_key && is_terminal);
      return { ...facts, status, ...(ends ? { runEnded: true } : {}) };
    }
    case 'assign_owner':
      return effect.params.user_id ? { ...facts, lead: { ...facts.lead, owner_id: effect.params.user_id } } : facts;
    case 'opt_out': {
      const out = Object.fromEntries(effect.params.channels.map((channel) => [channel, 'opted_out']));
      // Whoever opts out of one channel leaves its agents.
      return { ...facts, consent: { ...facts.consent, ...out }, ...(facts.run ? { runEnded: true } : {}) };
    }
    default:
      return facts;
  }
}
