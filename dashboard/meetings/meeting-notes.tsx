import { useAsk } from '../api/ask.js';
import { Asked } from '../parts/asked.js';
import { When } from '../parts/when.js';

/** What note takers and people wrote down in a meeting. */
export function MeetingNotes({ id }: { id: string }) {
  const asked = useAsk('listMeetingNotes', { params: { id } });
  return (
    <section className="card" aria-labelledby="meeting-notes">
      <header className="card-head">
        <h2 id="meeting-notes">Notes</h2>
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
