import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { keyOf } from './ask.js';
import type { Answer } from './names.js';
import { asProblem } from './problem.js';
import { request } from './request.js';

export type Session = Answer<'getSession'>;

/** What a session says besides who: that it ended, or that the service is another build by now. */
interface Moment {
  ended: boolean;
  outdated: boolean;
}

let moment: Moment = { ended: false, outdated: false };
let version: string | undefined;
const listeners = new Set<() => void>();

function tell(change: Partial<Moment>): void {
  moment = { ...moment, ...change };
  for (const listener of listeners) listener();
}

/** Notes that a request was refused because nobody is signed in any more. */
export function noteProblem(thrown: unknown): void {
  if (asProblem(thrown).code === 'NOT_SIGNED_IN') tell({ ended: true });
}

/** Notes that a part of the pages is gone from the service: it has been built anew. */
export const noteOutdated = (): void => tell({ outdated: true });

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Tells whether the session ended while pages stood open, and whether they are older than the service. */
export const useMoment = (): Moment => useSyncExternalStore(listen, () => moment);

async function readSession(): Promise<Session> {
  const session = await request('getSession');
  version ??= session.service.version;
  tell({ ended: false, outdated: moment.outdated || session.service.version !== version });
  return session;
}

const EVERY_MS = 5 * 60_000;

/** Asks who is signed in; undefined until that is known. */
export const useSessionQuery = () =>
  useQuery({ queryKey: keyOf('getSession'), queryFn: readSession, refetchInterval: EVERY_MS, retry: 1 });

/** Returns who is signed in, in pages that only they see. */
export function useSession(): Session {
  const { data } = useSessionQuery();
  if (!data) throw new Error('Only pages of signed-in users ask for this.');
  return data;
}

/** Tells whether the user's role has a scope; what they may not do is not drawn. */
export function useMay(): (scope: string) => boolean {
  const { scopes } = useSession();
  return useCallback((scope) => scopes.includes(scope), [scopes]);
}

/** Begins anew for whoever has just signed in: everything that stands on the page is asked once more. */
export function useArrival(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await client.fetchQuery({ queryKey: keyOf('getSession'), queryFn: readSession, staleTime: 0 });
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getSession' });
  }, [client]);
}
