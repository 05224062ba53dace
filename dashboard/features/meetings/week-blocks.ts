import type { HostSchedule } from '../../../schemas/meetings/schedule.js';
import { type Piece, piecesOf } from '../../components/time/wall-clock.js';

type Meeting = HostSchedule['meetings'][number];

/** A block of a day: a meeting, a held slot, or a busy time of a host's calendar. */
export interface Block extends Piece {
  key: string;
  kind: 'meeting' | 'hold' | 'busy' | 'away';
  host: HostSchedule;
  meeting?: Meeting;
}

const HOUR = 60;
const USUAL = { first: 8 * HOUR, last: 18 * HOUR };

/** Lists the occupied time of the hosts by day. Time off is listed for a single host. */
export function blocksOf(hosts: readonly HostSchedule[], days: readonly string[], zone: string): Block[] {
  return hosts.flatMap((host) => {
    const cut = (kind: Block['kind'], spans: readonly { starts_at: string; ends_at: string; id?: string }[]) =>
      spans.flatMap((span) =>
        piecesOf(span, days, zone).map(
          (piece): Block => ({ ...piece, kind, host, key: `${kind} ${span.id ?? span.starts_at} ${piece.day}` }),
        ),
      );
    const meetings = host.meetings.flatMap((meeting) =>
      cut('meeting', [meeting]).map((block): Block => ({ ...block, meeting })),
    );
    return [
      ...meetings,
      ...cut('hold', host.holds),
      ...cut('busy', host.busy),
      ...(hosts.length === 1 ? cut('away', host.time_off) : []),
    ];
  });
}

/** Lists when any of the hosts can be met. */
export const openOf = (hosts: readonly HostSchedule[], days: readonly string[], zone: string): Piece[] =>
  hosts.flatMap(({ open }) => open.flatMap((span) => piecesOf(span, days, zone)));

/** Returns the hours that are drawn: the usual ones, and whatever else holds something. */
export function hoursOf(pieces: readonly Piece[]): { first: number; last: number } {
  const first = Math.min(USUAL.first, ...pieces.map(({ from }) => Math.floor(from / HOUR) * HOUR));
  const last = Math.max(USUAL.last, ...pieces.map(({ to }) => Math.ceil(to / HOUR) * HOUR));
  return { first, last };
}
