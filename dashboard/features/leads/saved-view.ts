import type { View } from '../../../schemas/accounts/views.js';
import { DEFAULT_COLUMNS, isColumn } from './lead-columns.js';
import { filtersOf } from './lead-query.js';
import { type LeadSearch, readLeadSearch } from './lead-search.js';

type Layout = Pick<View, 'query' | 'columns' | 'sort'>;

/** Returns the address of the list as a view has it. */
export function searchOf({ id, query, columns, sort }: Pick<View, 'id'> & Layout): LeadSearch {
  const [by, order] = sort?.split(' ') ?? [];
  const known = columns.filter(isColumn);
  return readLeadSearch({ ...filtersOf(query), sort: by, order, columns: known.join(','), view: id });
}

/** Returns what of an address a view keeps. */
export function layoutOf(search: LeadSearch): Layout {
  const { sort, order = 'desc' } = search;
  return { query: filtersOf(search), columns: shownIn(search), sort: sort ? `${sort} ${order}` : null };
}

/** Returns the columns to show in addition to the name. */
function shownIn({ columns }: LeadSearch): string[] {
  const known = (columns ?? '').split(',').filter(isColumn);
  return known.length > 0 ? known : [];
}

/** Returns which columns are drawn: those that were chosen, else the usual ones. */
export const columnsOf = (search: LeadSearch) => {
  const chosen = shownIn(search).filter(isColumn);
  return chosen.length > 0 ? chosen : DEFAULT_COLUMNS;
};

/** Returns whether the list is not as the view has it; without one, as it is usually. */
export const differs = (view: View | undefined, search: LeadSearch): boolean =>
  JSON.stringify(layoutOf(view ? searchOf(view) : {})) !== JSON.stringify(layoutOf(search));
