import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { DAY_MINUTES, type Piece, type WallTime } from '../../components/time/wall-clock.js';

const STEP = 15;
const SHORTEST = 30;
/** The distance in pixels after which a press becomes a drag. */
const SLACK_PX = 4;

/** The time a finger rests before it drags. Until then it scrolls. */
const HOLD_MS = 350;

/** The block at the pointer: a requested time, or a dragged meeting. */
export interface DragPreview extends Piece {
  moving?: string;
}

interface Options {
  days: readonly string[];
  first: number;
  last: number;
  onBook: ((wanted: Piece) => void) | undefined;
  onMove: ((id: string, to: WallTime) => void) | undefined;
}

interface Press {
  x: number;
  y: number;
  at: WallTime;
  /** The meeting that was taken, with where in it. */
  taken: { id: string; piece: Piece } | undefined;
  /** The state of a touch: `resting`, then `held` after a long press. Absent for a mouse. */
  finger?: 'resting' | 'held';
}

const snap = (minutes: number): number => Math.round(minutes / STEP) * STEP;

/** Keeps a finger that has taken something along from scrolling the page, or from asking for a menu. */
export function useNoScroll(place: RefObject<HTMLElement | null>, isHeld: () => boolean): void {
  const isHolding = useRef(isHeld);
  isHolding.current = isHeld;
  useEffect(() => {
    const { current } = place;
    const stop = (event: Event) => {
      if (isHolding.current()) event.preventDefault();
    };
    // Browsers scroll unless a listener from the first touch prevents it.
    current?.addEventListener('touchmove', stop, { passive: false });
    current?.addEventListener('contextmenu', stop);
    return () => {
      current?.removeEventListener('touchmove', stop);
      current?.removeEventListener('contextmenu', stop);
    };
  }, [place]);
}

/**
 * Follows the pointer over a week: free time that is dragged over is wanted, a meeting that is dragged is moved. A finger
 * does so once it has rested.
 */
export function useWeekDrag({ days, first, last, onBook, onMove }: Options) {
  const [ghost, setGhost] = useState<DragPreview>();
  const press = useRef<Press>(undefined);
  const place = useRef<HTMLDivElement>(null);
  useNoScroll(place, () => press.current?.finger === 'held');
  const timeAt = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): WallTime => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const column = Math.min(Math.max(Math.floor(((clientX - left) / width) * days.length), 0), days.length - 1);
    return { day: days[column] ?? '', minutes: first + ((clientY - top) / height) * (last - first) };
  };
  const ghostAt = ({ at, taken }: Press, now: WallTime): DragPreview => {
    if (!taken) {
      const [from, to] = [Math.min(at.minutes, now.minutes), Math.max(at.minutes, now.minutes)];
      const begins = Math.max(Math.floor(from / STEP) * STEP, first);
      return { day: at.day, from: begins, to: Math.min(Math.max(snap(to), begins + SHORTEST), DAY_MINUTES) };
    }
    const { piece, id } = taken;
    const long = piece.to - piece.from;
    const from = Math.min(Math.max(snap(piece.from + now.minutes - at.minutes), 0), DAY_MINUTES - long);
    return { day: now.day, from, to: from + long, moving: id };
  };
  const take = (event: PointerEvent<HTMLElement>, taken?: Press['taken']) => {
    if (event.button !== 0 || !(taken ? onMove : onBook)) return;
    const startedPress: Press = { x: event.clientX, y: event.clientY, at: timeAt(event), taken };
    press.current = startedPress;
    if (event.pointerType !== 'touch') return;
    startedPress.finger = 'resting';
    setTimeout(() => {
      if (press.current !== startedPress) return;
      startedPress.finger = 'held';
      setGhost(ghostAt(startedPress, startedPress.at));
    }, HOLD_MS);
  };
  const letGo = () => {
    press.current = undefined;
    setGhost(undefined);
  };
  return {
    ghost,
    setGhost,
    handlers: {
      ref: place,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const block = (event.target as Element).closest<HTMLElement>('[data-block]');
        if (!block) return take(event);
        const { id, day = '', from, to } = block.dataset;
        if (id) take(event, { id, piece: { day, from: Number(from), to: Number(to) } });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const { current } = press;
        if (!current) return;
        if (!ghost && Math.hypot(event.clientX - current.x, event.clientY - current.y) < SLACK_PX) return;
        if (current.finger === 'resting') return letGo();
        if (!event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.setPointerCapture(event.pointerId);
        setGhost(ghostAt(current, timeAt(event)));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const { current } = press;
        press.current = undefined;
        if (!current || current.finger === 'resting' || (current.taken && !ghost)) return;
        const end = ghostAt(current, timeAt(event));
        // From here on the dialog draws it.
        setGhost(undefined);
        if (end.moving) onMove?.(end.moving, { day: end.day, minutes: end.from });
        else onBook?.(end);
      },
      onPointerCancel: letGo,
    },
  };
}
