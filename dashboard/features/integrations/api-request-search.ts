import { day, oneOf, type SearchOf, searchParams, uuid } from '../../components/search-params.js';

const operation = (value: string) => (/^\w{1,64}$/.test(value) ? value : undefined);

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const STATUSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

/** Reads the URL of the request log: the filters of the API by days, and the request whose details are open. */
export const readApiRequestSearch = searchParams({
  key: uuid,
  operation,
  method: oneOf(...METHODS),
  status: oneOf(...STATUSES),
  request_id: uuid,
  from: day,
  to: day,
  open: uuid,
});
export type ApiRequestSearch = SearchOf<typeof readApiRequestSearch>;
