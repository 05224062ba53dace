import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { StepPosition } from './edit-steps.js';
import { idOfPosition, readPosition } from './step-positions.js';

/** Within so much of the edge the page moves along. */
const EDGE_PX = 60;
const SCROLL_PX = 12;

interface Drag {
  key: string;
  /** The drop target under the pointer. */
  over: string | undefined;
}

/** Returns the spot under a point of the window, as what is drawn there says. */
const spotAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-spot]')?.dataset.spot;

/** Moves steps by their handle, with a mouse, a pen or a finger; Escape leaves everything as it was. */
export function useStepDrag(
  spotsOf: (key: string) => readonly StepPosition[],
  onDrop: (key: string, spot: StepPosition) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  const allowed = useRef(new Set<string>());
  const isDragging = drag !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setDrag(undefined);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isDragging]);
  const handleOf = (key: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      allowed.current = new Set(spotsOf(key).map(idOfPosition));
      setDrag({ key, over: undefined });
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (!isDragging) return;
      if (clientY < EDGE_PX) scrollBy(0, -SCROLL_PX);
      if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
      const over = spotAt(clientX, clientY);
      setDrag({ key, over: over !== undefined && allowed.current.has(over) ? over : undefined });
    },
    onPointerUp: () => {
      if (drag?.over !== undefined) onDrop(key, readPosition(drag.over));
      setDrag(undefined);
    },
    onPointerCancel: () => setDrag(undefined),
  });
  return { drag, handleOf };
}
