/** How far a zone's clock is ahead of UTC at a moment. */
function offsetMs(at: Date, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall - Math.floor(at.getTime() / 1000) * 1000;
}

const DAY_MS = 86_400_000;

/** Returns when the day began in a zone, also on days whose clock is changed. */
export function startOfDay(now: Date, timezone: string): Date {
  const midnight = Math.floor((now.getTime() + offsetMs(now, timezone)) / DAY_MS) * DAY_MS;
  const guess = new Date(midnight - offsetMs(now, timezone));
  return new Date(midnight - offsetMs(guess, timezone));
}
