import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Input } from '../../api/operation-types.js';
import { asProblem } from '../../api/problem.js';
import { usePermission, useSession } from '../../api/session.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Empty, Page, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import { byDay, clockIn, dayIn } from '../../components/time/days.js';
import * as words from '../../words/en/meetings.js';
import { MEETINGS, PLACES } from '../../words/meetings.js';
import { BookMeeting } from './book-meeting.js';
import type { MeetingSearch } from './meeting-search.js';
import { MeetingTabs } from './meeting-tabs.js';

type Query = Input<'listMeetings'>['query'];
const WHEN = [
  { value: 'ahead', label: words.upcoming },
  { value: 'past', label: words.past },
];

function Filters({ search, onChange }: { search: MeetingSearch; onChange: (change: MeetingSearch) => void }) {
  const hosts = useApiQuery('listHosts', { query: { limit: 200 } });
  return (
    <search className="filters">
      <Select
        aria-label={words.when}
        data={WHEN}
        value={search.when ?? 'ahead'}
        onChange={(value) => onChange({ when: value === 'past' ? 'past' : undefined })}
        className="filter"
      />
      <Select
        aria-label={words.host}
        placeholder={words.host}
        data={hosts.data?.hosts.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={search.host_id ?? null}
        onChange={(value) => onChange({ host_id: value ?? undefined })}
        clearable
        className="filter"
      />
      <Select
        aria-label={words.statusLabel}
        placeholder={words.statusLabel}
        data={Object.entries(MEETINGS).map(([value, { label }]) => ({ value, label }))}
        value={search.status ?? null}
        onChange={(value) => onChange({ status: value ?? undefined })}
        clearable
        className="filter"
      />
    </search>
  );
}

/** The meetings of all hosts, day by day on the account's clock. */
export function MeetingsPage() {
  const search = useSearch({ from: '/shell/meetings' });
  const navigate = useNavigate();
  const may = usePermission();
  const { account } = useSession();
  const [now] = useState(() => new Date().toISOString());
  const { when, host_id, status } = search;
  const query = { include: 'lead', limit: 100, host_id, status, ...(when === 'past' ? { to: now } : { from: now }) };
  const pages = useApiList('listMeetings', { query: query as Query });
  const change = (changed: MeetingSearch) =>
    void navigate({ to: '/meetings', search: { ...search, ...changed }, replace: true });
  const rows = pages.data?.pages.flatMap(({ meetings }) => meetings);
  const names = new Map(
    pages.data?.pages.flatMap(({ included }) => included?.leads?.map(({ id, name }) => [id, name] as const) ?? []),
  );
  return (
    <Page title={words.meetings} create={may('meetings:book') && <BookMeeting />}>
      <MeetingTabs />
      <Filters search={search} onChange={change} />
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!rows && !pages.error && <Skeleton lines={6} />}
      {rows?.length === 0 && (
        <Empty
          title={when === 'past' ? words.noPastMeetings : words.noUpcomingMeetings}
          first={when !== 'past' && !host_id && !status}
        >
          <p>{words.meetingsBookedByAgentsTheChat}</p>
        </Empty>
      )}
      {rows && rows.length > 0 && <p className="faint">{words.timesAreIn(account.timezone.replaceAll('_', ' '))}</p>}
      <div className="stack">
        {byDay(rows ?? [], account.timezone, when === 'past').map(([day, meetings]) => (
          <section key={day} className="card" aria-label={day}>
            <header className="card-head">
              <h2>{dayIn(meetings[0]?.starts_at ?? '', account.timezone)}</h2>
            </header>
            <ul>
              {meetings.map((meeting) => (
                <li key={meeting.id} className="line meeting">
                  <time dateTime={meeting.starts_at} className="numbers meeting-time">
                    {clockIn(meeting.starts_at, account.timezone)}
                  </time>
                  <span className="grow">
                    <Link to="/meetings/$id" params={{ id: meeting.id }} className="lead-name cut">
                      {names.get(meeting.lead_id) ?? meeting.attendee_name ?? meeting.title}
                    </Link>
                    <span className="faint cut">
                      {[meeting.meeting_type, PLACES[meeting.location_type], meeting.host_name]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <Chip {...MEETINGS[meeting.status]} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {pages.hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {words.showMore}
          </Button>
        </p>
      )}
    </Page>
  );
}
