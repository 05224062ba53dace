import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keyOf } from './ask.js';
import { noteArrival, tell } from './moment.js';
import type { Answer } from './names.js';

import { request } from './request.js';

export type Session = Answer<'getSession'>;

let version: string | undefined;
let outdated = false;
let userId: string | undefined;

async function readSession(): Promise<Session> {
  const session = await request('getSession');
  version ??= session.service.version;
  outdated ||= session.service.version !== version;
  tell(outdated ? { ended: false, outdated } : { ended: false });
  noteArrival(userId === undefined || userId === session.user.id);
  userId = session.user.id;
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
