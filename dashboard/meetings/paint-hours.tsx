import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { AvailabilityBlock } from '../../schemas/meetings/availability-blocks.js';
import type { Host } from '../../schemas/meetings/hosts.js';
import { useAct } from '../api/act.js';
import { ProblemNote } from '../parts/problem-note.js';
import { dayKeyIn } from './days.js';
import { PaintWeek } from './paint-week.js';
import {
  cellsOf,
  changesTo,
  isPainted,
  isSameWeek,
  merged,
  notesOf,
  paint,
  USUAL,
  type Week,
  weekOfBlocks,
} from './painted.js';
import { DAY_MINUTES } from './wall-clock.js';

const [MORNING, EVENING] = [360, 1_320];
const STEPS = [
  { value: '30', label: 'Half-hours' },
  { value: '15', label: 'Quarter-hours' },
];

interface Props {
  host: Host;
  blocks: readonly AvailabilityBlock[];
  mayChange: boolean;
}

/** What was painted and is not saved yet: each stroke by itself, so that it can be taken back. */
function usePainted({ host, blocks }: Omit<Props, 'mayChange'>) {
  const own = blocks.filter((block) => isPainted(block, host.timezone));
  /** Hours of other kinds take the place of the usual ones, too. */
  const isSet = blocks.some(({ kind }) => kind !== 'time_off');
  const stored = isSet ? weekOfBlocks(own) : USUAL;
  const [strokes, setStrokes] = useState<readonly Week[]>([]);
  /** What was stored when the first stroke was made; a host without hours of its own gets every day as it is painted. */
  const [base, setBase] = useState<Week>();
  const mine = strokes.at(-1);
  const week = mine && base ? merged(base, mine, stored) : (mine ?? stored);
  const create = useAct('createAvailabilityBlock');
  const update = useAct('updateAvailabilityBlock');
  const remove = useAct('deleteAvailabilityBlock');
  const changes = changesTo(own, week);
  return {
    week,
    isChanged: !isSameWeek(week, stored),
    canUndo: strokes.length > 0,
    /** Without any block the usual hours would be offered again, and not none. */
    wouldBeUsual:
      week.every((spans) => spans.length === 0) &&
      blocks.every(({ kind, id }) => kind === 'time_off' || changes.remove.includes(id)),
    busy: create.busy || update.busy || remove.busy,
    problem: create.problem ?? update.problem ?? remove.problem,
    add: (next: Week) => {
      if (strokes.length === 0) setBase(isSet ? stored : undefined);
      if (!isSameWeek(next, week)) setStrokes([...strokes, next]);
    },
    undo: () => setStrokes(strokes.slice(0, -1)),
    discard: () => setStrokes([]),
    /** Adds before it takes away: meanwhile there may be more hours, and never none. What failed is asked for again. */
    save: async () => {
      for (const hours of changes.create)
        await create.do({ params: { id: host.id }, body: { kind: 'weekly', timezone: host.timezone, ...hours } });
      for (const { id, hours } of changes.update) await update.do({ params: { id }, body: hours });
      for (const id of changes.remove) await remove.do({ params: { id } });
      setStrokes([]);
    },
  };
}

/** The hours of each week, to be painted; what is painted counts once it is saved. */
export function PaintHours({ host, blocks, mayChange }: Props) {
  const [step, setStep] = useState('30');
  const [night, setNight] = useState(false);
  const painted = usePainted({ host, blocks });
  const { week, busy, problem } = painted;
  const all = week.flat();
  const size = Number(step);
  const first = night ? 0 : Math.floor(Math.min(MORNING, ...all.map(({ from }) => from)) / 60) * 60;
  const last = night ? DAY_MINUTES : Math.ceil(Math.max(EVENING, ...all.map(({ to }) => to)) / 60) * 60;
  return (
    <div className="card-body stack">
      {mayChange && (
        <div className="row paint-bar">
          <SegmentedControl size="xs" aria-label="Cells are" data={STEPS} value={step} onChange={setStep} />
          <Button size="compact-sm" variant="default" aria-pressed={night} onClick={() => setNight(!night)}>
            Night, too
          </Button>
          <span className="grow" />
          <Button size="compact-sm" variant="default" disabled={!painted.canUndo} onClick={painted.undo}>
            Undo
          </Button>
          <Button size="compact-sm" variant="default" disabled={!painted.canUndo} onClick={painted.discard}>
            Discard
          </Button>
          <Button
            size="compact-sm"
            disabled={!painted.isChanged || painted.wouldBeUsual}
            loading={busy}
            onClick={() => void painted.save().catch(() => undefined)}
          >
            Save hours
          </Button>
        </div>
      )}
      {painted.isChanged && painted.wouldBeUsual && (
        <p className="note-strip" role="status">
          Without any hours the usual ones are offered: Monday to Friday, 09:00 to 17:00. To be booked no more, press
          Take no bookings.
        </p>
      )}
      {problem && <ProblemNote problem={problem} />}
      <PaintWeek
        key={`${step} ${first} ${last}`}
        week={week}
        notes={notesOf(blocks, dayKeyIn(new Date(), host.timezone))}
        rows={cellsOf(first, last, size)}
        step={size}
        onPaint={mayChange && !busy ? (stroke, open) => painted.add(paint(week, stroke, open)) : undefined}
        onUndo={painted.undo}
      />
      <p className="faint">
        {mayChange && 'Drag over cells, or go by arrows, extend with Shift, and paint with Space. '}
        Times are those of the clock in {host.timezone.replaceAll('_', ' ')}, in summer and winter alike.
      </p>
    </div>
  );
}
