import { oneOf, type SearchOf, searchParams, uuid } from '../../components/search-params.js';

/** Reads the URL that a browser returns to after a sign-in with a provider. */
export const readConnectionSearch = searchParams({
  connection: uuid,
  result: oneOf('connected', 'missing', 'other_person', 'denied', 'failed', 'provider_away', 'dead_link'),
});
export type ConnectionSearch = SearchOf<typeof readConnectionSearch>;
