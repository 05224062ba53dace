import { oneOf, type SearchOf, searchParams, text, uuid } from '../../components/search-params.js';

/**
 * Reads the URL that a browser returns to after a sign-in with a provider, whose results the page knows, or that a form
 * links to with the purpose it needs.
 */
export const readConnectionSearch = searchParams({
  connection: uuid,
  result: text(20),
  purpose: oneOf('calendars'),
});
export type ConnectionSearch = SearchOf<typeof readConnectionSearch>;
