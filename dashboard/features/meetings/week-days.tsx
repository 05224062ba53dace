import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { HostSchedule } from '../../../schemas/meetings/schedule.js';
import { Chip } from '../../components/chip.js';
import { Icon } from '../../components/icons.js';
import { nameOfDay } from '../../components/time/days.js';
import { clockText, type Piece, type WallTime } from '../../components/time/wall-clock.js';
import * as words from '../../words/en/meetings.js';
import { MEETINGS } from '../../words/meetings.js';
import { isOpen } from './open-meeting.js';
import { blocksOf, openOf } from './week-blocks.js';

interface Props {
  hosts: readonly HostSchedule[];
  days: readonly string[];
  zone: string;
  onBook: ((wanted: Piece) => void) | undefined;
  onMove: ((id: string, to: WallTime) => void) | undefined;
}

const MORNING = { from: 9 * 60, to: 10 * 60 };

/** A week day by day, for narrow windows: what is asked for there says its time in a form. */
export function WeekDays({ hosts, days, zone, onBook, onMove }: Props) {
  const blocks = blocksOf(hosts, days, zone).toSorted((a, b) => a.from - b.from);
  const open = openOf(hosts, days, zone);
  return (
    <div className="stack">
      {days.map((day) => {
        const hours = open.filter((piece) => piece.day === day);
        const rows = blocks.filter((block) => block.day === day);
        return (
          <section key={day} className="card" aria-label={nameOfDay(day)}>
            <header className="card-head">
              <h2>{nameOfDay(day)}</h2>
              <span className="faint numbers">
                {hours.length === 0
                  ? words.closed
                  : `${clockText(Math.min(...hours.map(({ from }) => from)))}–${clockText(Math.max(...hours.map(({ to }) => to)) % 1_440)}`}
              </span>
              {onBook && (
                <Button
                  variant="default"
                  leftSection={<Icon name="plus" size={16} />}
                  aria-label={words.bookOn(nameOfDay(day))}
                  onClick={() => onBook({ ...MORNING, ...hours[0], day })}
                >
                  {words.book}
                </Button>
              )}
            </header>
            <ul>
              {rows.map(({ key, from, kind, host, meeting }) => (
                <li key={key} className="line meeting">
                  <span className="numbers meeting-time">{clockText(from)}</span>
                  <span className="grow">
                    {meeting ? (
                      <Link to="/meetings/$id" params={{ id: meeting.id }} className="lead-name cut">
                        {meeting.attendee_name ?? meeting.title}
                      </Link>
                    ) : (
                      <span className="quiet">
                        {kind === 'hold' ? words.reserved : kind === 'busy' ? words.busy : words.away}
                      </span>
                    )}
                    <span className="faint cut">{host.host_name}</span>
                  </span>
                  {meeting && <Chip {...MEETINGS[meeting.status]} />}
                  {meeting && onMove && isOpen(meeting.status) && (
                    <Button
                      variant="default"
                      aria-label={words.reschedule2(meeting.attendee_name ?? meeting.title)}
                      onClick={() => onMove(meeting.id, { day, minutes: from })}
                    >
                      {words.reschedule}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
