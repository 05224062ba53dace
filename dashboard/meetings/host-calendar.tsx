import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { asProblem } from '../api/problem.js';
import { AskFirst } from '../parts/ask-first.js';
import { Chip } from '../parts/chip.js';
import { Field, filledIn } from '../parts/field.js';
import { Bones } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';

const STATUSES = {
  pending: { label: 'Being looked for', who: 'clock' },
  connected: { label: 'Connected', who: 'ok' },
  failed: { label: 'Can not be read', who: 'act' },
} as const;

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
            {calendar.synced_at && (
              <p className="faint">
                Read <When at={calendar.synced_at} />
              </p>
            )}
          </div>
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
