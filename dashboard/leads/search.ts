/** What the address of the list says: the API's own filters, as it takes them. */
const FILTERS = [
  ...(['q', 'workflow_id', 'tags_any', 'source', 'paused', 'has_meeting', 'campaign_id', 'lacks'] as const),
  ...(['owner_id', 'hold_reason'] as const),
] as const;
/** Conditions as JSON, and how many of them must hold. */
const CONDITIONS = ['where', 'match'] as const;
const ORDER = ['sort', 'order'] as const;
/** What the pages alone know: which columns are shown, and which view was opened. */
const LAYOUT = ['columns', 'view'] as const;
/** Filters that are yes or no: an address has them as words. */
const FLAGS = new Set(['paused', 'has_meeting']);

type Name = (typeof FILTERS | typeof CONDITIONS | typeof ORDER | typeof LAYOUT)[number];
export type LeadsSearch = Partial<Record<Name, string>>;

const pick = (names: readonly Name[], given: Record<string, unknown>): LeadsSearch =>
  Object.fromEntries(
    names.flatMap((name) => (typeof given[name] === 'string' && given[name] !== '' ? [[name, given[name]]] : [])),
  );

/** Takes of an address what the list understands. */
export const readSearch = (given: Record<string, unknown>): LeadsSearch =>
  pick([...FILTERS, ...CONDITIONS, ...ORDER, ...LAYOUT], given);

/** Returns what of it chooses leads, and not their order. */
export const filtersOf = (search: LeadsSearch): LeadsSearch => pick([...FILTERS, ...CONDITIONS], search);

/** Returns what of it the API is asked with where there are no conditions. */
export const askedOf = (search: LeadsSearch): LeadsSearch => pick([...FILTERS, ...ORDER], search);

/** Returns the filters among it, as an address has them. */
export const plainFiltersOf = (search: LeadsSearch): LeadsSearch => pick(FILTERS, search);

/** Returns the filters among it, as a body has them. */
export const filterBodyOf = (search: LeadsSearch): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(plainFiltersOf(search)).map(([key, value]) => [key, FLAGS.has(key) ? value === 'true' : value]),
  );

/** What leads have to meet. */
export interface Conditions {
  where: Record<string, unknown>[];
  match?: string;
}

/** Reads the conditions of an address; undefined where it has none. */
export function conditionsOf({ where, match }: LeadsSearch): Conditions | undefined {
  try {
    const list: unknown = JSON.parse(where ?? '[]');
    if (!Array.isArray(list) || list.length === 0) return undefined;
    return { where: list, ...(match === 'any' ? { match } : {}) };
  } catch {
    return undefined;
  }
}

/** Returns the address of the list with other conditions. */
export function withConditions(search: LeadsSearch, conditions: Conditions | undefined): LeadsSearch {
  const { where: _, match: __, ...rest } = search;
  if (!conditions || conditions.where.length === 0) return rest;
  const said = { where: JSON.stringify(conditions.where), ...(conditions.match === 'any' ? { match: 'any' } : {}) };
  return { ...rest, ...said };
}

/** Writes an address with conditions as a query of leads, which see the run of its agent; undefined where it has none. */
export function queryOf(search: LeadsSearch): Record<string, unknown> | undefined {
  const conditions = conditionsOf(search);
  if (!conditions) return undefined;
  const { workflow_id, ...filter } = filterBodyOf(search);
  return {
    ...conditions,
    ...(workflow_id ? { workflow_id } : {}),
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
  };
}
