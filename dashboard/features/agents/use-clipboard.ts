import { useEffect, useRef } from 'react';
import type { CadenceStep } from '../../../schemas/cadence/cadence.js';
import { stepsIn, textOf } from './step-text.js';

/** The place of the card that has the focus; -1 where none has it. */
const placeIn = (steps: readonly CadenceStep[]): number => {
  const { activeElement } = document;
  const key = activeElement instanceof HTMLElement ? activeElement.dataset.step : undefined;
  return steps.findIndex((step) => step.key === key);
};

/** Copies the step of the card that has the focus as text, and puts steps of a text behind it. */
export function useClipboard(
  steps: readonly CadenceStep[],
  onPaste: (at: number, pasted: readonly CadenceStep[]) => void,
  readOnly: boolean,
): void {
  const now = useRef({ steps, onPaste });
  now.current = { steps, onPaste };
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const step = now.current.steps[placeIn(now.current.steps)];
      // A text selection has precedence over the step.
      if (!step || getSelection()?.isCollapsed === false) return;
      event.clipboardData?.setData('text/plain', textOf(step));
      event.preventDefault();
    };
    const paste = (event: ClipboardEvent) => {
      const at = placeIn(now.current.steps);
      const pasted = at < 0 ? [] : stepsIn(event.clipboardData?.getData('text/plain') ?? '');
      if (pasted.length === 0) return;
      now.current.onPaste(at, pasted);
      event.preventDefault();
    };
    document.addEventListener('copy', copy);
    if (!readOnly) document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('paste', paste);
    };
  }, [readOnly]);
}
