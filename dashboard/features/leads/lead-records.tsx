import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Lead } from '../../../schemas/leads/leads.js';
import { usePermission } from '../../api/session.js';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { PagedList } from '../../components/paged-list.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { CONSENT_CHANNEL_NAMES, CONSENT_SOURCES } from '../../words/consents.js';
import * as words from '../../words/en/lead.js';
import { MEETINGS } from '../../words/meetings.js';
import { moneyOf } from '../../words/reports.js';
import { CONSENTS } from '../../words/states.js';
import { TaskRow } from '../tasks/task-row.js';
import { RecordConsentButton } from './record-consent-button.js';

type Props = { id: string };

const None = ({ children }: { children: ReactNode }) => <p className="calm">{children}</p>;

function Meetings({ id }: Props) {
  const pages = useApiList('listLeadMeetings', { params: { id }, query: { limit: 20 } });
  return (
    <PagedList pages={pages} rows={(page) => page.meetings} label={words.meetings} empty={<None>{words.noneYet}</None>}>
      {(meeting) => (
        <div className="line">
          <span className="grow">
            <Link to="/meetings/$id" params={{ id: meeting.id }}>
              {meeting.title}
            </Link>{' '}
            <span className="faint">
              <Timestamp at={meeting.starts_at} />
              {meeting.host_name && ` · ${meeting.host_name}`}
            </span>
          </span>
          <Chip {...MEETINGS[meeting.status]} />
        </div>
      )}
    </PagedList>
  );
}

function Tasks({ id }: Props) {
  const pages = useApiList('listTasks', { query: { lead_id: id, limit: 20 } });
  return (
    <PagedList pages={pages} rows={(page) => page.tasks} label={words.tasks} empty={<None>{words.noneYet}</None>}>
      {(task) => <TaskRow task={task} lead={undefined} />}
    </PagedList>
  );
}

function Conversions({ id }: Props) {
  const pages = useApiList('listConversions', { query: { lead_id: id, limit: 20 } });
  return (
    <PagedList
      pages={pages}
      rows={(page) => page.conversions}
      label={words.conversions}
      empty={<None>{words.noneYet}</None>}
    >
      {(conversion) => (
        <div className="line">
          <span className="grow">
            {conversion.conversion_type.name}{' '}
            <span className="faint">
              <Timestamp at={conversion.converted_at} />
            </span>
          </span>
          {conversion.amount !== null && conversion.currency && (
            <span className="numbers">{moneyOf(conversion.amount, conversion.currency)}</span>
          )}
        </div>
      )}
    </PagedList>
  );
}

function Consents({ id }: Props) {
  const pages = useApiList('listLeadConsents', { params: { id }, query: { limit: 20 } });
  return (
    <PagedList
      pages={pages}
      rows={(page) => page.consents}
      label={words.consent2}
      empty={<None>{words.noConsentRecorded}</None>}
    >
      {({ channel, state, source, note, created_at }) => (
        <div className="line">
          <span className="grow">
            {CONSENT_CHANNEL_NAMES[channel]}{' '}
            <span className="faint">
              {words.by}
              {CONSENT_SOURCES[source] ?? source}, <Timestamp at={created_at} />
              {note && ` · ${note}`}
            </span>
          </span>
          <Chip {...CONSENTS[state]} />
        </div>
      )}
    </PagedList>
  );
}

/** A section that loads its data when it is opened, so that the page itself sends few requests. */
function Folded({ name, children }: { name: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className="folded" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{name}</summary>
      {opened && children}
    </details>
  );
}

/** The other records of the lead: meetings, tasks, conversions, the log of its consents. */
export function LeadRecords({ lead: { id } }: { lead: Lead }) {
  const may = usePermission();
  return (
    <section className="card" aria-label={words.relatedRecords}>
      {may('meetings:read') && (
        <Folded name={words.meetings}>
          <Meetings id={id} />
        </Folded>
      )}
      <Folded name={words.tasks}>
        <Tasks id={id} />
      </Folded>
      {may('conversions:read') && (
        <Folded name={words.conversions}>
          <Conversions id={id} />
        </Folded>
      )}
      <Folded name={words.consentLog}>
        {may('leads:write') && (
          <p className="card-body">
            <RecordConsentButton leadId={id} />
          </p>
        )}
        <Consents id={id} />
      </Folded>
    </section>
  );
}
