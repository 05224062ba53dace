import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { newKey, tellStale } from './act.js';
import { keep, readKept, useOwnName } from './device.js';
import { createDraft, type Held, isUnsaved } from './draft-store.js';
import { noteProblem } from './moment.js';
import type { Act, Tagged } from './names.js';
import { areaOf } from './stale.js';

const REST_MS = 800;
/** After which a service that did not answer is asked again. */
const AWAY_MS = 5_000;

interface Source<D extends object> {
  /** What it is, so that another one is read anew. */
  id: string;
  /** The operation by which it is changed. */
  operation: Act;
  load: () => Promise<Tagged<D>>;
  /** Sends what differs from what was read. */
  send: (changes: Partial<D>, how: { key: string; match?: string }) => Promise<Tagged<D>>;
  /** Saves by itself when the fingers rest. */
  isAutomatic?: boolean;
}

/** Something being edited: as it was read, as it stands here, and how the two get together. */
export interface Draft<D extends object>
  extends Pick<Held<D>, 'stored' | 'value' | 'tag' | 'problem' | 'broughtBack'>,
    Pick<
      ReturnType<typeof createDraft<D>>,
      'change' | 'save' | 'adopt' | 'readTheirs' | 'takeTheirs' | 'keepMine' | 'discard'
    > {
  /** What it is: the area of the API, and the id. */
  about: { area: string; id: string };
  state: 'saved' | 'unsaved' | 'saving' | 'refused' | 'conflict';
  /** Somebody wants to leave while something is not saved; undefined: nobody does. */
  leaving: { go: () => void; stay: () => void } | undefined;
}

/** Saves once nothing was typed for a while; what was refused waits for another change. */
function useSaving(mayTry: boolean, afterMs: number, value: unknown, save: () => Promise<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait anew.
  useEffect(() => {
    if (!mayTry) return;
    const timer = setTimeout(() => void save(), afterMs);
    return () => clearTimeout(timer);
  }, [mayTry, afterMs, value, save]);
}

/** Asks before one leaves while something is not saved; what saves itself is saved first. */
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
  const name = useOwnName(`draft-${operation}-${id}`);
  const make = () =>
    createDraft<D>({
      load: source.load,
      send: (changes, match) => source.send(changes, { key: newKey(), ...(match ? { match } : {}) }),
      readKept: () => readKept(name),
      keep: (kept) => keep(name, kept),
      onSaved: () => void tellStale(client, operation),
      onProblem: noteProblem,
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
  const { stored, tag, value, problem, isSaving, broughtBack } = useSyncExternalStore(store.subscribe, store.get);
  const isChanged = isUnsaved(store.get());
  const mayTry = isAutomatic && isChanged && !isSaving && (problem === undefined || problem.isAway);
  useSaving(mayTry, problem?.isAway ? AWAY_MS : REST_MS, value, store.save);
  const leaving = useLeaving(
    () => isUnsaved(store.get()),
    async () => {
      if (isAutomatic && store.get().problem === undefined) await store.save();
    },
  );
  const isConflict = problem?.code === 'PRECONDITION_FAILED';
  const state = isConflict ? 'conflict' : isSaving ? 'saving' : problem ? 'refused' : isChanged ? 'unsaved' : 'saved';
  const { change, save, adopt, readTheirs, takeTheirs, keepMine, discard } = store;
  return {
    ...{ about: { area: areaOf(operation), id }, stored, value, tag, problem, broughtBack, state, leaving },
    ...{ change, save, adopt, readTheirs, takeTheirs, keepMine, discard },
  };
}
