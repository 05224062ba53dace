import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { reportProblem } from './connection-status.js';
import { readStored, useUserKey, writeStored } from './device-storage.js';
import { createDraft, type DraftState, isUnsaved } from './draft-store.js';
import type { MutationOperation, Tagged } from './operation-types.js';
import { areaOf } from './stale-queries.js';
import { invalidateStaleQueries, newIdempotencyKey } from './use-api-mutation.js';

const REST_MS = 800;
/** After which a service that did not answer is asked again. */
const AWAY_MS = 5_000;

interface Source<D extends object> {
  /** The ID of the subject. Another ID loads another subject. */
  id: string;
  /** The operation by which it is changed. */
  operation: MutationOperation;
  load: () => Promise<Tagged<D>>;
  /** Sends what differs from what was read. */
  send: (changes: Partial<D>, how: { key: string; match?: string }) => Promise<Tagged<D>>;
  /** Saves automatically after a pause in typing. */
  isAutomatic?: boolean;
}

/** A draft: its stored state, its current state, and the actions that reconcile them. */
export interface Draft<D extends object>
  extends Pick<DraftState<D>, 'stored' | 'value' | 'tag' | 'problem' | 'restoredFrom'>,
    Pick<
      ReturnType<typeof createDraft<D>>,
      'change' | 'save' | 'adopt' | 'fetchStored' | 'reloadWithoutChanges' | 'reloadWithChanges' | 'discard'
    > {
  /** The subject: the area of the API, and the ID. */
  about: { area: string; id: string };
  state: 'saved' | 'unsaved' | 'saving' | 'refused' | 'conflict';
  /** Set while the user is leaving with unsaved changes. */
  leaving: { go: () => void; stay: () => void } | undefined;
}

/** Saves after a pause in typing. After an error, the next change saves again. */
function useSaving(
  mayTry: boolean,
  afterMs: number,
  { subscribe, save }: Pick<ReturnType<typeof createDraft>, 'subscribe' | 'save'>,
): void {
  useEffect(() => {
    if (!mayTry) return;
    const wait = () => setTimeout(() => void save(), afterMs);
    let timer = wait();
    const unsubscribe = subscribe(() => {
      clearTimeout(timer);
      timer = wait();
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [mayTry, afterMs, subscribe, save]);
}

/** Confirms leaving a page with unsaved changes. Automatic saves finish first. */
function useLeaving(isOpen: () => boolean, saveFirst: () => Promise<unknown>): Draft<object>['leaving'] {
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !isOpen()) return false;
      await saveFirst();
      return isOpen();
    },
    enableBeforeUnload: isOpen,
    withResolver: true,
  });
  return blocker.status === 'blocked' ? { go: blocker.proceed, stay: blocker.reset } : undefined;
}

/** Makes the draft of what is edited; another one where the id is another. */
function useStore<D extends object>({ id, operation, ...source }: Source<D>) {
  const client = useQueryClient();
  const name = useUserKey(`draft-${operation}-${id}`);
  const make = () =>
    createDraft<D>({
      load: source.load,
      send: (changes, match) => source.send(changes, { key: newIdempotencyKey(), ...(match ? { match } : {}) }),
      readKept: () => readStored(name),
      keep: (kept) => writeStored(name, kept),
      onSaved: () => void invalidateStaleQueries(client, operation),
      onProblem: reportProblem,
      now: () => new Date(),
    });
  const made = useRef<{ name: string; store: ReturnType<typeof make> }>(undefined);
  if (made.current?.name !== name) made.current = { name, store: make() };
  const { store } = made.current;
  useEffect(() => void store.load(), [store]);
  return store;
}

/** Edits something that is stored: see `createDraft`. */
export function useDraft<D extends object>(source: Source<D>): Draft<D> {
  const { id, operation, isAutomatic = false } = source;
  const store = useStore(source);
  const { stored, tag, value, problem, isSaving, restoredFrom } = useSyncExternalStore(store.subscribe, store.get);
  const isChanged = isUnsaved(store.get());
  const mayTry = isAutomatic && isChanged && !isSaving && (problem === undefined || problem.isAway);
  useSaving(mayTry, problem?.isAway ? AWAY_MS : REST_MS, store);
  const leaving = useLeaving(
    () => isUnsaved(store.get()),
    async () => {
      if (isAutomatic && store.get().problem === undefined) await store.save();
    },
  );
  const isConflict = problem?.code === 'PRECONDITION_FAILED';
  const state = isConflict ? 'conflict' : isSaving ? 'saving' : problem ? 'refused' : isChanged ? 'unsaved' : 'saved';
  const { change, save, adopt, fetchStored, reloadWithoutChanges, reloadWithChanges, discard } = store;
  return {
    about: { area: areaOf(operation), id },
    stored,
    value,
    tag,
    problem,
    restoredFrom,
    state,
    leaving,
    change,
    save,
    adopt,
    fetchStored,
    reloadWithoutChanges,
    reloadWithChanges,
    discard,
  };
}
