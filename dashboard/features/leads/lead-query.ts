import type { LeadSearch } from './lead-search.js';

/** The filters that the API has too. */
const FILTERS = [
  ...(['q', 'workflow_id', 'tags_any', 'source', 'paused', 'has_meeting', 'campaign_id', 'lacks'] as const),
  ...(['owner_id', 'hold_reason'] as const),
] as const;
/** Conditions as JSON, and how many of them must hold. */
const CONDITIONS = ['where', 'match'] as const;
const ORDER = ['sort', 'order'] as const;
/** Filters that are yes or no: an address has them as words. */
const FLAGS = new Set(['paused', 'has_meeting']);

const pick = <K extends keyof LeadSearch>(names: readonly K[], search: LeadSearch): Pick<LeadSearch, K> =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) as Pick<LeadSearch, K>;

/** Returns the parameters that select leads, without their order. */
export const filtersOf = (search: LeadSearch) => pick([...FILTERS, ...CONDITIONS], search);

/** Returns the query of the API for a list without conditions. */
export const listQueryOf = (search: LeadSearch) => pick([...FILTERS, ...ORDER], search);

/** Returns the filters as the URL has them. */
export const plainFiltersOf = (search: LeadSearch) => pick(FILTERS, search);

/** Returns the filters as a request body has them. */
export const filterBodyOf = (search: LeadSearch): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(plainFiltersOf(search)).map(([key, value]) => [key, FLAGS.has(key) ? value === 'true' : value]),
  );

/** The conditions that leads must meet. */
export interface Conditions {
  where: Record<string, unknown>[];
  match?: string;
}

/** Reads the conditions of an address; undefined where it has none. */
export function conditionsOf({ where, match }: LeadSearch): Conditions | undefined {
  try {
    const list: unknown = JSON.parse(where ?? '[]');
    if (!Array.isArray(list) || list.length === 0) return undefined;
    return { where: list, ...(match === 'any' ? { match } : {}) };
  } catch {
    return undefined;
  }
}

/** Returns the address of the list with other conditions. */
export function withConditions(search: LeadSearch, conditions: Conditions | undefined): LeadSearch {
  const { where: _, match: __, ...rest } = search;
  if (!conditions || conditions.where.length === 0) return rest;
  return { ...rest, where: JSON.stringify(conditions.where), match: conditions.match === 'any' ? 'any' : undefined };
}

/** Writes an address with conditions as a query of leads, which see the run of its agent; undefined where it has none. */
export function queryOf(search: LeadSearch): Record<string, unknown> | undefined {
  const conditions = conditionsOf(search);
  if (!conditions) return undefined;
  const { workflow_id, ...filter } = filterBodyOf(search);
  return {
    ...conditions,
    ...(workflow_id ? { workflow_id } : {}),
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
  };
}
