import type { Window } from '../../../../schemas/cadence/cadence.js';
import type { Facts } from '../../../facts.js';
import { isClosedDay } from '../../../time/holidays.js';
import { isOpen } from '../../../time/windows.js';
import { dayOf, inZone, WEEKDAYS } from '../../../time/zoned.js';
import type { Kind, ReadContext, SourceReader } from '../reading.js';

const nineToSix: [string, string][] = [['09:00', '18:00']];
const OFFICE: Window = { days: { mon: nineToSix, tue: nineToSix, wed: nineToSix, thu: nineToSix, fri: nineToSix } };

const holidaysOf = (facts: Facts): string[] =>
  facts.window?.holidays ?? (facts.lead.country ? [facts.lead.country] : []);

type Key = 'weekday' | 'hour' | 'date' | 'is_holiday' | 'in_business_hours';
const READERS: Record<Key, { kind: Kind; value(facts: Facts, context: ReadContext): unknown }> = {
  weekday: { kind: 'text', value: (_facts, { now, zone }) => WEEKDAYS[inZone(now, zone).weekday - 1] },
  hour: { kind: 'number', value: (_facts, { now, zone }) => inZone(now, zone).hour },
  date: { kind: 'date', value: (_facts, { now, zone }) => dayOf(now, zone) },
  is_holiday: {
    kind: 'boolean',
    value: (facts, { now, zone }) =>
      isClosedDay(dayOf(now, zone), { holidays: holidaysOf(facts), blackout_dates: facts.window?.blackout_dates }),
  },
  in_business_hours: {
    kind: 'boolean',
    value(facts, { now, zone }) {
      const window = facts.window?.days ? facts.window : { ...OFFICE, holidays: holidaysOf(facts) };
      return isOpen(window, zone, now);
    },
  },
};

/** The moment of evaluation on the lead's clock. Business hours are the agent's window, else Monday to Friday, 9 to 18. */
export const nowSource: SourceReader = {
  keys: Object.keys(READERS),
  kinds: Object.fromEntries(Object.entries(READERS).map(([key, { kind }]) => [key, kind])),
  read(key, facts, context) {
    const reader = Object.hasOwn(READERS, key) ? READERS[key as Key] : undefined;
    return { value: reader?.value(facts, context), kind: reader?.kind ?? 'any' };
  },
};
