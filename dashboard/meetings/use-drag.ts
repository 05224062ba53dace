import { type PointerEvent, useRef, useState } from 'react';
import { DAY_MINUTES, type Piece, type WallTime } from './wall-clock.js';

const STEP = 15;
const SHORTEST = 30;
/** How far a pointer goes before a press is a drag. */
const SLACK_PX = 4;

/** What is drawn where the pointer is: a time that is wanted, or a meeting on its way. */
export interface Ghost extends Piece {
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
}

const snap = (minutes: number): number => Math.round(minutes / STEP) * STEP;

/** Follows the pointer over a week: free time that is dragged over is wanted, a meeting that is dragged is moved. */
export function useDrag({ days, first, last, onBook, onMove }: Options) {
  const [ghost, setGhost] = useState<Ghost>();
  const press = useRef<Press>(undefined);
  const timeAt = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): WallTime => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const column = Math.min(Math.max(Math.floor(((clientX - left) / width) * days.length), 0), days.length - 1);
    return { day: days[column] ?? '', minutes: first + ((clientY - top) / height) * (last - first) };
  };
  const ghostAt = ({ at, taken }: Press, now: WallTime): Ghost => {
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
    if (event.button !== 0 || event.pointerType === 'touch' || !(taken ? onMove : onBook)) return;
    press.current = { x: event.clientX, y: event.clientY, at: timeAt(event), taken };
  };
  return {
    ghost,
    setGhost,
    handlers: {
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
        if (!event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.setPointerCapture(event.pointerId);
        setGhost(ghostAt(current, timeAt(event)));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const { current } = press;
        press.current = undefined;
        if (!current || (current.taken && !ghost)) return;
        const end = ghostAt(current, timeAt(event));
        // From here on it is drawn by whoever asks for it.
        setGhost(undefined);
        if (end.moving) onMove?.(end.moving, { day: end.day, minutes: end.from });
        else onBook?.(end);
      },
      onPointerCancel: () => {
        press.current = undefined;
        setGhost(undefined);
      },
    },
  };
}
