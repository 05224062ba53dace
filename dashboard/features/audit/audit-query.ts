import { shiftDay } from '../../components/time/days.js';
import { momentOf } from '../../components/time/wall-clock.js';
import type { AuditSearch } from './audit-search.js';

/** Returns the query of the API, which lists changes alone unless the URL says otherwise: days become times at midnight in a time zone. */
export function queryOf({ kind, from, to, ...plain }: AuditSearch, zone: string): Record<string, string> {
  const midnight = (day: string) => momentOf({ day, minutes: 0 }, zone);
  return {
    ...plain,
    ...(kind === 'all' ? {} : { kind: kind ?? 'changes' }),
    ...(from ? { from: midnight(from) } : {}),
    ...(to ? { to: midnight(shiftDay(to, 1)) } : {}),
  };
}
