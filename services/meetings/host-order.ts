import type { TypeHost } from '../../db/meetings/meeting-types.js';
import type { HostLoadRow } from '../../db/meetings/meetings.js';
import type { MeetingTypeRow } from '../../db/tables.js';
import { type Candidate, orderHosts } from '../../domain/meetings/assignment.js';
import type { Assignment } from '../../schemas/meetings/meeting-types.js';

/** Lists hosts in the order in which a meeting of a type is given to them; `sticky` is whom the lead met last. */
export function candidatesOf(
  hosts: readonly Pick<TypeHost, 'id' | 'weight' | 'priority'>[],
  loads: ReadonlyMap<string, HostLoadRow>,
  type: MeetingTypeRow,
  sticky?: string | null,
): Candidate[] {
  const candidates = hosts.map((host) => {
    const load = loads.get(host.id);
    return {
      hostId: host.id,
      weight: host.weight,
      priority: host.priority,
      given: Number(load?.given ?? 0),
      lastGiven: load?.last_given?.getTime() ?? 0,
      load: Number(load?.minutes_ahead ?? 0),
    };
  });
  return orderHosts(candidates, type.assignment as Assignment, sticky);
}
