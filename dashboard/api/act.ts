import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { noteBegun } from './begun.js';
import type { Act, Answer, Input } from './names.js';
import { asProblem } from './problem.js';
import { request } from './request.js';
import { staleAfter } from './stale.js';

/** Makes a key under which a change is done once. Browsers have `randomUUID` only where there is TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Asks anew for what an operation makes stale. */
export function tellStale(client: QueryClient, operation: Act): Promise<void> {
  noteBegun(operation);
  const stale = new Set<string>(staleAfter(operation));
  return client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(String(queryKey[0])) });
}

/**
 * Does an operation that changes something, and asks anew for what that makes stale. A click has one idempotency key,
 * which its repeats keep, those by hand too: nobody is written to twice because an answer was lost. What ends the
 * page's own subject leaves the page before, since what is gone can't be asked for again.
 */
export function useAct<K extends Act>(operation: K, leave?: () => Promise<void>) {
  const client = useQueryClient();
  /** What was asked for without an answer, so that nobody knows whether it was done. */
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
      await tellStale(client, operation);
    },
  });
  return {
    do: (input: Input<K> = {}) => {
      const again = open.current?.asked === JSON.stringify(input) ? open.current.key : undefined;
      return act.mutateAsync({ input, key: again ?? newKey() });
    },
    busy: act.isPending,
    problem: act.error ? asProblem(act.error) : undefined,
    forget: act.reset,
  };
}
