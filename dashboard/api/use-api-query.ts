import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer, Input, QueryOperation } from './operation-types.js';
import { request } from './request.js';

type QueryInput<K extends QueryOperation> = Omit<Input<K>, 'body'>;

interface Options<A = never> {
  /** True if it is asked at all. */
  enabled?: boolean;
  /** The polling interval while the page is visible, or what returns it for each answer. 0 stops polling. */
  everyMs?: number | ((answer: A | undefined) => number);
  /** True to poll in the background too, as for the title of a hidden tab. */
  inBackground?: boolean;
}

/** Under which the answer is kept; what goes stale is found by the operation's name. */
export const queryKeyOf = <K extends QueryOperation>(operation: K, input: QueryInput<K> = {}) =>
  [operation, input] as const;

/** Calls an operation that reads, and keeps what it answered. */
export function useApiQuery<K extends QueryOperation>(
  operation: K,
  input: QueryInput<K> = {},
  options: Options<Answer<K>> = {},
) {
  const { enabled = true, everyMs, inBackground = false } = options;
  return useQuery<Answer<K>>({
    queryKey: queryKeyOf(operation, input),
    queryFn: ({ signal }) => request(operation, input, { signal }),
    enabled: enabled,
    placeholderData: keepPreviousData,
    ...(everyMs
      ? {
          refetchInterval: typeof everyMs === 'number' ? everyMs : ({ state }) => everyMs(state.data) || false,
          refetchIntervalInBackground: inBackground,
        }
      : {}),
  });
}

interface Page {
  pagination: { next_cursor: string | null };
}
/** Operations that answer page by page. */
type ListOperation = { [K in QueryOperation]: Answer<K> extends Page ? K : never }[QueryOperation];

/** Calls an operation page after page. */
export function useApiList<K extends ListOperation>(
  operation: K,
  input: QueryInput<K> = {},
  { enabled = true, everyMs }: { enabled?: boolean; everyMs?: number } = {},
) {
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(operation, input), 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...input.query, ...(pageParam ? { cursor: pageParam } : {}) };
      return request(operation, { ...input, query } as Input<K>, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last as Page).pagination.next_cursor ?? undefined,
    enabled: enabled,
    placeholderData: keepPreviousData,
    ...(everyMs ? { refetchInterval: everyMs } : {}),
  });
}
