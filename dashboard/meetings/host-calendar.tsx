import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { asProblem } from '../api/problem.js';
import { AskFirst } from '../parts/ask-first.js';
import { Chip } from '../parts/chip.js';
import { Field, filledIn } from '../parts/field.js';
import { Bones } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';

const STATUSES = {
  pending: { label: 'Connecting', who: 'clock' },
  connected: { label: 'Connected', who: 'ok' },
  incomplete: { label: 'Some entries unreadable', who: 'act' },
  late: { label: 'Sync overdue', who: 'act' },
  failed: { label: 'Sync failed', who: 'act' },
} as const;

type Calendar = Answer<'getHostCalendar'>['calendar'];

/** Entries that can't be read, or not in whole, with when they are and why. */
function EntriesWithProblems({ entries }: { entries: Calendar['entries_with_problems'] }) {
  return (
    <div>
      <h3 id="unreadable-entries">Entries with problems</h3>
      <p className="faint">Correct or delete them in the calendar. What can be read of them is blocked.</p>
      <ul className="stack" aria-labelledby="unreadable-entries">
        {entries.map(({ href, uid, summary, reason, starts_at }) => (
          <li key={`${href} ${uid} ${reason}`}>
            <b>{summary ?? uid ?? href}</b>
            {starts_at && (
              <>
                , <When at={starts_at} />
              </>
            )}
            <div className="quiet">{reason}</div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A host's own calendar, whose busy times keep slots from being offered. */
export function HostCalendar({ id, mayChange }: { id: string; mayChange: boolean }) {
  const asked = useAsk('getHostCalendar', { params: { id } });
  const connect = useAct('connectHostCalendar');
  const disconnect = useAct('disconnectHostCalendar');
  const isNone = asked.error !== null && asProblem(asked.error).code === 'CALENDAR_NOT_CONNECTED';
  const calendar = isNone ? undefined : asked.data?.calendar;
  return (
    <section className="card" aria-labelledby="calendar">
      <header className="card-head">
        <h2 id="calendar">Own calendar</h2>
        {calendar && <Chip {...STATUSES[calendar.status]} />}
      </header>
      <div className="card-body stack">
        {!calendar && !asked.error && <Bones lines={2} />}
        {asked.error && !isNone && <ProblemNote problem={asProblem(asked.error)} again={() => void asked.refetch()} />}
        {isNone && <p className="quiet">None: only meetings that stand here keep times from being offered.</p>}
        {calendar && (
          <div>
            <p>{calendar.calendar_url ?? calendar.url}</p>
            {calendar.error && <p className="quiet">{calendar.error}</p>}
            {calendar.current_at && (
              <p className="faint">
                Last synced <When at={calendar.current_at} />
              </p>
            )}
          </div>
        )}
        {calendar && calendar.entries_with_problems.length > 0 && (
          <EntriesWithProblems entries={calendar.entries_with_problems} />
        )}
        {mayChange && (
          <div className="row">
            <AskFirst
              title={calendar ? 'Connect anew' : 'Connect a calendar'}
              submit="Connect"
              onSubmit={(values) =>
                connect.do({ params: { id }, body: { provider: 'caldav', ...filledIn(values) } as never })
              }
            >
              {(errorOf) => (
                <>
                  <Field
                    name="url"
                    label="Address (CalDAV)"
                    type="url"
                    value={calendar?.url}
                    required
                    first
                    errorOf={errorOf}
                  />
                  <Field name="user" label="User" value={calendar?.user} required errorOf={errorOf} />
                  <Field
                    name="password"
                    label="Password or app password"
                    type="password"
                    autoComplete="off"
                    errorOf={errorOf}
                  />
                </>
              )}
            </AskFirst>
            {calendar && (
              <Button
                variant="default"
                loading={disconnect.busy}
                onClick={() => void disconnect.do({ params: { id } }).catch(() => undefined)}
              >
                Disconnect
              </Button>
            )}
          </div>
        )}
        {disconnect.problem && <ProblemNote problem={disconnect.problem} />}
      </div>
    </section>
  );
}
