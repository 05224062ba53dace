import { Link, useParams } from '@tanstack/react-router';
import type { MeetingDetails } from '../../schemas/meetings/meetings.js';
import { useAsk } from '../api/ask.js';
import { useMay, useSession } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Page } from '../parts/page.js';
import { TemporalLink } from '../parts/temporal-link.js';
import { upper } from '../parts/upper.js';
import { MEETINGS, PLACES } from '../words/meetings.js';
import { clockIn, dayIn } from './days.js';
import { Invite } from './invite.js';
import { MeetingActions } from './meeting-actions.js';
import { MeetingNotes } from './meeting-notes.js';
import { MeetingTabs } from './tabs.js';

const SYNCS: Record<MeetingDetails['sync_status'], string> = {
  not_connected: 'No calendar is connected',
  pending: 'Is being written',
  synced: 'In the host’s calendar',
  failed: 'Could not be written',
  deleted_remotely: 'Deleted in the calendar',
  out_of_date: 'Differs from the calendar',
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
  const lead = useAsk('getLead', { params: { id: meeting.lead_id } }, { when: useMay()('leads:read') }).data?.lead;
  const theirs = lead?.timezone ?? meeting.timezone;
  const on = (at: string, where = zone) => `${dayIn(at, where)}, ${clockIn(at, where)}`;
  return (
    <section className="card" aria-labelledby="about">
      <header className="card-head">
        <h2 id="about">About</h2>
        <Invite id={meeting.id} />
      </header>
      <dl className="card-body">
        <div className="fact">
          <dt>Lead</dt>
          <dd>
            <Link to="/leads/$id" params={{ id: meeting.lead_id }}>
              {meeting.attendee_name ?? 'The lead'}
            </Link>
          </dd>
        </div>
        <Fact name="When">{`${on(meeting.starts_at)} – ${clockIn(meeting.ends_at, zone)} (${zone})`}</Fact>
        {theirs !== zone && <Fact name="For the lead">{`${on(meeting.starts_at, theirs)} (${theirs})`}</Fact>}
        {meeting.original_starts_at && <Fact name="At first">{on(meeting.original_starts_at)}</Fact>}
        <Fact name="Host">{meeting.host_name}</Fact>
        <Fact name="Type">{meeting.meeting_type}</Fact>
        <Fact name="How">{PLACES[meeting.location_type]}</Fact>
        <Fact name="Where">{meeting.location_details}</Fact>
        {meeting.meeting_url && isWeb(meeting.meeting_url) && (
          <div className="fact">
            <dt>Link</dt>
            <dd>
              <a href={meeting.meeting_url} target="_blank" rel="noopener noreferrer">
                {meeting.meeting_url}
              </a>
            </dd>
          </div>
        )}
        <Fact name="About">{meeting.description}</Fact>
        {Object.entries(meeting.answers ?? {}).map(([key, value]) => (
          <Fact key={key} name={upper(key.replaceAll('_', ' '))}>
            {String(value)}
          </Fact>
        ))}
        <Fact name="Moved because">{meeting.reschedule_reason}</Fact>
        <Fact name="Cancelled because">{meeting.cancellation_reason}</Fact>
        <Fact name="Nobody came">{meeting.no_show_reason}</Fact>
        <Fact name="What came of it">{meeting.outcome_notes}</Fact>
        <Fact name="Calendar">{SYNCS[meeting.sync_status]}</Fact>
        {meeting.booking_workflow_id && (
          <div className="fact">
            <dt>What follows</dt>
            <dd>
              <TemporalLink of={{ workflow: meeting.booking_workflow_id }} />
            </dd>
          </div>
        )}
        <Fact name="Former hosts">{meeting.former_hosts.map(({ host_name }) => host_name).join(', ')}</Fact>
      </dl>
    </section>
  );
}

/** A meeting: when, with whom, what came of it, and what can be done about it. */
export function MeetingPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const may = useMay();
  const asked = useAsk('getMeeting', { params: { id } });
  const meeting = asked.data?.meeting;
  return (
    <Page
      title={meeting?.title ?? 'Meeting'}
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
      <Asked asked={asked} lines={6}>
        {({ meeting: known }) => (
          <div className="two">
            <Facts meeting={known} />
            <MeetingNotes meeting={known} />
          </div>
        )}
      </Asked>
    </Page>
  );
}
