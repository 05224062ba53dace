import { ActionIcon, VisuallyHidden } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { Icon } from '../../components/icons.js';
import { nameOfDay } from '../../components/time/days.js';
import { clockText, DAY_MINUTES, type Piece, shiftWall } from '../../components/time/wall-clock.js';
import * as words from '../../words/en/meetings.js';
import type { DragPreview } from './use-week-drag.js';

const STEP = 15;
const USUAL = 60;
const SHORTEST = 30;
const BY: Readonly<Record<string, number>> = {
  ArrowUp: -STEP,
  ArrowDown: STEP,
  ArrowLeft: -DAY_MINUTES,
  ArrowRight: DAY_MINUTES,
};

/** Moves a time by a key, or makes it longer or shorter; what would leave the week stays. */
export function movedByKey(picked: Piece, key: string, isLonger: boolean, days: readonly string[]): Piece {
  const by = BY[key] ?? 0;
  if (isLonger) {
    const to = Math.abs(by) === STEP ? picked.to + by : picked.to;
    return { ...picked, to: Math.min(Math.max(to, picked.from + SHORTEST), DAY_MINUTES) };
  }
  const { day, minutes } = shiftWall({ day: picked.day, minutes: picked.from }, by);
  const to = minutes + picked.to - picked.from;
  return days.includes(day) && to <= DAY_MINUTES ? { day, from: minutes, to } : picked;
}

interface Props {
  days: readonly string[];
  /** The time when any of the hosts can be met. */
  open: readonly Piece[];
  ghost: DragPreview | undefined;
  setGhost: (ghost: DragPreview | undefined) => void;
  onBook: (wanted: Piece) => void;
}

/** A button that begins to choose a time without a pointer: arrows take it along, Enter asks for it. */
export function TimePicker({ days, open, ghost, setGhost, onBook }: Props) {
  const picked = ghost?.moving === undefined ? ghost : undefined;
  const begin = () => {
    const first = open[0] ?? { day: days[0] ?? '', from: 9 * 60 };
    setGhost({ day: first.day, from: first.from, to: first.from + USUAL });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    if (picked && key === 'Escape') setGhost(undefined);
    else if (picked && key === 'Enter') {
      setGhost(undefined);
      onBook(picked);
    } else if (!(key in BY)) return;
    else if (picked) setGhost(movedByKey(picked, key, shiftKey, days));
    else begin();
    event.preventDefault();
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        className="week-pick"
        aria-label={words.selectATimeWithTheKeyboard}
        title={words.selectATimeWithTheKeyboard2}
        aria-describedby="week-picked"
        onClick={begin}
        onKeyDown={onKeyDown}
        onBlur={() => picked && setGhost(undefined)}
      >
        <Icon name="plus" size={16} />
      </ActionIcon>
      <VisuallyHidden id="week-picked" role="status">
        {picked
          ? words.to6(nameOfDay(picked.day), clockText(picked.from), clockText(picked.to % DAY_MINUTES))
          : words.arrowKeysMoveTheTimeShift}
      </VisuallyHidden>
    </>
  );
}
