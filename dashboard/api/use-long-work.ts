import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { newKey, tellStale } from './act.js';
import { noteBegun } from './begun.js';
import { keep, readKept, useOwnName } from './device.js';
import { createLongWork, type KeptWork, type NewWork } from './long-work.js';
import type { Input } from './names.js';
import { asProblem } from './problem.js';
import { request } from './request.js';

type Store = ReturnType<typeof createLongWork>;
/** One for each user of this window: what goes on does so whichever page is drawn. */
const stores = new Map<string, Store>();
const LOOK_MS = 5_000;

function makeStore(name: string, client: QueryClient): Store {
  const askOnce = (body: object, key: string) =>
    request('bulkWorkflowRuns', { body } as Input<'bulkWorkflowRuns'>, { key });
  return createLongWork({
    ask: async (body) => {
      const key = newKey();
      return askOnce(body, key).catch((thrown) => {
        if (!asProblem(thrown).isAway) throw thrown;
        return askOnce(body, key);
      });
    },
    read: () => readKept<KeptWork[]>(name) ?? [],
    keep: (all) => keep(name, all.length > 0 ? all : undefined),
    onEnd: () => void tellStale(client, 'bulkWorkflowRuns'),
    now: () => Date.now(),
  });
}

/** What the user has begun that takes many requests, and the ways to go on with it. */
export function useLongWork() {
  const name = useOwnName('long-work');
  const client = useQueryClient();
  const store = stores.get(name) ?? makeStore(name, client);
  stores.set(name, store);
  const all = useSyncExternalStore(store.subscribe, store.get);
  const isGoing = all.some(({ state }) => state === 'going');
  useEffect(() => {
    if (!isGoing) return;
    const timer = setInterval(store.look, LOOK_MS);
    return () => clearInterval(timer);
  }, [isGoing, store]);
  const start = (work: NewWork): Promise<void> => {
    noteBegun();
    return store.start(work);
  };
  return { all, ...store, start };
}
