import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { markWorkStarted } from './background-work.js';
import { readStored, useUserKey, writeStored } from './device-storage.js';
import {
  createLongWork,
  type LongOperation,
  type LongWork,
  type NewWork,
  type OperationResult,
  type StoredWork,
} from './long-operations.js';
import type { Input } from './operation-types.js';
import { asProblem } from './problem.js';
import { request } from './request.js';
import { invalidateStaleQueries, newIdempotencyKey } from './use-api-mutation.js';

type Store = ReturnType<typeof createLongWork>;
/** One store for each user of this window, so that work continues on every page. */
const stores = new Map<string, Store>();
const LOOK_MS = 5_000;

/** The request of each operation, and the changes in its response. */
const ASKED: Readonly<Record<LongOperation, (body: object, work: LongWork) => Promise<OperationResult>>> = {
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
    newKey: newIdempotencyKey,
    read: () => readStored<StoredWork[]>(name) ?? [],
    keep: (all) => writeStored(name, all.length > 0 ? all : undefined),
    onEnd: (operation) => void invalidateStaleQueries(client, operation),
    now: () => Date.now(),
  });
}

/** Returns the user's long work and the actions to continue it. */
export function useLongWork() {
  const name = useUserKey('long-works');
  const client = useQueryClient();
  const writeStored = stores.get(name) ?? makeStore(name, client);
  stores.set(name, writeStored);
  const all = useSyncExternalStore(writeStored.subscribe, writeStored.get);
  const isGoing = all.some(({ state }) => state === 'going');
  useEffect(() => {
    if (!isGoing) return;
    const timer = setInterval(writeStored.look, LOOK_MS);
    return () => clearInterval(timer);
  }, [isGoing, writeStored]);
  const start = (work: NewWork): Promise<LongWork> => {
    markWorkStarted();
    return writeStored.start(work);
  };
  return { all, ...writeStored, start };
}
