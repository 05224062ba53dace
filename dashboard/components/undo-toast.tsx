import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { asProblem } from '../api/problem.js';
import * as words from '../words/en/parts.js';

interface Offer {
  id: number;
  /** The text of the action. */
  text: string;
  undo?: (() => Promise<unknown>) | undefined;
}

const LASTS_MS = 10_000;
let offer: Offer | undefined;
let count = 0;
const listeners = new Set<() => void>();

function set(next: Offer | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Says at the foot of the page what was just done, and offers to take it back for a while. */
export function offerUndo(text: string, undo?: () => Promise<unknown>): void {
  count += 1;
  set({ id: count, text, undo });
}

/** Shows the last action with an undo button. */
export function UndoToast() {
  const shown = useSyncExternalStore(listen, () => offer);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => set(undefined), LASTS_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const takeBack = async () => {
    const undo = shown?.undo;
    set(undefined);
    await undo?.().catch((thrown) => offerUndo(asProblem(thrown).message));
  };
  return (
    <div className="toasts" role="status">
      {shown && (
        <div className="toast">
          <span>{shown.text}</span>
          {shown.undo && (
            <Button variant="subtle" size="compact-sm" onClick={() => void takeBack()}>
              {words.undo}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
