import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Lead } from '../../schemas/leads/leads.js';
import { usePages } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { Listed } from '../parts/listed.js';
import { upper } from '../parts/upper.js';
import { When } from '../parts/when.js';
import { TaskLine } from '../tasks/task.js';
import { MEETINGS } from '../words/meetings.js';
import { moneyOf } from '../words/reports.js';
import { CONSENTS } from '../words/states.js';

type Props = { id: string };

const None = ({ children }: { children: ReactNode }) => <p className="calm">{children}</p>;

function Meetings({ id }: Props) {
  const pages = usePages('listLeadMeetings', { params: { id }, query: { limit: 20 } });
  return (
    <Listed pages={pages} rows={(page) => page.meetings} label="Meetings" empty={<None>None yet.</None>}>
      {(meeting) => (
        <div className="line">
          <span className="grow">
            <Link to="/meetings/$id" params={{ id: meeting.id }}>
              {meeting.title}
            </Link>{' '}
            <span className="faint">
              <When at={meeting.starts_at} />
              {meeting.host_name && ` · ${meeting.host_name}`}
            </span>
          </span>
          <Chip {...MEETINGS[meeting.status]} />
        </div>
      )}
    </Listed>
  );
}

function Tasks({ id }: Props) {
  const pages = usePages('listTasks', { query: { lead_id: id, limit: 20 } });
  return (
    <Listed pages={pages} rows={(page) => page.tasks} label="Tasks" empty={<None>None yet.</None>}>
      {(task) => <TaskLine task={task} lead={undefined} />}
    </Listed>
  );
}

function Conversions({ id }: Props) {
  const pages = usePages('listConversions', { query: { lead_id: id, limit: 20 } });
  return (
    <Listed pages={pages} rows={(page) => page.conversions} label="Conversions" empty={<None>None yet.</None>}>
      {(conversion) => (
        <div className="line">
          <span className="grow">
            {conversion.conversion_type.name}{' '}
            <span className="faint">
              <When at={conversion.converted_at} />
            </span>
          </span>
          {conversion.amount !== null && conversion.currency && (
            <span className="numbers">{moneyOf(conversion.amount, conversion.currency)}</span>
          )}
        </div>
      )}
    </Listed>
  );
}

function Consents({ id }: Props) {
  const pages = usePages('listLeadConsents', { params: { id }, query: { limit: 20 } });
  return (
    <Listed pages={pages} rows={(page) => page.consents} label="Consents" empty={<None>Nothing is known.</None>}>
      {({ channel, state, source, note, created_at }) => (
        <div className="line">
          <span className="grow">
            {upper(channel)}{' '}
            <span className="faint">
              by {source.replaceAll('_', ' ')}, <When at={created_at} />
              {note && ` · ${note}`}
            </span>
          </span>
          <Chip {...CONSENTS[state]} />
        </div>
      )}
    </Listed>
  );
}

/** A part that is asked for once somebody opens it, so that the page itself asks for little. */
function Folded({ name, children }: { name: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className="folded" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{name}</summary>
      {opened && children}
    </details>
  );
}

/** What else is kept of the lead: meetings, tasks, conversions, the log of its consents. */
export function Records({ lead: { id } }: { lead: Lead }) {
  const may = useMay();
  return (
    <section className="card" aria-label="Kept of the lead">
      {may('meetings:read') && (
        <Folded name="Meetings">
          <Meetings id={id} />
        </Folded>
      )}
      <Folded name="Tasks">
        <Tasks id={id} />
      </Folded>
      {may('conversions:read') && (
        <Folded name="Conversions">
          <Conversions id={id} />
        </Folded>
      )}
      <Folded name="Consent log">
        <Consents id={id} />
      </Folded>
    </section>
  );
}
