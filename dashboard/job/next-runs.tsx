import type { Job } from '../../schemas/jobs/background-jobs.js';
import { scheduleInWords } from '../jobs/fires-in-words.js';
import { usePreview } from './preview.js';

/** Writes a moment down by the clock of the job's own zone, which may be another than that of who reads. */
const clockOf = (zone: string) =>
  new Intl.DateTimeFormat(undefined, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone },
  } as const);

/** The schedule as people say it, and the next times at which it has the job run: as it is typed, saved or not. */
export function NextRuns({ job }: { job: Job }) {
  const { data } = usePreview(job);
  if (!data) return null;
  const { cron_in_words, next_runs } = data.data;
  const clock = clockOf(job.timezone);
  if (next_runs.length === 0) return <p className="faint">This schedule never comes.</p>;
  return (
    <div className="next-runs">
      <p>
        {scheduleInWords({ cron_expression: job.cron_expression, cron_in_words })}, on the clock of {job.timezone}
      </p>
      <p className="faint">{job.is_active ? 'The next times' : 'Once it is switched on, the next times are'}</p>
      <ol className="row" aria-label="Next runs">
        {next_runs.map((at) => (
          <li key={at}>
            <time className="numbers chip" data-who="clock" dateTime={at}>
              {clock.format(new Date(at))}
            </time>
          </li>
        ))}
      </ol>
    </div>
  );
}
