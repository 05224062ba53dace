import { Button, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../api/ask.js';
import { useMay, useSession } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Empty, Page } from '../parts/page.js';
import { BookMeeting } from './book.js';
import { dayKeyIn, shiftDay } from './days.js';
import { MeetingTabs } from './tabs.js';
import { momentOf, type Piece, type WallTime, weekOf } from './wall-clock.js';
import { WeekDays } from './week-days.js';
import { BookAt, MoveTo } from './week-dialogs.js';
import { nameOfDay, WeekGrid } from './week-grid.js';

interface Search {
  week?: string;
  host?: string;
  zone?: string;
}
const EVERY_MS = 60_000;
const MINE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

/** The zones whose clocks are asked for, each once, with whose they are. */
function zonesOf(account: string, host: { name: string; timezone: string } | undefined) {
  const whose = new Map<string, string[]>();
  const add = (zone: string, who: string) => whose.set(zone, [...(whose.get(zone) ?? []), who]);
  add(account, 'account');
  if (host) add(host.timezone, host.name);
  add(MINE, 'mine');
  return [...whose].map(([value, who]) => ({ value, label: `${value.replaceAll('_', ' ')} (${who.join(', ')})` }));
}

type Wanted = { book: Piece } | { move: string; to: WallTime };

/** The week of all hosts, or of one: hours, meetings, and what else takes time. */
export function WeekPage() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const may = useMay();
  const { account } = useSession();
  const isNarrow = useMediaQuery('(max-width: 760px)', undefined, { getInitialValueInEffect: false });
  const [wanted, setWanted] = useState<Wanted>();
  const known = useAsk('listHosts', { query: { limit: 200 } });
  const host = known.data?.hosts.find(({ id }) => id === search.host);
  const zone = search.zone ?? account.timezone;
  const now = new Date().toISOString();
  const today = dayKeyIn(now, zone);
  const days = weekOf(isDay(search.week) ? search.week : today);
  const [monday = '', sunday = ''] = [days[0], days[6]];
  const asked = useAsk(
    'getSchedule',
    {
      query: { from: monday, to: sunday, timezone: zone, limit: 50, ...(search.host ? { host_ids: search.host } : {}) },
    },
    { everyMs: EVERY_MS },
  );
  const change = (changed: Search) =>
    void navigate({ to: '/meetings/week', search: { ...search, ...changed } as never, replace: true });
  const hosts = asked.data?.hosts ?? [];
  const close = () => setWanted(undefined);
  const booked = wanted && 'book' in wanted ? wanted.book : undefined;
  const starts_at = booked && momentOf({ day: booked.day, minutes: booked.from }, zone);
  const free = hosts.find(
    ({ open }) => starts_at && open.some((span) => span.starts_at <= starts_at && starts_at < span.ends_at),
  );
  const moved = wanted && 'move' in wanted ? wanted : undefined;
  const of = moved && hosts.find(({ meetings }) => meetings.some(({ id }) => id === moved.move));
  const meeting = of?.meetings.find(({ id }) => id === moved?.move);
  const long = meeting ? (Date.parse(meeting.ends_at) - Date.parse(meeting.starts_at)) / 60_000 : 0;
  return (
    <Page title="Week" wide actions={may('meetings:book') && <BookMeeting />}>
      <MeetingTabs />
      <search className="filters week-filters">
        <div className="row">
          <Button variant="default" aria-label="The week before" onClick={() => change({ week: shiftDay(monday, -7) })}>
            ‹
          </Button>
          <Button variant="default" onClick={() => change({ week: undefined })}>
            Today
          </Button>
          <Button variant="default" aria-label="The week after" onClick={() => change({ week: shiftDay(monday, 7) })}>
            ›
          </Button>
        </div>
        <strong className="grow">
          {nameOfDay(monday)} – {nameOfDay(sunday)}
        </strong>
        <Select
          aria-label="Host"
          placeholder="All hosts"
          data={known.data?.hosts.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={search.host ?? null}
          onChange={(id) => change({ host: id ?? undefined })}
          clearable
          className="filter"
        />
        <Select
          aria-label="On the clock of"
          data={zonesOf(account.timezone, host)}
          value={zone}
          onChange={(value) => change({ zone: value && value !== account.timezone ? value : undefined })}
          allowDeselect={false}
          className="zone"
        />
      </search>
      <Asked asked={asked} lines={12}>
        {() =>
          hosts.length === 0 ? (
            <Empty title="Nobody can be met yet">
              <p>Add a host: its hours, meetings and whatever else takes its time stand here.</p>
            </Empty>
          ) : isNarrow ? (
            <WeekDays hosts={hosts} days={days} zone={zone} />
          ) : (
            <WeekGrid
              hosts={hosts}
              days={days}
              zone={zone}
              now={now}
              pending={booked ?? (moved && { day: moved.to.day, from: moved.to.minutes, to: moved.to.minutes + long })}
              onBook={may('meetings:book') ? (book) => setWanted({ book }) : undefined}
              onMove={may('meetings:write') ? (move, to) => setWanted({ move, to }) : undefined}
            />
          )
        }
      </Asked>
      {starts_at && (
        <BookAt starts_at={starts_at} hosts={hosts} hostId={(free ?? hosts[0])?.host_id} zone={zone} onClose={close} />
      )}
      {moved && of && meeting && (
        <MoveTo
          id={meeting.id}
          name={meeting.attendee_name ?? meeting.title}
          host={of}
          starts_at={momentOf(moved.to, zone)}
          zone={zone}
          onClose={close}
        />
      )}
    </Page>
  );
}
