import type { View } from '../../schemas/accounts/views.js';
import { isColumn, USUAL } from './column-names.js';
import { filtersOf, type LeadsSearch, readSearch } from './search.js';

type Layout = Pick<View, 'query' | 'columns' | 'sort'>;

/** Returns the address of the list as a view has it. */
export function searchOf({ id, query, columns, sort }: Pick<View, 'id'> & Layout): LeadsSearch {
  const [by, order] = sort?.split(' ') ?? [];
  const known = columns.filter(isColumn);
  return readSearch({ ...filtersOf(query), sort: by, order, columns: known.join(','), view: id });
}

/** Returns what of an address a view keeps. */
export function layoutOf(search: LeadsSearch): Layout {
  const { sort, order = 'desc' } = search;
  return { query: filtersOf(search), columns: shownIn(search), sort: sort ? `${sort} ${order}` : null };
}

/** Returns which columns are shown beside the name. */
function shownIn({ columns }: LeadsSearch): string[] {
  const known = (columns ?? '').split(',').filter(isColumn);
  return known.length > 0 ? known : [];
}

/** Returns which columns are drawn: those that were chosen, else the usual ones. */
export const columnsOf = (search: LeadsSearch) => {
  const chosen = shownIn(search).filter(isColumn);
  return chosen.length > 0 ? chosen : USUAL;
};

/** Tells whether the list is not as the view has it; without one, as it is usually. */
export const differs = (view: View | undefined, search: LeadsSearch): boolean =>
  JSON.stringify(layoutOf(view ? searchOf(view) : {})) !== JSON.stringify(layoutOf(search));
