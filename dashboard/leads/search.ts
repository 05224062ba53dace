/** What the address of the list says: the API's own filters, as it takes them. */
const FILTERS = ['q', 'workflow_id', 'tags_any', 'source', 'paused', 'has_meeting', 'campaign_id', 'lacks'] as const;
const ORDER = ['sort', 'order'] as const;
/** What the pages alone know: which columns are shown, and which view was opened. */
const LAYOUT = ['columns', 'view'] as const;

export type LeadsSearch = Partial<Record<(typeof FILTERS | typeof ORDER | typeof LAYOUT)[number], string>>;

const pick = (names: readonly (keyof LeadsSearch)[], given: Record<string, unknown>): LeadsSearch =>
  Object.fromEntries(
    names.flatMap((name) => (typeof given[name] === 'string' && given[name] !== '' ? [[name, given[name]]] : [])),
  );

/** Takes of an address what the list understands. */
export const readSearch = (given: Record<string, unknown>): LeadsSearch =>
  pick([...FILTERS, ...ORDER, ...LAYOUT], given);

/** Returns what of it chooses leads, and not their order. */
export const filtersOf = (search: LeadsSearch): LeadsSearch => pick(FILTERS, search);

/** Returns what of it the API is asked with. */
export const askedOf = (search: LeadsSearch): LeadsSearch => pick([...FILTERS, ...ORDER], search);
