const clocks = new Map<string, Intl.DateTimeFormat>();

/** Writes moments down by the clock of a schedule's own zone, which may be another than that of who reads. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat(undefined, {
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
    <p>
      {words}, on the clock of {zone}
    </p>
    {times.length > 0 && (
      <p className="faint">{isOn ? 'The next times' : 'Once it is switched on, the next times are'}</p>
    )}
    <ol className="row" aria-label="Next runs">
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
