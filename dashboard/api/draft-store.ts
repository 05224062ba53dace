import * as words from '../words/en/api.js';
import type { Tagged } from './operation-types.js';
import { asProblem, Problem } from './problem.js';

/** The current state of a draft. */
export interface DraftState<D extends object> {
  /** As it was read, or saved last. */
  stored: D | undefined;
  /** The tag of what is stored. */
  tag: string | undefined;
  value: D | undefined;
  problem: Problem | undefined;
  isSaving: boolean;
  /** The time when the restored changes, which this device had stored, were made. */
  restoredFrom: string | undefined;
}

/** The changes that the device stores until they can be saved, and the version that they are based on. */
export interface StoredDraft<D extends object> {
  changes: Partial<D>;
  tag: string | undefined;
  at: string;
}

interface Means<D extends object> {
  load: () => Promise<Tagged<D>>;
  /** Sends what differs from what was read, if that is still what is stored. */
  send: (changes: Partial<D>, match: string | undefined) => Promise<Tagged<D>>;
  readKept: () => StoredDraft<D> | undefined;
  keep: (kept: StoredDraft<D> | undefined) => void;
  onSaved: () => void;
  onProblem: (thrown: unknown) => void;
  now: () => Date;
}

/** Returns the parts of a draft that differ from what is stored. */
export const changesOf = <D extends object>(stored: D, value: D): Partial<D> =>
  Object.fromEntries(
    Object.entries(value).filter(([key, part]) => (stored as Record<string, unknown>)[key] !== part),
  ) as Partial<D>;

const changesIn = <D extends object>({ stored, value }: DraftState<D>): Partial<D> =>
  stored && value ? changesOf(stored, value) : {};

/** Returns whether something that was typed is not stored. */
export const isUnsaved = <D extends object>(state: DraftState<D>): boolean => Object.keys(changesIn(state)).length > 0;

/** Returns what of kept changes is not stored by now. */
const stillNew = <D extends object>(changes: Partial<D>, stored: D): Partial<D> =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([key, part]) => JSON.stringify((stored as Record<string, unknown>)[key]) !== JSON.stringify(part),
    ),
  ) as Partial<D>;

const changedElsewhere = () =>
  new Problem(412, 'PRECONDITION_FAILED', words.saveConflict, words.someoneElseHasChangedThis);

const NOTHING = {
  stored: undefined,
  tag: undefined,
  value: undefined,
  problem: undefined,
  restoredFrom: undefined,
  isSaving: false,
};

/**
 * Keeps edits separate from the stored state. A save names the version that was read, so that it never overwrites
 * another user's change unnoticed. Changes that can't be saved are stored on the device and restored when the user
 * returns.
 */
export function createDraft<D extends object>(means: Means<D>) {
  let state: DraftState<D> = NOTHING;
  let saving: Promise<boolean> | undefined;
  const listeners = new Set<() => void>();
  const put = (change: Partial<DraftState<D>>) => {
    state = { ...state, ...change };
    if (state.stored && ('value' in change || 'stored' in change))
      means.keep(
        isUnsaved(state) ? { changes: changesIn(state), tag: state.tag, at: means.now().toISOString() } : undefined,
      );
    for (const listener of listeners) listener();
  };
  const fail = (thrown: unknown) => {
    means.onProblem(thrown);
    put({ problem: asProblem(thrown) });
  };
  /** Takes the stored state and applies the changes in `mine` to it. */
  const take = ({ body, tag }: Tagged<D>, mine: Partial<D>) =>
    put({ stored: body, tag, value: { ...body, ...mine }, problem: undefined, restoredFrom: undefined });
  const readWith = (mine: () => Partial<D>) => means.load().then((answer) => take(answer, mine()), fail);

  const load = async () => {
    const answer = await means.load().catch(fail);
    if (!answer || state.stored) return;
    const kept = means.readKept();
    const mine = kept ? stillNew(kept.changes, answer.body) : {};
    take(answer, mine);
    if (!kept || Object.keys(mine).length === 0) return;
    put({ restoredFrom: kept.at, ...(kept.tag === answer.tag ? {} : { problem: changedElsewhere() }) });
  };
  const sendIt = async (): Promise<boolean> => {
    const { value: sent } = state;
    if (!sent || !isUnsaved(state)) return true;
    put({ isSaving: true });
    try {
      const { body, tag } = await means.send(changesIn(state), state.tag);
      // Edits made during the save stay. The rest is the service's current state.
      const since = state.value && state.value !== sent ? changesOf(sent, state.value) : {};
      take({ body, tag }, since);
      means.onSaved();
      return true;
    } catch (thrown) {
      fail(thrown);
      return false;
    } finally {
      put({ isSaving: false });
    }
  };
  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load,
    change: (changes: Partial<D>) => {
      if (!state.value) return;
      // A conflict stays a conflict after further edits.
      const isConflict = state.problem?.code === 'PRECONDITION_FAILED';
      put({ value: { ...state.value, ...changes }, problem: isConflict ? state.problem : undefined });
    },
    /** Saves the changes. Callers during a save share its result. */
    save: (): Promise<boolean> => {
      saving ??= sendIt().finally(() => {
        saving = undefined;
      });
      return saving;
    },
    /** Takes what an operation answered for what is stored, and keeps what was typed since. */
    adopt: (answer: Tagged<D>) => take(answer, changesIn(state)),
    /** Reads what is stored by now, and changes nothing here. */
    fetchStored: async () => (await means.load()).body,
    reloadWithoutChanges: () => readWith(() => ({})),
    reloadWithChanges: () => readWith(() => changesIn(state)),
    /** Forgets what was typed. */
    discard: () => put({ value: state.stored, problem: undefined, restoredFrom: undefined }),
  };
}
