import { useSyncExternalStore } from 'react';
import { asProblem } from './problem.js';

/** How it stands with the session, with the build of the service, and with the line that tells what happens. */
interface Moment {
  ended: boolean;
  outdated: boolean;
  cut: boolean;
}

let moment: Moment = { ended: false, outdated: false, cut: false };
const listeners = new Set<() => void>();
/** Changes that were asked for after the session had ended, and wait for whoever was there. */
let waiting: ((isSame: boolean) => void)[] = [];

/** Notes how it stands. */
export function tell(change: Partial<Moment>): void {
  moment = { ...moment, ...change };
  for (const listener of listeners) listener();
}

/** Notes that a request was refused because nobody is signed in any more. */
export function noteProblem(thrown: unknown): void {
  if (asProblem(thrown).code === 'NOT_SIGNED_IN') tell({ ended: true });
}

/** Notes that a part of the pages is gone from the service: it has been built anew. */
export const noteOutdated = (): void => tell({ outdated: true });

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Tells whether the session ended while pages stood open, whether they are older than the service or hear nothing. */
export const useMoment = (): Moment => useSyncExternalStore(listen, () => moment);

/** Waits until somebody has signed in again; answers whether that is who was there before. */
export function untilArrival(): Promise<boolean> {
  tell({ ended: true });
  return new Promise((resolve) => waiting.push(resolve));
}

/** Has what waits go on, or fail where somebody else has signed in. */
export function noteArrival(isSame: boolean): void {
  const all = waiting;
  waiting = [];
  for (const goOn of all) goOn(isSame);
}
