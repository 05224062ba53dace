import { useSyncExternalStore } from 'react';
import { keep, readKept } from './device.js';
import type { OperationName } from './names.js';

/** What begins something that the service carries on by itself for a while, as the upload of a file does. */
const BEGINS = new Set<OperationName>(['undoImport', 'runBackgroundJob', 'startCampaign', 'addCampaignLeads']);
const NAME = 'las-begun';
/** Before that, what was begun may not be seen yet. */
const SOON_MS = 20_000;

const listeners = new Set<() => void>();
const tell = () => {
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

/** Remembers on this device that something goes on, so that nothing is asked about where nothing does. */
export function noteBegun(operation?: OperationName): void {
  if (operation !== undefined && !BEGINS.has(operation)) return;
  keep(NAME, Date.now());
  tell();
}

/** Forgets it once all has ended. */
export function noteEnded(): void {
  const begun = readKept<number>(NAME);
  if (begun === undefined || Date.now() - begun < SOON_MS) return;
  keep(NAME, undefined);
  tell();
}

/** Tells whether something that was begun on this device may still go on. */
export const useBegun = (): boolean => useSyncExternalStore(listen, () => readKept<number>(NAME) !== undefined);
