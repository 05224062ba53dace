import type { Tagged } from './names.js';
import { asProblem, Problem } from './problem.js';

/** Something being edited, as it stands now. */
export interface Held<D extends object> {
  /** As it was read, or saved last. */
  stored: D | undefined;
  /** The tag of what is stored. */
  tag: string | undefined;
  value: D | undefined;
  problem: Problem | undefined;
  isSaving: boolean;
  /** When that was typed which the device had kept and which stands here again. */
  broughtBack: string | undefined;
}

/** What the device keeps while it can't be saved: what was changed, and of which state. */
export interface Kept<D extends object> {
  changes: Partial<D>;
  tag: string | undefined;
  at: string;
}

interface Means<D extends object> {
  load: () => Promise<Tagged<D>>;
  /** Sends what differs from what was read, if that is still what is stored. */
  send: (changes: Partial<D>, match: string | undefined) => Promise<Tagged<D>>;
  readKept: () => Kept<D> | undefined;
  keep: (kept: Kept<D> | undefined) => void;
  onSaved: () => void;
  onProblem: (thrown: unknown) => void;
  now: () => Date;
}

/** Returns the parts of a draft that differ from what is stored. */
export const changesOf = <D extends object>(stored: D, value: D): Partial<D> =>
  Object.fromEntries(
    Object.entries(value).filter(([key, part]) => (stored as Record<string, unknown>)[key] !== part),
  ) as Partial<D>;

const changesIn = <D extends object>({ stored, value }: Held<D>): Partial<D> =>
  stored && value ? changesOf(stored, value) : {};

/** Tells whether something that was typed is not stored. */
export const isUnsaved = <D extends object>(held: Held<D>): boolean => Object.keys(changesIn(held)).length > 0;

/** Returns what of kept changes is not stored by now. */
const stillNew = <D extends object>(changes: Partial<D>, stored: D): Partial<D> =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([key, part]) => JSON.stringify((stored as Record<string, unknown>)[key]) !== JSON.stringify(part),
    ),
  ) as Partial<D>;

const changedElsewhere = () =>
  new Problem(412, 'PRECONDITION_FAILED', 'Changed meanwhile', 'Somebody else has changed this meanwhile.');

const NOTHING = {
  ...{ stored: undefined, tag: undefined, value: undefined, problem: undefined, broughtBack: undefined },
  isSaving: false,
};

/**
 * Keeps what is edited apart from what is stored. A save names the state that was read, so that nobody's change is
 * overwritten unseen. What can't be saved is kept on the device, and stands here again when one comes back.
 */
export function createDraft<D extends object>(means: Means<D>) {
  let held: Held<D> = NOTHING;
  let saving: Promise<boolean> | undefined;
  const listeners = new Set<() => void>();
  const put = (change: Partial<Held<D>>) => {
    held = { ...held, ...change };
    if (held.stored && ('value' in change || 'stored' in change))
      means.keep(
        isUnsaved(held) ? { changes: changesIn(held), tag: held.tag, at: means.now().toISOString() } : undefined,
      );
    for (const listener of listeners) listener();
  };
  const fail = (thrown: unknown) => {
    means.onProblem(thrown);
    put({ problem: asProblem(thrown) });
  };
  /** Takes what is stored; `mine` stands over it. */
  const take = ({ body, tag }: Tagged<D>, mine: Partial<D>) =>
    put({ stored: body, tag, value: { ...body, ...mine }, problem: undefined, broughtBack: undefined });
  const readWith = (mine: () => Partial<D>) => means.load().then((answer) => take(answer, mine()), fail);

  const load = async () => {
    const answer = await means.load().catch(fail);
    if (!answer || held.stored) return;
    const kept = means.readKept();
    const mine = kept ? stillNew(kept.changes, answer.body) : {};
    take(answer, mine);
    if (!kept || Object.keys(mine).length === 0) return;
    put({ broughtBack: kept.at, ...(kept.tag === answer.tag ? {} : { problem: changedElsewhere() }) });
  };
  const sendIt = async (): Promise<boolean> => {
    const { value: sent } = held;
    if (!sent || !isUnsaved(held)) return true;
    put({ isSaving: true });
    try {
      const { body, tag } = await means.send(changesIn(held), held.tag);
      // What was typed meanwhile stays; the rest is as the service has it now.
      const since = held.value && held.value !== sent ? changesOf(sent, held.value) : {};
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
    get: () => held,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load,
    change: (changes: Partial<D>) => {
      if (!held.value) return;
      // That somebody else has changed it stays true, whatever is typed.
      const isConflict = held.problem?.code === 'PRECONDITION_FAILED';
      put({ value: { ...held.value, ...changes }, problem: isConflict ? held.problem : undefined });
    },
    /** Saves what differs; whoever asks while that goes on hears of the same save. */
    save: (): Promise<boolean> => {
      saving ??= sendIt().finally(() => {
        saving = undefined;
      });
      return saving;
    },
    /** Takes what an operation answered for what is stored, and keeps what was typed since. */
    adopt: (answer: Tagged<D>) => take(answer, changesIn(held)),
    /** Reads what is stored by now, and changes nothing here. */
    readTheirs: async () => (await means.load()).body,
    takeTheirs: () => readWith(() => ({})),
    keepMine: () => readWith(() => changesIn(held)),
    /** Forgets what was typed. */
    discard: () => put({ value: held.stored, problem: undefined, broughtBack: undefined }),
  };
}
