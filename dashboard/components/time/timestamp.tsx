import { LOCALE } from '../../words/locale.js';
import { relativeTimeOf } from './relative-time.js';
import { useMinute } from './use-minute.js';

const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' });
const SHORT = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });

/** A moment as people say it, with the exact one where the pointer rests. */
export function Timestamp({ at, plain = false }: { at: string; plain?: boolean }) {
  useMinute();
  const moment = new Date(at);
  const span = plain ? undefined : relativeTimeOf(moment, new Date());
  return (
    <time className="numbers" dateTime={at} title={EXACT.format(moment)}>
      {span ? RELATIVE.format(span.value, span.unit) : SHORT.format(moment)}
    </time>
  );
}
