import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { byDay, clockIn, dayIn, dayKeyIn, shiftDay } from '../../components/time/days.js';
import * as words from '../../words/en/meetings.js';
import { LOCALE } from '../../words/locale.js';

export interface PickedSlot {
  starts_at: string;
  host_id: string;
}

interface Props {
  typeId: string;
  hostId?: string | undefined;
  leadId?: string | undefined;
  value: PickedSlot | undefined;
  onChange: (slot: PickedSlot) => void;
}

const WEEK = 7;

/** Warns that the slots of hosts whose calendars can't be read now may be taken there. */
function StaleCalendars({ names }: { names: string[] }) {
  return (
    <p className="quiet" role="status">
      {words.theCalendarOfCantBeRead(inWords(names))}
    </p>
  );
}

const inWords = (names: string[]): string => new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(names);

/** The names of the hosts that warnings are about; of one who only comes second for a slot none is known. */
function namesOf({ slots, warnings }: Answer<'findSlots'>): string[] {
  const names = new Map(slots.map(({ host_id, host_name }) => [host_id, host_name]));
  return [...new Set(warnings.map(({ host_id }) => names.get(host_id) ?? words.anotherHost))];
}

/** The free times of a week, as buttons. */
export function SlotPicker({ typeId, hostId, leadId, value, onChange }: Props) {
  const zone = useSession().account.timezone;
  // The query must stay the same between renders.
  const [now] = useState(() => new Date());
  const today = dayKeyIn(now, zone);
  const [from, setFrom] = useState(today);
  const slotsQuery = useApiQuery('findSlots', {
    query: {
      meeting_type_id: typeId,
      ...(hostId ? { host_id: hostId } : {}),
      ...(leadId ? { lead_id: leadId } : {}),
      from: from === today ? now.toISOString() : from,
      to: shiftDay(from, WEEK - 1),
      timezone: zone,
    },
  });
  return (
    <fieldset className="slots">
      <legend>{words.time(zone.replaceAll('_', ' '))}</legend>
      <div className="row">
        <Button
          variant="default"
          size="compact-sm"
          disabled={from === today}
          onClick={() => setFrom(shiftDay(from, -WEEK))}
        >
          {words.earlier}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setFrom(shiftDay(from, WEEK))}>
          {words.later}
        </Button>
      </div>
      <QueryBoundary query={slotsQuery} lines={3}>
        {(found) =>
          found.slots.length === 0 ? (
            <p className="quiet">{words.noAvailableTimesOnTheseDays}</p>
          ) : (
            <>
              {found.warnings.length > 0 && <StaleCalendars names={namesOf(found)} />}
              {byDay(found.slots, zone).map(([day, rows]) => (
                <div key={day}>
                  <p className="faint">{dayIn(rows[0]?.starts_at ?? '', zone)}</p>
                  <div className="row">
                    {rows.map((slot) => {
                      const chosen = value?.starts_at === slot.starts_at;
                      return (
                        <Button
                          key={slot.starts_at}
                          size="compact-sm"
                          variant={chosen ? 'filled' : 'default'}
                          aria-pressed={chosen}
                          title={slot.host_name}
                          onClick={() => onChange({ starts_at: slot.starts_at, host_id: slot.host_id })}
                        >
                          {clockIn(slot.starts_at, zone)}
                        </Button>
                      );
                    })}
                  </div>
                </div>
              ))}
            </>
          )
        }
      </QueryBoundary>
    </fieldset>
  );
}
