import type { MeetingDetails } from '../../../schemas/meetings/meetings.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { TextAreaField } from '../../components/form-field.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/meetings.js';

/** Writes notes down by hand; by the lead's address and the hour they find their way to this meeting. */
function Write({ meeting }: { meeting: MeetingDetails }) {
  const create = useApiMutation('createMeetingNotes');
  const { lead_id, attendee_email: lead_email, starts_at: meeting_date } = meeting;
  return (
    <ConfirmForm
      title={words.addNotes}
      submit={words.saveNotes}
      small
      onSubmit={({ notes = '' }) =>
        create.mutateAsync({
          body: {
            provider: 'dashboard',
            ...(lead_id ? { lead_id } : {}),
            ...(lead_email ? { lead_email } : {}),
            meeting_date,
            notes,
          },
        })
      }
    >
      {(errorOf) => <TextAreaField name="notes" label={words.meetingNotes} rows={8} required first errorOf={errorOf} />}
    </ConfirmForm>
  );
}

/** The notes of users and note takers in a meeting. */
export function MeetingNotes({ meeting }: { meeting: MeetingDetails }) {
  const notesQuery = useApiQuery('listMeetingNotes', { params: { id: meeting.id } });
  const may = usePermission();
  return (
    <section className="card" aria-labelledby="meeting-notes">
      <header className="card-head">
        <h2 id="meeting-notes">{words.notes}</h2>
        {may('notes:write') && meeting.attendee_email && <Write meeting={meeting} />}
      </header>
      <QueryBoundary query={notesQuery} lines={2}>
        {({ notes }) =>
          notes.length === 0 ? (
            <p className="calm">{words.noNotesYet}</p>
          ) : (
            <ul className="card-body stack">
              {notes.map((note) => (
                <li key={note.id}>
                  <p className="said">{note.summary ?? note.notes}</p>
                  <p className="faint">
                    <Timestamp at={note.created_at} />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}
