import { oneOf, type SearchOf, searchParams } from '../../components/search-params.js';

/** Reads the URL of the list, which has the filters of the API. */
export const readTemplateSearch = searchParams({
  channel: oneOf('whatsapp', 'email'),
  status: oneOf('APPROVED', 'PENDING', 'REJECTED'),
});
export type TemplateSearch = SearchOf<typeof readTemplateSearch>;
