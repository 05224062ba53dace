import { spanOf } from './span.js';
import { useMinute } from './use-minute.js';

const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const SHORT = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

/** A moment as people say it, with the exact one where the pointer rests. */
export function When({ at, plain = false }: { at: string; plain?: boolean }) {
  useMinute();
  const moment = new Date(at);
  const span = plain ? undefined : spanOf(moment, new Date());
  return (
    <time className="numbers" dateTime={at} title={EXACT.format(moment)}>
      {span ? RELATIVE.format(span.value, span.unit) : SHORT.format(moment)}
    </time>
  );
}
