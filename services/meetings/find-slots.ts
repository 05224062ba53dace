import type { Db } from '../../db/connection.js';
import { findMeetingType, listHostsOfType } from '../../db/meetings/meeting-types.js';
import { findLastHost, loadHostLoads } from '../../db/meetings/meetings.js';
import type { MeetingTypeRow } from '../../db/tables.js';
import type { Span } from '../../domain/meetings/availability.js';
import { type FreeSlot, freeSlots } from '../../domain/meetings/slots.js';
import { candidatesOf, loadSchedules, rulesOf } from './host-availability.js';

export interface SlotSearch extends Span {
  accountId: string;
  meetingTypeId: string;
  hostId: string | null;
  leadId: string | null;
  now: Date;
}

/** A free slot with the hosts who are free then, in the order of assignment. */
export interface OfferedSlot extends FreeSlot {
  hosts: { id: string; name: string }[];
}

export type SlotSearchResult =
  | { outcome: 'found'; type: MeetingTypeRow; slots: OfferedSlot[] }
  | { outcome: 'no_type' | 'no_host' };

const DAY_MS = 86_400_000;

/** Finds the free slots of a meeting type that begin within a range, earliest first, each once with all its hosts. */
export async function findSlots(db: Db, search: SlotSearch): Promise<SlotSearchResult> {
  const { accountId, now } = search;
  const type = await findMeetingType(db, accountId, search.meetingTypeId);
  if (!type) return { outcome: 'no_type' };
  const hosts = await listHostsOfType(db, accountId, type.id, { only: search.hostId });
  if (search.hostId !== null && hosts.length === 0) return { outcome: 'no_host' };
  const ids = hosts.map(({ id }) => id);
  const [{ schedules }, loads, sticky] = await Promise.all([
    loadSchedules(db, hosts, {
      from: new Date(search.from - 2 * DAY_MS),
      to: new Date(search.to + 3 * DAY_MS),
      now,
    }),
    loadHostLoads(db, now, ids, type.id),
    search.leadId === null ? null : findLastHost(db, accountId, search.leadId),
  ]);
  const slots = new Map<number, OfferedSlot>();
  for (const { hostId } of candidatesOf(hosts, loads, type, sticky)) {
    const schedule = schedules.find((each) => each.hostId === hostId);
    if (!schedule) continue;
    const rules = rulesOf(type);
    for (const slot of freeSlots(schedule, search, { rules, meetingTypeId: type.id, now: now.getTime() })) {
      const host = { id: hostId, name: schedule.hostName };
      const known = slots.get(slot.from);
      if (known) known.hosts.push(host);
      else slots.set(slot.from, { ...slot, hosts: [host] });
    }
  }
  return { outcome: 'found', type, slots: [...slots.values()].sort((a, b) => a.from - b.from) };
}
