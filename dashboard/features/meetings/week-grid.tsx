import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { HostSchedule } from '../../../schemas/meetings/schedule.js';
import { nameOfDay } from '../../components/time/days.js';
import {
  clocksInOtherZone,
  clockText,
  lanesOf,
  type Piece,
  shiftWall,
  skippedTimeOn,
  type WallTime,
  wallOf,
} from '../../components/time/wall-clock.js';
import * as words from '../../words/en/meetings.js';
import { LOCALE } from '../../words/locale.js';
import { MEETINGS } from '../../words/meetings.js';
import { isOpen } from './open-meeting.js';
import { type DragPreview, useWeekDrag } from './use-week-drag.js';
import { type Block, blocksOf, hoursOf, openOf } from './week-blocks.js';
import { TimePicker } from './week-time-picker.js';

const HOUR_PX = 48;
const KEYS: Readonly<Record<string, number>> = { ArrowUp: -15, ArrowDown: 15, ArrowLeft: -1_440, ArrowRight: 1_440 };
const TAKEN = { hold: words.reserved, busy: words.busy, away: words.away } satisfies Record<
  Exclude<Block['kind'], 'meeting'>,
  string
>;
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', timeZone: 'UTC' });

interface Props {
  hosts: readonly HostSchedule[];
  days: readonly string[];
  zone: string;
  /** The second time zone. */
  also: string | undefined;
  now: string;
  /** The requested change that isn't done yet. */
  pending: DragPreview | undefined;
  onBook: ((wanted: Piece) => void) | undefined;
  onMove: ((id: string, to: WallTime) => void) | undefined;
}

const topOf = (minutes: number, first: number): number => ((minutes - first) / 60) * HOUR_PX;
const placeOf = ({ from, to }: Pick<Piece, 'from' | 'to'>, first: number) => ({
  top: topOf(from, first),
  height: Math.max(((to - from) / 60) * HOUR_PX, 16),
});
const sideOf = ({ lane, lanes }: { lane: number; lanes: number }) => ({
  left: `calc(${(100 * lane) / lanes}% + 1px)`,
  width: `calc(${100 / lanes}% - 3px)`,
});
const times = ({ from, to }: Piece): string => `${clockText(from)}–${clockText(to % 1_440)}`;

interface BlockProps {
  block: Block & { lane: number; lanes: number };
  first: number;
  several: boolean;
  mayMove: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Taken({ block, first, several, mayMove, onKeyDown }: BlockProps) {
  const style = { ...placeOf(block, first), ...sideOf(block) };
  const { meeting, host } = block;
  if (!meeting || block.kind !== 'meeting')
    return (
      <div className="week-block" data-block data-kind={block.kind} style={style}>
        <span className="cut">
          {TAKEN[block.kind as keyof typeof TAKEN]}
          {several && ` · ${host.host_name}`}
        </span>
      </div>
    );
  const { id, status, attendee_name, title } = meeting;
  return (
    <Link
      to="/meetings/$id"
      params={{ id }}
      className="week-block"
      data-block
      data-kind="meeting"
      data-who={MEETINGS[status].who}
      {...(mayMove && isOpen(status)
        ? { 'data-id': id, 'data-day': block.day, 'data-from': block.from, 'data-to': block.to }
        : {})}
      style={style}
      draggable={false}
      onKeyDown={mayMove && isOpen(status) ? onKeyDown : undefined}
    >
      <strong className="cut">
        {status === 'confirmed' && '✓ '}
        {attendee_name ?? title}
      </strong>
      <span className="cut">
        {times(block)}
        {several && ` · ${host.host_name}`}
      </span>
      <VisuallyHidden>{MEETINGS[status].label}</VisuallyHidden>
    </Link>
  );
}

interface DayProps {
  day: string;
  zone: string;
  hours: readonly number[];
  open: readonly Piece[];
  blocks: readonly Block[];
  several: boolean;
  mayMove: boolean;
  shown: DragPreview | undefined;
  here: WallTime;
  onKeyDown: (block: Block) => (event: KeyboardEvent) => void;
}

function Day({ day, zone, hours, open, blocks, several, mayMove, shown, here, onKeyDown }: DayProps) {
  const first = hours[0] ?? 0;
  const last = first + hours.length * 60;
  const gap = skippedTimeOn(day, zone);
  const drawn = blocks.filter((block) => block.day === day && block.to > first && block.from < last);
  return (
    <section className="week-day" aria-label={nameOfDay(day)}>
      {open.map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: hours have no names.
        piece.day === day ? <div key={index} className="week-open" style={placeOf(piece, first)} /> : null,
      )}
      {hours.map((minutes) => (
        <div key={minutes} className="week-line" style={{ top: topOf(minutes, first) }} />
      ))}
      {gap && gap.to > first && (
        <div className="week-gap" style={placeOf(gap, first)} title={words.skippedByTheClockChange} />
      )}
      {lanesOf(drawn).map((block) => (
        <Taken
          key={block.key}
          block={{ ...block, from: Math.max(block.from, first), to: Math.min(block.to, last) }}
          first={first}
          several={several}
          mayMove={mayMove}
          onKeyDown={onKeyDown(block)}
        />
      ))}
      {shown?.day === day && (
        <div className="week-ghost" style={placeOf(shown, first)}>
          {times(shown)}
        </div>
      )}
      {here.day === day && here.minutes >= first && here.minutes <= last && (
        <div className="week-now" style={{ top: topOf(here.minutes, first) }} />
      )}
    </section>
  );
}

const shortName = (zone: string, day = ''): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(new Date(`${day}T12:00:00Z`))
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

type ClocksProps = Pick<Props, 'days' | 'zone' | 'also'> & { hours: readonly number[] };

/** The hours at the side, with those of a second time zone. */
function Clocks({ hours, days, zone, also }: ClocksProps) {
  return (
    <>
      {also && (
        <div className="week-zones" role="note" aria-label={words.nextTo(also, zone)}>
          <span title={also}>{shortName(also, days[0])}</span>
          <span title={zone}>{shortName(zone, days[0])}</span>
        </div>
      )}
      <div className="week-clock" aria-hidden="true">
        {hours.map((minutes) => (
          <div key={minutes} style={{ height: HOUR_PX }}>
            {also && <em>{clocksInOtherZone(minutes, days, zone, also).join(' ')}</em>}
            <span>{clockText(minutes)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

/** A week of hosts on the clock of a zone: free time is dragged over to book it, meetings are dragged to move them. */
export function WeekGrid({ hosts, days, zone, also, now, pending, onBook, onMove }: Props) {
  const blocks = blocksOf(hosts, days, zone);
  const open = openOf(hosts, days, zone);
  const { first, last } = hoursOf([...open, ...blocks.filter(({ kind }) => kind === 'meeting')]);
  const { ghost, setGhost, handlers } = useWeekDrag({ days, first, last, onBook, onMove });
  const shown = pending ?? ghost;
  const here = wallOf(now, zone);
  const hours = Array.from({ length: (last - first) / 60 }, (_, n) => first + n * 60);
  /** Alt and arrows take a meeting along, Enter asks for it, Escape leaves it where it was. */
  const onKeyDown = (block: Block) => (event: KeyboardEvent) => {
    const by = event.altKey ? KEYS[event.key] : undefined;
    const id = block.meeting?.id ?? '';
    const at = ghost?.moving === id ? { day: ghost.day, minutes: ghost.from } : { day: block.day, minutes: block.from };
    if (by !== undefined) {
      event.preventDefault();
      const { day, minutes } = shiftWall(at, by);
      if (days.includes(day)) setGhost({ day, from: minutes, to: minutes + block.to - block.from, moving: id });
    } else if (ghost?.moving === id && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault();
      setGhost(undefined);
      if (event.key === 'Enter') onMove?.(id, at);
    }
  };
  return (
    <div className="week" data-also={also !== undefined || undefined}>
      {onBook && <TimePicker days={days} open={open} ghost={ghost} setGhost={setGhost} onBook={onBook} />}
      <Clocks hours={hours} days={days} zone={zone} also={also} />
      <div className="week-heads">
        {days.map((day) => (
          <h2 key={day} data-today={day === here.day || undefined}>
            {weekday.format(new Date(`${day}T12:00:00Z`))} {Number(day.slice(8))}
          </h2>
        ))}
      </div>
      <div
        className="week-days"
        style={{ height: hours.length * HOUR_PX }}
        data-dragging={ghost !== undefined || undefined}
        {...handlers}
      >
        {days.map((day) => (
          <Day
            key={day}
            day={day}
            zone={zone}
            hours={hours}
            open={open}
            blocks={blocks}
            shown={shown}
            here={here}
            onKeyDown={onKeyDown}
            several={hosts.length > 1}
            mayMove={onMove !== undefined}
          />
        ))}
      </div>
    </div>
  );
}
