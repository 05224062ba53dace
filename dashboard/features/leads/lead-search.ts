import { flag, holdReasons, oneOf, type SearchOf, searchParams, text, uuid } from '../../components/search-params.js';

const LIST = text(4_000);

/** Reads the URL of the list: filters, conditions and order as the API has them, the columns, and the saved view. */
export const readLeadSearch = searchParams({
  q: text(200),
  workflow_id: uuid,
  tags_any: LIST,
  source: text(100),
  paused: flag,
  has_meeting: flag,
  campaign_id: uuid,
  lacks: LIST,
  owner_id: uuid,
  hold_reason: holdReasons,
  where: text(20_000),
  match: oneOf('all', 'any'),
  sort: oneOf('created_at', 'updated_at'),
  order: oneOf('asc', 'desc'),
  columns: LIST,
  view: uuid,
});
export type LeadSearch = SearchOf<typeof readLeadSearch>;
