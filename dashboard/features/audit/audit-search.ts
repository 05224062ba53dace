import { day, oneOf, type SearchOf, searchParams, uuid } from '../../components/search-params.js';

/** Reads a name as the log has it. */
const name = (value: string) => (/^[\w.-]{1,64}$/.test(value) ? value : undefined);

/** Reads the URL of the log, which has the filters of the API; the first and the last day are included. */
export const readAuditSearch = searchParams({
  kind: oneOf('access', 'all'),
  actor: uuid,
  operation: name,
  resource_type: name,
  resource: name,
  from: day,
  to: day,
});
export type AuditSearch = SearchOf<typeof readAuditSearch>;
