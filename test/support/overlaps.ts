import type { Knex } from 'knex';

/** Pairs of live meetings of one host that overlap in time: there must never be any. */
export async function overlappingMeetings(db: Knex, accountId: string): Promise<unknown[]> {
  return db('meetings as a')
    .join('meetings as b', function joinOthers() {
      this.on('a.host_id', 'b.host_id').andOn('a.id', '<', 'b.id');
      this.andOn('a.starts_at', '<', 'b.ends_at').andOn('b.starts_at', '<', 'a.ends_at');
    })
    .where('a.account_id', accountId)
    .whereNot('a.status', 'cancelled')
    .whereNot('b.status', 'cancelled')
    .select('a.id', 'b.id as other');
}

/** Cells that don't belong to a live meeting, and live bookings whose cells are not all there. */
export async function strayCells(db: Knex, accountId: string): Promise<unknown[]> {
  const rows: { id: string; status: string; cells: number; minutes: number; is_booking: number }[] = await db(
    'meetings as m',
  )
    .leftJoin('meeting_slots as s', 's.meeting_id', 'm.id')
    .where({ 'm.account_id': accountId, 'm.is_booking': true })
    .groupBy('m.id', 'm.status', 'm.starts_at', 'm.ends_at')
    .select(
      'm.id',
      'm.status',
      db.raw('COUNT(s.cell) AS cells'),
      db.raw('TIMESTAMPDIFF(MINUTE, m.starts_at, m.ends_at) AS minutes'),
    );
  return rows.filter(({ status, cells, minutes }) =>
    status === 'cancelled' ? Number(cells) !== 0 : Number(cells) * 5 < Number(minutes),
  );
}
