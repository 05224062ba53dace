import { lineOf } from '../home/line.js';
import { dayOf, numberOf } from '../words/reports.js';

interface Props {
  label: string;
  days: readonly { day: string; count: number }[];
}

/** Counts day by day as a line; the table below it has the same. */
export function DayLine({ label, days }: Props) {
  const [first, last] = [days[0], days.at(-1)];
  const most = Math.max(...days.map(({ count }) => count));
  if (!first || !last || days.length < 2) return null;
  return (
    <figure className="day-line">
      <figcaption className="faint numbers">
        {label}, day by day; {numberOf(most)} at most
      </figcaption>
      <div className="day-line-ground">
        <svg
          viewBox="0 0 100 24"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label} from ${dayOf(first.day)} to ${dayOf(last.day)}`}
        >
          <path d={lineOf(days.map(({ count }) => count))} />
        </svg>
        <div className="day-line-days" aria-hidden="true">
          {days.map(({ day, count }) => (
            <span key={day} title={`${dayOf(day)}: ${numberOf(count)}`} />
          ))}
        </div>
      </div>
      <div className="row faint numbers" aria-hidden="true">
        <span className="grow">{dayOf(first.day)}</span>
        <span>{dayOf(last.day)}</span>
      </div>
    </figure>
  );
}
