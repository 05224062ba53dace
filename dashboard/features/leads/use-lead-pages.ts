import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Lead } from '../../../schemas/leads/leads.js';
import type { Answer, Input } from '../../api/operation-types.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { request } from '../../api/request.js';
import { useApiList } from '../../api/use-api-query.js';
import { listQueryOf, queryOf } from './lead-query.js';
import type { LeadSearch } from './lead-search.js';

const PAGE = 100;

/** The leads that an address names, as far as they were asked for. */
interface LeadPages {
  leads: readonly Lead[] | undefined;
  hasMore: boolean;
  /** Requests the next ones, unless that is under way. */
  more: () => void;
  problem: Problem | undefined;
  again: () => void;
}

/** Requests the leads that an address names, page after page: by its filters, or by its conditions. */
export function useLeadPages(search: LeadSearch): LeadPages {
  const query = queryOf(search);
  const listInput = { query: { ...listQueryOf(search), limit: PAGE } as Input<'listLeads'>['query'] };
  const listed = useApiList('listLeads', listInput, { enabled: query === undefined });
  const { sort = 'created_at', order = 'desc' } = search;
  const body = { ...query, sort, order, limit: PAGE };
  const met = useInfiniteQuery({
    // Stale when the list is.
    queryKey: ['listLeads', body, 'met'],
    queryFn: ({ signal, pageParam }) =>
      request('queryLeads', { body: { ...body, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  });
  const leads: readonly Lead[] | undefined = query
    ? met.data?.pages.flatMap((page) => page.leads)
    : listed.data?.pages.flatMap((page) => page.leads);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error, refetch } = query ? met : listed;
  const more = () => {
    if (!isFetchingNextPage) void fetchNextPage();
  };
  // A page may end before anybody was met.
  const looksOn = leads?.length === 0 && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (looksOn) void fetchNextPage();
  }, [looksOn, fetchNextPage]);
  return {
    leads,
    hasMore: hasNextPage,
    more,
    problem: error ? asProblem(error) : undefined,
    again: () => void refetch(),
  };
}

/** Larger counts have no use and would take too many requests. */
const MOST_COUNTED = 10_000;
const MOST_PIECES = 20;

interface Counted {
  count: number;
  /** True if there can be more pages. */
  capped: boolean;
}

/** Counts the leads that meet the conditions of an address, piece after piece; undefined until that is done. */
export function useMatchingCount(search: LeadSearch, { when }: { when: boolean }): Counted | undefined {
  const query = queryOf(search);
  const { data } = useQuery({
    queryKey: ['countLeads', query, 'met'],
    queryFn: async ({ signal }): Promise<Counted> => {
      let count = 0;
      let cursor: string | null = null;
      for (let piece = 0; piece < MOST_PIECES && count <= MOST_COUNTED; piece += 1) {
        const body = { ...query, ...(cursor ? { cursor } : {}) };
        const answer: Answer<'countQueriedLeads'> = await request('countQueriedLeads', { body: body }, { signal });
        count += answer.count;
        cursor = answer.next_cursor;
        if (!cursor) break;
      }
      return { count: Math.min(count, MOST_COUNTED), capped: cursor !== null || count > MOST_COUNTED };
    },
    enabled: when,
  });
  return data;
}
