import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { HostSchedule } from '../../../schemas/meetings/schedule.js';
import { usePermission, useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { useIsManager } from '../../api/use-is-manager.js';
import { Empty, Page } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Select } from '../../components/select.js';
import { dayKeyIn, nameOfDay, shiftDay } from '../../components/time/days.js';
import { momentOf, type Piece, type WallTime, weekOf } from '../../components/time/wall-clock.js';
import * as words from '../../words/en/meetings.js';
import { BookMeeting } from './book-meeting.js';
import type { WeekSearch } from './meeting-search.js';
import { MeetingTabs } from './meeting-tabs.js';
import { isZone, zonesOf } from './time-zones.js';
import { WeekDays } from './week-days.js';
import { BookAt, MoveTo } from './week-dialogs.js';
import { WeekGrid } from './week-grid.js';

const EVERY_MS = 60_000;
/** The maximum number of listed items. Typing finds the others. */
const MOST_ZONES = 60;

interface FiltersProps {
  search: WeekSearch;
  days: readonly string[];
  zone: string;
  onChange: (change: WeekSearch) => void;
}

function Filters({ search, days, zone, onChange }: FiltersProps) {
  const { account } = useSession();
  const known = useApiQuery('listHosts', { query: { limit: 200 } });
  const [monday = '', sunday = ''] = [days[0], days.at(-1)];
  return (
    <search className="filters week-filters">
      <div className="row">
        <Button
          variant="default"
          aria-label={words.previousWeek}
          onClick={() => onChange({ week: shiftDay(monday, -7) })}
        >
          ‹
        </Button>
        <Button variant="default" onClick={() => onChange({ week: undefined })}>
          {words.today}
        </Button>
        <Button variant="default" aria-label={words.nextWeek} onClick={() => onChange({ week: shiftDay(monday, 7) })}>
          ›
        </Button>
      </div>
      <strong className="grow">
        {nameOfDay(monday)} – {nameOfDay(sunday)}
      </strong>
      <Select
        aria-label={words.host}
        placeholder={words.allHosts2}
        data={known.data?.hosts.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={search.host ?? null}
        onChange={(id) => onChange({ host: id ?? undefined })}
        clearable
        className="filter"
      />
      <Select
        aria-label={words.timeZone}
        data={zonesOf(account.timezone, known.data?.hosts ?? [])}
        value={zone}
        onChange={(value) => onChange({ zone: value && value !== account.timezone ? value : undefined })}
        searchable
        limit={MOST_ZONES}
        className="zone"
      />
      <Select
        aria-label={words.secondTimeZone}
        placeholder={words.noSecondTimeZone}
        data={zonesOf(account.timezone, known.data?.hosts ?? [])}
        value={search.also ?? null}
        onChange={(value) => onChange({ also: value ?? undefined })}
        clearable
        searchable
        limit={MOST_ZONES}
        className="zone"
      />
    </search>
  );
}

/** The requested change of the week, before its lead or reason is known. */
type Wanted = { book: Piece } | { move: string; to: WallTime };

interface AskedProps {
  wanted: Wanted;
  hosts: readonly HostSchedule[];
  zone: string;
  onClose: () => void;
}

function Dialog({ wanted, hosts, zone, onClose }: AskedProps) {
  if ('book' in wanted) {
    const starts_at = momentOf({ day: wanted.book.day, minutes: wanted.book.from }, zone);
    const isOpen = ({ open }: HostSchedule) =>
      open.some((span) => span.starts_at <= starts_at && starts_at < span.ends_at);
    const hostId = (hosts.find(isOpen) ?? hosts[0])?.host_id;
    return <BookAt starts_at={starts_at} hosts={hosts} hostId={hostId} zone={zone} onClose={onClose} />;
  }
  const { host, meeting } = meetingIn(hosts, wanted.move);
  if (!host || !meeting) return null;
  const name = meeting.attendee_name ?? meeting.title;
  return (
    <MoveTo
      id={meeting.id}
      name={name}
      host={host}
      zone={zone}
      onClose={onClose}
      starts_at={momentOf(wanted.to, zone)}
    />
  );
}

function meetingIn(hosts: readonly HostSchedule[], id: string) {
  const host = hosts.find(({ meetings }) => meetings.some((meeting) => meeting.id === id));
  return { host, meeting: host?.meetings.find((meeting) => meeting.id === id) };
}

/** Returns where the week shows the requested change. */
function pendingOf(wanted: Wanted | undefined, hosts: readonly HostSchedule[]): Piece | undefined {
  if (!wanted || 'book' in wanted) return wanted?.book;
  const { meeting } = meetingIn(hosts, wanted.move);
  if (!meeting) return undefined;
  const long = (Date.parse(meeting.ends_at) - Date.parse(meeting.starts_at)) / 60_000;
  return { day: wanted.to.day, from: wanted.to.minutes, to: wanted.to.minutes + long };
}

/** The week of all hosts, or of one: hours, meetings, and what else takes time. */
export function WeekPage() {
  const search = useSearch({ from: '/shell/meetings/week' });
  const navigate = useNavigate();
  const may = usePermission();
  const manages = useIsManager();
  const { account } = useSession();
  const isNarrow = useMediaQuery('(max-width: 760px)', undefined, { getInitialValueInEffect: false });
  const [wanted, setWanted] = useState<Wanted>();
  const zone = isZone(search.zone) ? search.zone : account.timezone;
  const also = isZone(search.also) && search.also !== zone ? search.also : undefined;
  const now = new Date().toISOString();
  const days = weekOf(search.week ?? dayKeyIn(now, zone));
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '', timezone: zone };
  const scheduleQuery = useApiQuery(
    'getSchedule',
    { query: { ...range, limit: 50, ...(search.host ? { host_ids: search.host } : {}) } },
    { everyMs: EVERY_MS },
  );
  const change = (changed: WeekSearch) =>
    void navigate({ to: '/meetings/week', search: { ...search, ...changed }, replace: true });
  const hosts = scheduleQuery.data?.hosts ?? [];
  const asking = {
    onBook: may('meetings:book') ? (book: Piece) => setWanted({ book }) : undefined,
    onMove: may('meetings:write') ? (move: string, to: WallTime) => setWanted({ move, to }) : undefined,
  };
  return (
    <Page title={words.week} wide actions={may('meetings:book') && <BookMeeting />}>
      <MeetingTabs />
      <Filters search={search} days={days} zone={zone} onChange={change} />
      <QueryBoundary query={scheduleQuery} lines={12}>
        {() =>
          hosts.length === 0 ? (
            <Empty title={words.addYourFirstHost}>
              <p>{words.theHoursMeetingsAndBusyTimes}</p>
              {manages && <Link to="/meetings/hosts">{words.addHost}</Link>}
            </Empty>
          ) : isNarrow ? (
            <WeekDays hosts={hosts} days={days} zone={zone} {...asking} />
          ) : (
            <WeekGrid
              hosts={hosts}
              days={days}
              zone={zone}
              also={also}
              now={now}
              pending={pendingOf(wanted, hosts)}
              {...asking}
            />
          )
        }
      </QueryBoundary>
      {wanted && <Dialog wanted={wanted} hosts={hosts} zone={zone} onClose={() => setWanted(undefined)} />}
    </Page>
  );
}
