import { accountZone } from '../../api/session.js';
import { LOCALE } from '../../words/locale.js';
import { relativeTimeOf } from './relative-time.js';
import { useMinute } from './use-minute.js';

const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' });
const MINE = EXACT.resolvedOptions().timeZone;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the format of moments on the clock of a zone. It names the clock unless the account and the viewer have the
 * same one.
 */
function shortFormat(zone: string): Intl.DateTimeFormat {
  const isNamed = [zone, accountZone() ?? MINE].some((each) => each !== MINE);
  const key = `${zone} ${isNamed}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    ...(isNamed ? { timeZoneName: 'short' } : {}),
  });
  formats.set(key, made);
  return made;
}

const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });

interface Props {
  at: string;
  /** True if the moment itself is shown, however close it is. */
  plain?: boolean;
  /** The zone whose clock is shown, the viewer's by default. */
  zone?: string;
}

/** A moment as people say it, with the exact one where the pointer rests. */
export function Timestamp({ at, plain = false, zone = MINE }: Props) {
  useMinute();
  const moment = new Date(at);
  const span = plain ? undefined : relativeTimeOf(moment, new Date());
  return (
    <time className="numbers" dateTime={at} title={EXACT.format(moment)}>
      {span ? RELATIVE.format(span.value, span.unit) : shortFormat(zone).format(moment)}
    </time>
  );
}
