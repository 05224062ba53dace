import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { AvailabilityBlock } from '../../../schemas/meetings/availability-blocks.js';
import type { Host } from '../../../schemas/meetings/hosts.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ProblemNote } from '../../components/problem-note.js';
import { dayKeyIn } from '../../components/time/days.js';
import { DAY_MINUTES } from '../../components/time/wall-clock.js';
import * as words from '../../words/en/meetings.js';
import {
  applyStroke,
  cellsOf,
  changesTo,
  DEFAULT_WEEK,
  isSameWeek,
  isWeekly,
  merged,
  notesOf,
  type Week,
  weekOfBlocks,
} from './weekly-hours.js';
import { WeeklyHoursGrid } from './weekly-hours-grid.js';

const [MORNING, EVENING] = [360, 1_320];
const STEPS = [
  { value: '30', label: words.halfHours },
  { value: '15', label: words.quarterHours },
];

interface Props {
  host: Host;
  blocks: readonly AvailabilityBlock[];
  mayChange: boolean;
}

/** The unsaved painted hours, one entry per stroke for undo. */
function usePainted({ host, blocks }: Omit<Props, 'mayChange'>) {
  const own = blocks.filter((block) => isWeekly(block, host.timezone));
  /** Hours of other kinds take the place of the usual ones, too. */
  const isSet = blocks.some(({ kind }) => kind !== 'time_off');
  const stored = isSet ? weekOfBlocks(own) : DEFAULT_WEEK;
  const [strokes, setStrokes] = useState<readonly Week[]>([]);
  /** The stored hours at the first stroke. A host without own hours gets every painted day. */
  const [base, setBase] = useState<Week>();
  const mine = strokes.at(-1);
  const week = mine && base ? merged(base, mine, stored) : (mine ?? stored);
  const create = useApiMutation('createAvailabilityBlock');
  const update = useApiMutation('updateAvailabilityBlock');
  const remove = useApiMutation('deleteAvailabilityBlock');
  const changes = changesTo(own, week);
  return {
    week,
    isChanged: !isSameWeek(week, stored),
    canUndo: strokes.length > 0,
    /** Without any block the usual hours would be offered again, and not none. */
    wouldBeUsual:
      week.every((spans) => spans.length === 0) &&
      blocks.every(({ kind, id }) => kind === 'time_off' || changes.remove.includes(id)),
    isPending: create.isPending || update.isPending || remove.isPending,
    problem: create.problem ?? update.problem ?? remove.problem,
    add: (next: Week) => {
      if (strokes.length === 0) setBase(isSet ? stored : undefined);
      if (!isSameWeek(next, week)) setStrokes([...strokes, next]);
    },
    undo: () => setStrokes(strokes.slice(0, -1)),
    discard: () => setStrokes([]),
    /**
     * Adds before it deletes, so that in between there may be more hours but never none. Failed requests are sent
     * again.
     */
    save: async () => {
      for (const hours of changes.create)
        await create.mutateAsync({
          params: { id: host.id },
          body: { kind: 'weekly', timezone: host.timezone, ...hours },
        });
      for (const { id, hours } of changes.update) await update.mutateAsync({ params: { id }, body: hours });
      for (const id of changes.remove) await remove.mutateAsync({ params: { id } });
      setStrokes([]);
    },
  };
}

/** The hours of each week, to be painted; what is painted counts once it is saved. */
export function WeeklyHoursEditor({ host, blocks, mayChange }: Props) {
  const [step, setStep] = useState('30');
  const [night, setNight] = useState(false);
  const painted = usePainted({ host, blocks });
  const { week, isPending, problem } = painted;
  const all = week.flat();
  const size = Number(step);
  const first = night ? 0 : Math.floor(Math.min(MORNING, ...all.map(({ from }) => from)) / 60) * 60;
  const last = night ? DAY_MINUTES : Math.ceil(Math.max(EVENING, ...all.map(({ to }) => to)) / 60) * 60;
  return (
    <div className="card-body stack">
      {mayChange && (
        <div className="row paint-bar">
          <SegmentedControl size="xs" aria-label={words.cellSize} data={STEPS} value={step} onChange={setStep} />
          <Button size="compact-sm" variant="default" aria-pressed={night} onClick={() => setNight(!night)}>
            {words.showNights}
          </Button>
          <span className="grow" />
          <Button size="compact-sm" variant="default" disabled={!painted.canUndo} onClick={painted.undo}>
            {words.undo}
          </Button>
          <Button size="compact-sm" variant="default" disabled={!painted.canUndo} onClick={painted.discard}>
            {words.discard}
          </Button>
          <Button
            size="compact-sm"
            disabled={!painted.isChanged || painted.wouldBeUsual}
            loading={isPending}
            onClick={() => void painted.save().catch(() => undefined)}
          >
            {words.saveHours}
          </Button>
        </div>
      )}
      {painted.isChanged && painted.wouldBeUsual && (
        <p className="note-strip" role="status">
          {words.aHostWithoutHoursIsOffered}
        </p>
      )}
      {problem && <ProblemNote problem={problem} />}
      <WeeklyHoursGrid
        key={`${step} ${first} ${last}`}
        week={week}
        notes={notesOf(blocks, dayKeyIn(new Date(), host.timezone))}
        rows={cellsOf(first, last, size)}
        step={size}
        onPaint={mayChange && !isPending ? (stroke, open) => painted.add(applyStroke(week, stroke, open)) : undefined}
        onUndo={painted.undo}
      />
      <p className="faint">
        {mayChange && words.dragOverCellsOrUseThe}
        {words.timesAreInWithDaylightSaving(host.timezone.replaceAll('_', ' '))}
      </p>
    </div>
  );
}
