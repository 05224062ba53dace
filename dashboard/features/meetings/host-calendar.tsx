import { Button } from '@mantine/core';
import type { Answer } from '../../api/operation-types.js';
import { asProblem } from '../../api/problem.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { PushNote } from '../../components/push-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/meetings.js';
import { translated } from '../../words/sentences.js';
import { HostCalendarForm } from './host-calendar-form.js';

const STATUSES = {
  pending: { label: words.connecting, who: 'clock' },
  connected: { label: words.connected, who: 'ok' },
  incomplete: { label: words.someEntriesUnreadable, who: 'act' },
  late: { label: words.syncOverdue, who: 'act' },
  failed: { label: words.syncFailed, who: 'act' },
} as const;

type Calendar = Answer<'getHostCalendar'>['calendar'];

const WATCH_MS = 2_000;
/** Polls until the first sync. */
const everyMs = (answer?: Answer<'getHostCalendar'>) => (answer?.calendar.status === 'pending' ? WATCH_MS : 0);

/** Entries that can't be read, or not in whole, with when they are and why. */
function EntriesWithProblems({ entries }: { entries: Calendar['entries_with_problems'] }) {
  return (
    <div>
      <h3 id="unreadable-entries">{words.entriesWithProblems}</h3>
      <p className="faint">{words.fixOrDeleteTheseEntriesIn}</p>
      <ul className="stack" aria-labelledby="unreadable-entries">
        {entries.map(({ href, uid, summary, reason, starts_at }) => (
          <li key={`${href} ${uid} ${reason}`}>
            <b>{summary ?? uid ?? href}</b>
            {starts_at && (
              <>
                , <Timestamp at={starts_at} />
              </>
            )}
            <div className="quiet">{translated(reason)}</div>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Props {
  id: string;
  isConnected: boolean;
  mayChange: boolean;
}

/** A host's own calendar, whose busy times keep slots from being offered. */
export function HostCalendar({ id, isConnected, mayChange }: Props) {
  const calendarQuery = useApiQuery('getHostCalendar', { params: { id } }, { enabled: isConnected, everyMs });
  const disconnect = useApiMutation('disconnectHostCalendar');
  const calendar = isConnected ? calendarQuery.data?.calendar : undefined;
  return (
    <section className="card" aria-labelledby="calendar">
      <header className="card-head">
        <h2 id="calendar">{words.connectedCalendar}</h2>
        {calendar && <Chip {...STATUSES[calendar.status]} />}
      </header>
      <div className="card-body stack">
        {isConnected && !calendar && !calendarQuery.error && <Skeleton lines={2} />}
        {isConnected && calendarQuery.error && (
          <ProblemNote problem={asProblem(calendarQuery.error)} again={() => void calendarQuery.refetch()} />
        )}
        {!isConnected && <p className="quiet">{words.noCalendarConnectedOnlyMeetings}</p>}
        {calendar && (
          <div>
            <p>{calendar.calendar_url ?? calendar.url}</p>
            {calendar.error && <p className="quiet">{translated(calendar.error)}</p>}
            {calendar.current_at && (
              <p className="faint">
                {words.lastSynced}
                <Timestamp at={calendar.current_at} />
              </p>
            )}
            <PushNote push={calendar.push} />
          </div>
        )}
        {calendar && calendar.entries_with_problems.length > 0 && (
          <EntriesWithProblems entries={calendar.entries_with_problems} />
        )}
        {mayChange && (
          <div className="row">
            <HostCalendarForm id={id} calendar={calendar} />
            {calendar && (
              <Button
                variant="default"
                loading={disconnect.isPending}
                onClick={() => void disconnect.mutateAsync({ params: { id } }).catch(() => undefined)}
              >
                {words.disconnect}
              </Button>
            )}
          </div>
        )}
        {disconnect.problem && <ProblemNote problem={disconnect.problem} />}
      </div>
    </section>
  );
}
