import type { MeetingDetails } from '../../schemas/meetings/meetings.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Area } from '../parts/field.js';
import { When } from '../parts/when.js';

/** Writes notes down by hand; by the lead's address and the hour they find their way to this meeting. */
function Write({ meeting }: { meeting: MeetingDetails }) {
  const create = useAct('createMeetingNotes');
  const { lead_id, attendee_email: lead_email, starts_at: meeting_date } = meeting;
  return (
    <AskFirst
      title="Write notes"
      submit="Keep them"
      small
      onSubmit={({ notes = '' }) =>
        create.do({ body: { provider: 'dashboard', lead_id, lead_email, meeting_date, notes } as never })
      }
    >
      {(errorOf) => <Area name="notes" label="What was said" rows={8} required first errorOf={errorOf} />}
    </AskFirst>
  );
}

/** What note takers and people wrote down in a meeting. */
export function MeetingNotes({ meeting }: { meeting: MeetingDetails }) {
  const asked = useAsk('listMeetingNotes', { params: { id: meeting.id } });
  const may = useMay();
  return (
    <section className="card" aria-labelledby="meeting-notes">
      <header className="card-head">
        <h2 id="meeting-notes">Notes</h2>
        {may('notes:write') && meeting.attendee_email && <Write meeting={meeting} />}
      </header>
      <Asked asked={asked} lines={2}>
        {({ notes }) =>
          notes.length === 0 ? (
            <p className="calm">Nothing was written down yet.</p>
          ) : (
            <ul className="card-body stack">
              {notes.map((note) => (
                <li key={note.id}>
                  <p className="said">{note.summary ?? note.notes}</p>
                  <p className="faint">
                    <When at={note.created_at} />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </section>
  );
}
