import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { resolveSignIn, updateConnectionStatus } from './connection-status.js';
import type { Answer } from './operation-types.js';
import { request } from './request.js';
import { queryKeyOf } from './use-api-query.js';

export type Session = Answer<'getSession'>;

let version: string | undefined;
let outdated = false;
let userId: string | undefined;
let zone: string | undefined;

/** Returns the time zone of the account; undefined until a session was read. */
export const accountZone = (): string | undefined => zone;

async function readSession(): Promise<Session> {
  const session = await request('getSession');
  version ??= session.service.version;
  outdated ||= session.service.version !== version;
  updateConnectionStatus(outdated ? { ended: false, outdated } : { ended: false });
  resolveSignIn(userId === undefined || userId === session.user.id);
  userId = session.user.id;
  zone = session.account.timezone;
  return session;
}

const EVERY_MS = 5 * 60_000;

/** Queries who is signed in; undefined until that is known. */
export const useSessionQuery = () =>
  useQuery({ queryKey: queryKeyOf('getSession'), queryFn: readSession, refetchInterval: EVERY_MS });

/** Returns who is signed in, in pages that only they see. */
export function useSession(): Session {
  const { data } = useSessionQuery();
  if (!data) throw new Error('Only pages of signed-in users ask for this.');
  return data;
}

/** Returns whether the user's role has a scope; what they may not do is not drawn. */
export function usePermission(): (scope: string) => boolean {
  const { scopes } = useSession();
  return useCallback((scope) => scopes.includes(scope), [scopes]);
}

/** Reloads all data on the page for the user who has just signed in. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await client.fetchQuery({ queryKey: queryKeyOf('getSession'), queryFn: readSession, staleTime: 0 });
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getSession' });
  }, [client]);
}
