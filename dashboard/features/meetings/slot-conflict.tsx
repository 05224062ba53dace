import { Button } from '@mantine/core';
import type { Problem } from '../../api/problem.js';
import { clockIn, dayIn } from '../../components/time/days.js';
import * as words from '../../words/en/meetings.js';
import type { PickedSlot } from './slot-picker.js';

interface Alternative extends PickedSlot {
  host_name: string;
}
interface Conflict {
  type: string;
  title?: string;
  starts_at: string;
  ends_at: string;
}

interface Props {
  problem: Problem | undefined;
  zone: string;
  /** The only host that can be had. */
  hostId?: string | undefined;
  onChoose: (slot: PickedSlot) => void;
}

const list = <T,>(value: unknown): T[] => (Array.isArray(value) ? value : []);

/** The conflicts of a time, and the free times instead. */
export function SlotConflict({ problem, zone, hostId, onChoose }: Props) {
  const conflicts = list<Conflict>(problem?.body.conflicts);
  const others = list<Alternative>(problem?.body.alternatives).filter(({ host_id }) => !hostId || host_id === hostId);
  if (conflicts.length === 0 && others.length === 0) return null;
  return (
    <section className="stack" aria-label={words.otherTimes}>
      <ul className="quiet">
        {conflicts.map(({ type, title, starts_at, ends_at }) => (
          <li key={`${type}${starts_at}`}>
            {title ?? type.replaceAll('_', ' ')}, {clockIn(starts_at, zone)}–{clockIn(ends_at, zone)}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <p className="faint">{words.availableTimes}</p>
          <div className="row">
            {others.map(({ starts_at, host_id, host_name }) => (
              <Button
                key={`${starts_at}${host_id}`}
                variant="default"
                size="compact-sm"
                onClick={() => onChoose({ starts_at, host_id })}
              >
                {dayIn(starts_at, zone)}, {clockIn(starts_at, zone)}
                {!hostId && ` · ${host_name}`}
              </Button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
