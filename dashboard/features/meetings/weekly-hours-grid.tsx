import { VisuallyHidden } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { clockText } from '../../components/time/wall-clock.js';
import * as words from '../../words/en/meetings.js';
import { LOCALE } from '../../words/locale.js';
import { useNoScroll } from './use-week-drag.js';
import { inWords, type Note, openIn, type Span, type Stroke, type Week } from './weekly-hours.js';

const DAYS = [
  words.monday,
  words.tuesday,
  words.wednesday,
  words.thursday,
  words.friday,
  words.saturday,
  words.sunday,
] as const;
/** The time a finger rests before it paints. Until then it scrolls. */
const REST_MS = 350;
const MOST_NOTES = 2;

interface Cell {
  day: number;
  row: number;
}
interface Chosen {
  anchor: Cell;
  at: Cell;
}

const STATE_WORDS = { open: words.openLabel, partly: words.partlyOpen, closed: words.closed2 } as const;
const dateOf = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const noteText = ({ kind, day, times }: Note): string =>
  [
    day ? dateOf.format(new Date(`${day}T12:00:00Z`)) : words.weekly,
    times ? (kind === 'time_off' ? words.off(times) : times) : kind === 'time_off' ? words.off2 : words.closed2,
  ].join(' ');

function Notes({ notes }: { notes: readonly Note[] }) {
  const more = notes.slice(MOST_NOTES).map(noteText);
  return (
    <>
      {notes.slice(0, MOST_NOTES).map((note) => (
        <span key={`${note.id} ${note.day}`} className="chip" data-who={note.kind === 'time_off' ? 'off' : 'decide'}>
          {noteText(note)}
        </span>
      ))}
      {more.length > 0 && (
        <span className="faint" title={more.join('\n')}>
          {words.below(more.length)}
        </span>
      )}
    </>
  );
}

interface Props {
  week: Week;
  notes: readonly (readonly Note[])[];
  /** The minutes that rows begin at, and how long each is. */
  rows: readonly number[];
  step: number;
  onPaint: ((stroke: Stroke, open: boolean) => void) | undefined;
  onUndo: () => void;
}

/** Returns the cell that an arrow key moves to; undefined for other keys. */
function movedBy(key: string, { day, row }: Cell, lastRow: number, step: number): Cell | undefined {
  const hours = 240 / step;
  const to: Record<string, Cell> = {
    ArrowUp: { day, row: row - 1 },
    ArrowDown: { day, row: row + 1 },
    ArrowLeft: { day: day - 1, row },
    ArrowRight: { day: day + 1, row },
    PageUp: { day, row: row - hours },
    PageDown: { day, row: row + hours },
    Home: { day: 0, row },
    End: { day: 6, row },
  };
  const next = to[key];
  return next && { day: Math.min(Math.max(next.day, 0), 6), row: Math.min(Math.max(next.row, 0), lastRow) };
}

const cellAt = (element: Element | null): Cell | undefined => {
  const { day, row } = element?.closest<HTMLElement>('[data-row]')?.dataset ?? {};
  return day === undefined ? undefined : { day: Number(day), row: Number(row) };
};

/** Returns the selection and its painting: by pointer from cell to cell, by keys, or by a finger that has rested. */
function usePainting({ week, rows, step, onPaint, onUndo }: Omit<Props, 'notes'>) {
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<Cell>({ day: 0, row: Math.max(rows.indexOf(540), 0) });
  const [chosen, setChosen] = useState<Chosen>();
  const press = useRef<{ anchor: Cell; isHeld: boolean }>(undefined);
  useNoScroll(table, () => press.current?.isHeld === true);
  const strokeOf = ({ anchor, at: end }: Chosen): Stroke => ({
    firstDay: Math.min(anchor.day, end.day),
    lastDay: Math.max(anchor.day, end.day),
    from: rows[Math.min(anchor.row, end.row)] ?? 0,
    to: (rows[Math.max(anchor.row, end.row)] ?? 0) + step,
  });
  const spanOf = (row: number): Span => ({ from: rows[row] ?? 0, to: (rows[row] ?? 0) + step });
  /** A stroke does to all what it does to the cell it began at. */
  const stroke = (what: Chosen) =>
    onPaint?.(strokeOf(what), openIn(week[what.anchor.day], spanOf(what.anchor.row)) !== 'open');
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(event.key, at, rows.length - 1, step);
    if (next) {
      event.preventDefault();
      setAt(next);
      setChosen(event.shiftKey ? { anchor: chosen?.anchor ?? at, at: next } : undefined);
      table.current?.querySelector<HTMLElement>(`[data-day="${next.day}"][data-row="${next.row}"]`)?.focus();
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      stroke(chosen ?? { anchor: at, at });
    } else if (event.key === 'Escape' && chosen) setChosen(undefined);
    else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onUndo();
    }
  };
  const handlers = {
    ref: table,
    onKeyDown,
    onFocus: (event: FocusEvent) => setAt(cellAt(event.target as Element) ?? at),
    onPointerDown: (event: PointerEvent) => {
      const anchor = cellAt(event.target as Element);
      if (!anchor || event.button !== 0 || !onPaint) return;
      const drag = { anchor, isHeld: event.pointerType !== 'touch' };
      press.current = drag;
      setAt(anchor);
      const hold = () => {
        drag.isHeld = true;
        setChosen({ anchor, at: anchor });
      };
      if (drag.isHeld) hold();
      else setTimeout(() => press.current === drag && hold(), REST_MS);
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = press;
      if (!current?.isHeld) return;
      const over = cellAt(document.elementFromPoint(event.clientX, event.clientY));
      if (over && (over.day !== chosen?.at.day || over.row !== chosen.at.row))
        setChosen({ anchor: current.anchor, at: over });
    },
    onPointerUp: () => {
      const { current } = press;
      press.current = undefined;
      // A finger that only taps paints the cell.
      if (current) stroke(chosen ?? { anchor: current.anchor, at: current.anchor });
      setChosen(undefined);
    },
    onPointerCancel: () => {
      press.current = undefined;
      setChosen(undefined);
    },
    onPointerLeave: () => {
      if (press.current?.isHeld) handlers.onPointerUp();
    },
  };
  return { at, over: chosen && strokeOf(chosen), handlers, spanOf };
}

/** Describes what is chosen and what its days come to, for whom the colours say nothing. */
function sentence(week: Week, { firstDay, lastDay, from, to }: Stroke): string {
  const days = DAYS.slice(firstDay, lastDay + 1);
  const called = days.length === 1 ? days[0] : words.to3(days[0] ?? '', days.at(-1) ?? '');
  const state = openIn(week[firstDay], { from, to });
  const hours = days.map((day, at) => `${day}: ${inWords(week[firstDay + at])}.`).join(' ');
  return words.to4(called ?? '', clockText(from), clockText(to), STATE_WORDS[state], hours);
}

/** The hours of a week as cells that are painted. */
export function WeeklyHoursGrid({ notes, ...props }: Props) {
  const { week, rows, onPaint } = props;
  const { at, over, handlers, spanOf } = usePainting(props);
  const selection = over ?? { firstDay: at.day, lastDay: at.day, ...spanOf(at.row) };
  const isOver = (day: number, row: number) =>
    over && day >= over.firstDay && day <= over.lastDay && spanOf(row).from >= over.from && spanOf(row).to <= over.to;
  return (
    <div className="paint">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells that are gone through by arrows are a grid. */}
      <table role="grid" aria-label={words.weeklyHours} aria-readonly={!onPaint} {...handlers}>
        <thead>
          <tr>
            <td />
            {DAYS.map((name, day) => (
              <th key={name} scope="col">
                <span aria-hidden="true">{name.slice(0, 3)}</span>
                <VisuallyHidden>{name}</VisuallyHidden>
                <Notes notes={notes[day] ?? []} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((minutes, row) => (
            <tr key={minutes} data-hour={minutes % 60 === 0 || undefined}>
              <th scope="row" className="numbers">
                <span data-minor={minutes % 60 !== 0 || undefined}>{clockText(minutes)}</span>
              </th>
              {DAYS.map((name, day) => {
                const state = openIn(week[day], spanOf(row));
                return (
                  <td
                    key={name}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is a cell of that grid.
                    role="gridcell"
                    tabIndex={at.day === day && at.row === row ? 0 : -1}
                    aria-label={STATE_WORDS[state]}
                    aria-selected={isOver(day, row) ?? false}
                    data-state={state}
                    data-day={day}
                    data-row={row}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <VisuallyHidden role="status">{sentence(week, selection)}</VisuallyHidden>
    </div>
  );
}
