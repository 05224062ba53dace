import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { newKey, tellStale } from './act.js';
import { noteBegun } from './begun.js';
import { keep, readKept, useOwnName } from './device.js';
import {
  createLongWork,
  type KeptWork,
  type LongOperation,
  type LongWork,
  type NewWork,
  type Page,
} from './long-work.js';
import type { Input } from './names.js';
import { asProblem } from './problem.js';
import { request } from './request.js';

type Store = ReturnType<typeof createLongWork>;
/** One for each user of this window: what goes on does so whichever page is drawn. */
const stores = new Map<string, Store>();
const LOOK_MS = 5_000;

/** How each operation is asked, and what it has changed beyond what was done before. */
const ASKED: Readonly<Record<LongOperation, (body: object, work: LongWork) => Promise<Page>>> = {
  bulkWorkflowRuns: (body, { key }) => request('bulkWorkflowRuns', { body } as Input<'bulkWorkflowRuns'>, { key }),
  changeLeads: async (body, { key, done }) => {
    const answer = await request('changeLeads', { body } as Input<'changeLeads'>, { key });
    // It counts from its beginning.
    return { ...answer, changed: answer.changed - done, made: answer.lead_change?.id };
  },
};

function makeStore(name: string, client: QueryClient): Store {
  return createLongWork({
    ask: async (body, work) => {
      const ask = () => ASKED[work.operation](body, work);
      return ask().catch((thrown) => {
        if (!asProblem(thrown).isAway) throw thrown;
        return ask();
      });
    },
    newKey,
    read: () => readKept<KeptWork[]>(name) ?? [],
    keep: (all) => keep(name, all.length > 0 ? all : undefined),
    onEnd: (operation) => void tellStale(client, operation),
    now: () => Date.now(),
  });
}

/** What the user has begun that takes many requests, and the ways to go on with it. */
export function useLongWork() {
  const name = useOwnName('long-works');
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
  const start = (work: NewWork): Promise<LongWork> => {
    noteBegun();
    return store.start(work);
  };
  return { all, ...store, start };
}
