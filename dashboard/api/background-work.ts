import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './device-storage.js';
import type { OperationName } from './operation-types.js';

/** Mutations that start background work of the service, such as a file upload. */
const STARTS_WORK = new Set<OperationName>(['undoImport', 'runBackgroundJob', 'startCampaign', 'addCampaignLeads']);
const NAME = 'las-begun';
/** Before that, what was begun may not be seen yet. */
const SOON_MS = 20_000;

const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
const listen = (listener: () => void) => {
  listeners.add(listener);
  // Another window has begun something.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
};

/** Records on this device that background work runs, so that pages without any don't poll. */
export function markWorkStarted(operation?: OperationName): void {
  if (operation !== undefined && !STARTS_WORK.has(operation)) return;
  writeStored(NAME, Date.now());
  notifyListeners();
}

/** Forgets it once all has ended. */
export function markWorkEnded(): void {
  const startedAt = readStored<number>(NAME);
  if (startedAt === undefined || Date.now() - startedAt < SOON_MS) return;
  writeStored(NAME, undefined);
  notifyListeners();
}

/** Returns whether background work that was started on this device may still be running. */
export const useHasBackgroundWork = (): boolean =>
  useSyncExternalStore(listen, () => readStored<number>(NAME) !== undefined);
