import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk, usePages } from '../api/ask.js';
import type { Input } from '../api/names.js';
import { asProblem } from '../api/problem.js';
import { useMay, useSession } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { Bones, Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Select } from '../parts/select.js';
import { MEETINGS, PLACES } from '../words/meetings.js';
import { BookMeeting } from './book.js';
import { byDay, clockIn, dayIn } from './days.js';
import { MeetingTabs } from './tabs.js';

type Query = Input<'listMeetings'>['query'];
interface Search {
  when?: string;
  host_id?: string;
  status?: string;
}
const WHEN = [
  { value: 'ahead', label: 'Ahead' },
  { value: 'past', label: 'Past' },
];

function Filters({ search, onChange }: { search: Search; onChange: (change: Search) => void }) {
  const hosts = useAsk('listHosts', { query: { limit: 200 } });
  return (
    <search className="filters">
      <Select
        aria-label="When"
        data={WHEN}
        value={search.when ?? 'ahead'}
        onChange={(value) => onChange({ when: value === 'past' ? 'past' : undefined })}
        className="filter"
      />
      <Select
        aria-label="Host"
        placeholder="Host"
        data={hosts.data?.hosts.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={search.host_id ?? null}
        onChange={(value) => onChange({ host_id: value ?? undefined })}
        clearable
        className="filter"
      />
      <Select
        aria-label="Status"
        placeholder="Status"
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
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const may = useMay();
  const { account } = useSession();
  const [now] = useState(() => new Date().toISOString());
  const { when, host_id, status } = search;
  const query = { include: 'lead', limit: 100, host_id, status, ...(when === 'past' ? { to: now } : { from: now }) };
  const pages = usePages('listMeetings', { query: query as Query });
  const change = (changed: Search) =>
    void navigate({ to: '/meetings', search: { ...search, ...changed } as never, replace: true });
  const rows = pages.data?.pages.flatMap(({ meetings }) => meetings);
  const names = new Map(
    pages.data?.pages.flatMap(({ included }) => included?.leads?.map(({ id, name }) => [id, name] as const) ?? []),
  );
  return (
    <Page title="Meetings" actions={may('meetings:book') && <BookMeeting />}>
      <MeetingTabs />
      <Filters search={search} onChange={change} />
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!rows && !pages.error && <Bones lines={6} />}
      {rows?.length === 0 && (
        <Empty title={when === 'past' ? 'Nothing lies behind' : 'Nothing lies ahead'}>
          <p>Agents, the widget and you book meetings with the hosts; what is booked stands here.</p>
        </Empty>
      )}
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
            More
          </Button>
        </p>
      )}
    </Page>
  );
}
