import { type SearchOf, searchParams, text, uuid } from '../../components/search-params.js';

/** Reads the URL that a browser returns to after a sign-in with a provider. Its page knows the results. */
export const readConnectionSearch = searchParams({
  connection: uuid,
  result: text(20),
});
export type ConnectionSearch = SearchOf<typeof readConnectionSearch>;
