import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { markWorkStarted } from './background-work.js';
import type { Answer, Input, MutationOperation } from './operation-types.js';
import { asProblem } from './problem.js';
import { request } from './request.js';
import { staleAfter } from './stale-queries.js';

/** Makes a key under which a change is done once. Browsers have `randomUUID` only where there is TLS. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Invalidates the queries that an operation makes stale. */
export function invalidateStaleQueries(client: QueryClient, operation: MutationOperation): Promise<void> {
  markWorkStarted(operation);
  const stale = new Set<string>(staleAfter(operation));
  return client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(String(queryKey[0])) });
}

/**
 * Runs a mutation and invalidates the queries that it makes stale. A click has one idempotency key, which its retries
 * keep, manual ones too, so that a lost response never sends a message twice. A mutation that deletes the page's
 * subject leaves the page first, because a deleted subject can't be reloaded.
 */
export function useApiMutation<K extends MutationOperation>(operation: K, leave?: () => Promise<void>) {
  const client = useQueryClient();
  /** The last request without a response, whose outcome is unknown. */
  const open = useRef<{ key: string; asked: string }>(undefined);
  const act = useMutation<Answer<K>, Error, { input: Input<K>; key: string }>({
    mutationFn: ({ input, key }) => request(operation, input, { key }),
    retry: (failures, thrown) => failures < 1 && asProblem(thrown).isAway,
    onSettled: (_answer, thrown, { input, key }) => {
      const isOpen = thrown !== null && asProblem(thrown).isAway;
      open.current = isOpen ? { key, asked: JSON.stringify(input) } : undefined;
    },
    onSuccess: async () => {
      await leave?.();
      await invalidateStaleQueries(client, operation);
    },
  });
  return {
    mutateAsync: (input: Input<K> = {}) => {
      const again = open.current?.asked === JSON.stringify(input) ? open.current.key : undefined;
      return act.mutateAsync({ input, key: again ?? newIdempotencyKey() });
    },
    isPending: act.isPending,
    problem: act.error ? asProblem(act.error) : undefined,
    reset: act.reset,
  };
}
