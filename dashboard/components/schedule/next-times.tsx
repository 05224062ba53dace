import * as labels from '../../words/en/jobs.js';
import { LOCALE } from '../../words/locale.js';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Writes moments down by the clock of a schedule's own zone, which may be another than that of who reads. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LOCALE, {
    ...({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const),
    timeZone: zone,
  });
  clocks.set(zone, made);
  return made;
}

interface Props {
  /** The schedule as people say it. */
  words: string;
  zone: string;
  times: readonly string[];
  isOn: boolean;
}

/** A schedule in words, and the next times at which it comes, both on its own clock. */
export const NextTimes = ({ words, zone, times, isOn }: Props) => (
  <div className="next-runs">
    <p>{labels.scheduleInZone(words, zone)}</p>
    {times.length > 0 && <p className="faint">{isOn ? labels.nextRuns : labels.nextRunsOnceActive}</p>}
    <ol className="row" aria-label={labels.nextRuns}>
      {times.map((at) => (
        <li key={at}>
          <time className="numbers chip" data-who="clock" dateTime={at}>
            {clockOf(zone).format(new Date(at))}
          </time>
        </li>
      ))}
    </ol>
  </div>
);
