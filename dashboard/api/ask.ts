import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer, Ask, Input } from './names.js';
import { request } from './request.js';

type Asked<K extends Ask> = Omit<Input<K>, 'body'>;

interface Options {
  /** Whether it is asked at all. */
  when?: boolean;
  /** Asked again after so long, while somebody looks. */
  everyMs?: number;
  /** Also while nobody does, as for the title of a tab that is hidden. */
  unlooked?: boolean;
}

/** Under which the answer is kept; what goes stale is found by the operation's name. */
export const keyOf = <K extends Ask>(operation: K, input: Asked<K> = {}) => [operation, input] as const;

/** Asks an operation that reads, and keeps what it answered. */
export function useAsk<K extends Ask>(operation: K, input: Asked<K> = {}, options: Options = {}) {
  const { when = true, everyMs, unlooked = false } = options;
  return useQuery<Answer<K>>({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) => request(operation, input, { signal }),
    enabled: when,
    placeholderData: keepPreviousData,
    ...(everyMs ? { refetchInterval: everyMs, refetchIntervalInBackground: unlooked } : {}),
  });
}

interface Page {
  pagination: { next_cursor: string | null };
}
/** Operations that answer page by page. */
type Listing = { [K in Ask]: Answer<K> extends Page ? K : never }[Ask];

/** Asks an operation page after page. */
export function usePages<K extends Listing>(
  operation: K,
  input: Asked<K> = {},
  { when = true, everyMs }: Options = {},
) {
  return useInfiniteQuery({
    queryKey: [...keyOf(operation, input), 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...input.query, ...(pageParam ? { cursor: pageParam } : {}) };
      return request(operation, { ...input, query } as Input<K>, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last as Page).pagination.next_cursor ?? undefined,
    enabled: when,
    placeholderData: keepPreviousData,
    ...(everyMs ? { refetchInterval: everyMs } : {}),
  });
}
