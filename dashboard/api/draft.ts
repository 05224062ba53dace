import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newKey, tellStale } from './act.js';
import type { Act } from './names.js';
import { asProblem, type Problem } from './problem.js';
import type { Tagged } from './request.js';
import { noteProblem } from './session.js';

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
export interface Draft<D extends object> {
  stored: D | undefined;
  value: D | undefined;
  /** The tag of what is stored. */
  tag: string | undefined;
  problem: Problem | undefined;
  state: 'saved' | 'unsaved' | 'saving' | 'refused' | 'conflict';
  change: (changes: Partial<D>) => void;
  save: () => Promise<boolean>;
  /** Takes what an operation answered for what is stored, and keeps what was typed since. */
  adopt: (answer: Tagged<D>) => void;
  takeTheirs: () => Promise<void>;
  keepMine: () => Promise<void>;
}

/** Returns the parts of a draft that differ from what is stored. */
export const changesOf = <D extends object>(stored: D, value: D): Partial<D> =>
  Object.fromEntries(
    Object.entries(value).filter(([key, part]) => (stored as Record<string, unknown>)[key] !== part),
  ) as Partial<D>;

/** Saves once nothing was typed for a while; what was refused waits for another change. */
function useSaving(mayTry: boolean, afterMs: number, value: unknown, save: () => Promise<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait anew.
  useEffect(() => {
    if (!mayTry) return;
    const timer = setTimeout(() => void save(), afterMs);
    return () => clearTimeout(timer);
  }, [mayTry, afterMs, value, save]);
}

/** Has the browser ask before a page is left on which something is not saved. */
function useWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
}

/**
 * Keeps what is edited apart from what is stored. A save names the state that was read, so that nobody's change is
 * overwritten unseen.
 */
export function useDraft<D extends object>({ id, operation, load, send, isAutomatic = false }: Source<D>): Draft<D> {
  const client = useQueryClient();
  const [known, setKnown] = useState<{ value: D; tag: string | undefined }>();
  const [value, setValue] = useState<D>();
  const [problem, setProblem] = useState<Problem>();
  const [isSaving, setSaving] = useState(false);
  const now = useRef({ known, value, load, send, isSaving });
  now.current = { known, value, load, send, isSaving };

  const read = useCallback(async () => {
    const answer = await now.current.load();
    setKnown({ value: answer.body, tag: answer.tag });
    setProblem(undefined);
    return answer;
  }, []);
  const fail = useCallback((thrown: unknown) => {
    noteProblem(thrown);
    setProblem(asProblem(thrown));
  }, []);
  const takeTheirs = useCallback(() => read().then(({ body }) => setValue(body), fail), [read, fail]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is read when its id is another.
  useEffect(() => void takeTheirs(), [id, takeTheirs]);

  const adopt = useCallback((answer: Tagged<D>) => {
    const { known: before, value: typed } = now.current;
    const since = before && typed ? changesOf(before.value, typed) : {};
    setKnown({ value: answer.body, tag: answer.tag });
    setValue({ ...answer.body, ...since });
    setProblem(undefined);
  }, []);

  const save = useCallback(async () => {
    const { known: before, value: sent, isSaving: isBusy } = now.current;
    if (!before || !sent || isBusy) return false;
    setSaving(true);
    try {
      const answer = await now.current.send(changesOf(before.value, sent), {
        key: newKey(),
        ...(before.tag ? { match: before.tag } : {}),
      });
      setKnown({ value: answer.body, tag: answer.tag });
      // What was typed meanwhile stays; the rest is as the service has it now.
      setValue((typed) => ({ ...answer.body, ...(typed && typed !== sent ? changesOf(sent, typed) : {}) }));
      setProblem(undefined);
      void tellStale(client, operation);
      return true;
    } catch (thrown) {
      fail(thrown);
      return false;
    } finally {
      setSaving(false);
    }
  }, [client, operation, fail]);
  const keepMine = useCallback(async () => {
    const { known: before, value: typed } = now.current;
    if (!before || !typed) return;
    const mine = changesOf(before.value, typed);
    await read().then(({ body }) => setValue({ ...body, ...mine }), fail);
  }, [read, fail]);

  const isChanged = known !== undefined && value !== undefined && Object.keys(changesOf(known.value, value)).length > 0;
  const isConflict = problem?.code === 'PRECONDITION_FAILED';
  const mayTry = isAutomatic && isChanged && !isSaving && (problem === undefined || problem.isAway);
  useSaving(mayTry, problem?.isAway ? AWAY_MS : REST_MS, value, save);
  useWarning(isChanged);

  const change = useCallback((changes: Partial<D>) => {
    setValue((old) => old && { ...old, ...changes });
    setProblem((old) => (old?.code === 'PRECONDITION_FAILED' ? old : undefined));
  }, []);
  const state = isConflict ? 'conflict' : isSaving ? 'saving' : problem ? 'refused' : isChanged ? 'unsaved' : 'saved';
  return { stored: known?.value, value, tag: known?.tag, problem, state, change, save, adopt, takeTheirs, keepMine };
}
