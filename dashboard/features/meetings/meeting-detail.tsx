import { Link, useParams } from '@tanstack/react-router';
import type { MeetingDetails } from '../../../schemas/meetings/meetings.js';
import { usePermission, useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Page } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { TemporalLink } from '../../components/temporal-link.js';
import { clockIn, dayIn } from '../../components/time/days.js';
import { capitalize } from '../../words/capitalize.js';
import * as words from '../../words/en/meetings.js';
import { MEETINGS, PLACES } from '../../words/meetings.js';
import { AttendeeAnswers } from './attendee-answers.js';
import { MeetingActions } from './meeting-actions.js';
import { MeetingInvitation } from './meeting-invitation.js';
import { MeetingNotes } from './meeting-notes.js';
import { MeetingTabs } from './meeting-tabs.js';

const SYNCS: Record<MeetingDetails['sync_status'], string> = {
  not_connected: words.noCalendarIsConnected,
  pending: words.syncing,
  synced: words.inTheHostsCalendar,
  failed: words.syncFailed,
  deleted_remotely: words.deletedInTheCalendar,
  out_of_date: words.differsFromTheCalendar,
};

const Fact = ({ name, children }: { name: string; children: string | null | undefined }) =>
  children ? (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;

const isWeb = (url: string): boolean => /^https?:\/\//.test(url);

function Facts({ meeting }: { meeting: MeetingDetails }) {
  const zone = useSession().account.timezone;
  const lead = useApiQuery('getLead', { params: { id: meeting.lead_id } }, { enabled: usePermission()('leads:read') })
    .data?.lead;
  const theirs = lead?.timezone ?? meeting.timezone;
  const on = (at: string, where = zone) => `${dayIn(at, where)}, ${clockIn(at, where)}`;
  return (
    <section className="card" aria-labelledby="about">
      <header className="card-head">
        <h2 id="about">{words.about}</h2>
        <MeetingInvitation id={meeting.id} />
      </header>
      <dl className="card-body">
        <div className="fact">
          <dt>{words.lead}</dt>
          <dd>
            <Link to="/leads/$id" params={{ id: meeting.lead_id }}>
              {meeting.attendee_name ?? words.lead}
            </Link>
          </dd>
        </div>
        <Fact name={words.when}>{`${on(meeting.starts_at)} – ${clockIn(meeting.ends_at, zone)} (${zone})`}</Fact>
        {theirs !== zone && <Fact name={words.leadsTime}>{`${on(meeting.starts_at, theirs)} (${theirs})`}</Fact>}
        {meeting.original_starts_at && <Fact name={words.originally}>{on(meeting.original_starts_at)}</Fact>}
        <Fact name={words.host}>{meeting.host_name}</Fact>
        <Fact name={words.type}>{meeting.meeting_type}</Fact>
        <Fact name={words.format}>{PLACES[meeting.location_type]}</Fact>
        <Fact name={words.locationLabel}>{meeting.location_details}</Fact>
        {meeting.meeting_url && isWeb(meeting.meeting_url) && (
          <div className="fact">
            <dt>{words.link}</dt>
            <dd>
              <a href={meeting.meeting_url} target="_blank" rel="noopener noreferrer">
                {meeting.meeting_url}
              </a>
            </dd>
          </div>
        )}
        <Fact name={words.about}>{meeting.description}</Fact>
        {Object.entries(meeting.answers ?? {}).map(([key, value]) => (
          <Fact key={key} name={capitalize(key.replaceAll('_', ' '))}>
            {String(value)}
          </Fact>
        ))}
        <AttendeeAnswers answers={meeting.attendee_answers} on={on} />
        <Fact name={words.rescheduleReason}>{meeting.reschedule_reason}</Fact>
        <Fact name={words.cancellationReason}>{meeting.cancellation_reason}</Fact>
        <Fact name={words.noShowReason}>{meeting.no_show_reason}</Fact>
        <Fact name={words.outcome}>{meeting.outcome_notes}</Fact>
        <Fact name={words.calendar}>{SYNCS[meeting.sync_status]}</Fact>
        {meeting.booking_workflow_id && (
          <div className="fact">
            <dt>{words.temporalWorkflow}</dt>
            <dd>
              <TemporalLink of={{ workflow: meeting.booking_workflow_id }} />
            </dd>
          </div>
        )}
        <Fact name={words.previousHosts}>{meeting.former_hosts.map(({ host_name }) => host_name).join(', ')}</Fact>
      </dl>
    </section>
  );
}

/** A meeting: when, with whom, what came of it, and what can be done about it. */
export function MeetingPage() {
  const { id } = useParams({ from: '/shell/meetings/$id' });
  const may = usePermission();
  const meetingQuery = useApiQuery('getMeeting', { params: { id } });
  const meeting = meetingQuery.data?.meeting;
  return (
    <Page
      title={meeting?.title ?? words.meeting}
      actions={
        meeting && (
          <>
            <Chip {...MEETINGS[meeting.status]} />
            {may('meetings:write') && <MeetingActions meeting={meeting} />}
          </>
        )
      }
    >
      <MeetingTabs />
      <QueryBoundary query={meetingQuery} lines={6}>
        {({ meeting: known }) => (
          <div className="two">
            <Facts meeting={known} />
            <MeetingNotes meeting={known} />
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}
