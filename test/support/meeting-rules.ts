/** Five minutes of a host's time, counted from 1970, as `meeting_slots` numbers them. */
const FIRST_CELL = `FLOOR((TIMESTAMPDIFF(SECOND, '1970-01-01', m.starts_at) - 60 * m.buffer_before_minutes) / 300)`;
const END_CELL = `CEIL((TIMESTAMPDIFF(SECOND, '1970-01-01', m.ends_at) + 60 * m.buffer_after_minutes) / 300)`;

/** The rules of bookings to the cell, each as a query whose rows are the breaches. */
export const MEETING_RULES: Record<string, string> = {
  'a live booking has exactly the cells of its time and its buffers': `
    SELECT m.id FROM meetings m LEFT JOIN meeting_slots s ON s.meeting_id = m.id
    WHERE m.is_booking = 1 AND m.status <> 'cancelled'
    GROUP BY m.id, m.starts_at, m.ends_at, m.buffer_before_minutes, m.buffer_after_minutes
    HAVING COUNT(s.cell) <> ${END_CELL} - ${FIRST_CELL} OR MIN(s.cell) <> ${FIRST_CELL}`,
  'every booking was told of once': `
    SELECT m.id FROM meetings m WHERE m.is_booking = 1 AND (
      SELECT COUNT(*) FROM events e WHERE e.lead_id = m.lead_id AND e.type = 'meeting.scheduled'
        AND e.data LIKE CONCAT('%"meeting_id":"', m.id, '"%')) <> 1`,
  'a booking that said it stopped a cadence did': `
    SELECT k.meeting_id FROM booking_keys k JOIN meetings m ON m.id = k.meeting_id
    WHERE k.operations LIKE '%"cadence":"stopped"%' AND NOT EXISTS (
      SELECT 1 FROM events e WHERE e.lead_id = m.lead_id AND e.created_at = m.created_at
        AND (e.type LIKE 'workflow_run.%' OR e.type LIKE 'automation.%'))`,
  'a key has a meeting of its own account': `
    SELECT k.meeting_id FROM booking_keys k LEFT JOIN meetings m ON m.id = k.meeting_id AND m.account_id = k.account_id
    WHERE m.id IS NULL`,
  'a meeting has one key at most': `
    SELECT meeting_id FROM booking_keys GROUP BY meeting_id HAVING COUNT(*) > 1`,
  'a message tells one thing about one meeting': `
    SELECT message_id FROM meeting_notices WHERE message_id IS NOT NULL GROUP BY message_id HAVING COUNT(*) > 1`,
};
