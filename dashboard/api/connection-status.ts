import { useSyncExternalStore } from 'react';
import { asProblem } from './problem.js';

/** The state of the session, of the service's build, and of the event stream. */
interface ConnectionStatus {
  ended: boolean;
  outdated: boolean;
  cut: boolean;
}

let status: ConnectionStatus = { ended: false, outdated: false, cut: false };
const listeners = new Set<() => void>();
/** Mutations after the end of the session, which wait until the same user has signed in. */
let waiting: ((isSame: boolean) => void)[] = [];

/** Updates the state. */
export function updateConnectionStatus(change: Partial<ConnectionStatus>): void {
  status = { ...status, ...change };
  for (const listener of listeners) listener();
}

/** Records that a request was rejected because the session has ended. */
export function reportProblem(thrown: unknown): void {
  if (asProblem(thrown).code === 'NOT_SIGNED_IN') updateConnectionStatus({ ended: true });
}

/** Records that the service has a new build, because a part of the old pages is missing. */
export const markOutdated = (): void => updateConnectionStatus({ outdated: true });

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Returns whether the session ended while pages stood open, whether they are older than the service or hear nothing.
 */
export const useConnectionStatus = (): ConnectionStatus => useSyncExternalStore(listen, () => status);

/** Waits until a user has signed in again. Returns whether it is the same user. */
export function waitForSignIn(): Promise<boolean> {
  updateConnectionStatus({ ended: true });
  return new Promise((resolve) => waiting.push(resolve));
}

/** Continues the waiting mutations, or fails them if another user has signed in. */
export function resolveSignIn(isSame: boolean): void {
  const all = waiting;
  waiting = [];
  for (const goOn of all) goOn(isSame);
}
