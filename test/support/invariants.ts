import type { Knex } from 'knex';
import { MEETING_RULES } from './meeting-rules.js';

const LIVE = `('scheduled', 'confirmed', 'completed', 'no_show')`;

/** An event of this type that names the row: by the lead's index, or by the account's where the row has no lead. */
const told = (types: string, id: string, by: string) => `
  EXISTS (SELECT 1 FROM events e WHERE ${by} AND e.type IN (${types}) AND e.data LIKE CONCAT('%', ${id}, '%'))`;

/** Each rule of what is stored, as a query whose rows are the breaches. */
const RULES: Record<string, string> = {
  'no message is sent twice for one step, visit and attempt': `
    SELECT agent_run_id, step_key, visit, attempt FROM messages WHERE agent_run_id IS NOT NULL AND step_key IS NOT NULL
    GROUP BY agent_run_id, step_key, visit, attempt HAVING COUNT(*) > 1`,
  'each input of a conversation is in one turn that ended, or waits for one': `
    SELECT m.conversation_id, m.seq FROM conversation_messages m
    JOIN conversations c ON c.id = m.conversation_id
    LEFT JOIN agent_turns t ON t.conversation_id = m.conversation_id AND m.seq BETWEEN t.from_seq AND t.through_seq
    WHERE m.role = 'user' GROUP BY m.conversation_id, m.seq, c.answered_through
    HAVING COUNT(t.turn_no) <> (m.seq <= c.answered_through)`,
  'only a turn that answered has a reply': `
    SELECT m.id FROM conversation_messages m
    LEFT JOIN agent_turns t ON t.conversation_id = m.conversation_id AND t.turn_no = m.turn_no
    WHERE m.role = 'bot' AND (t.status IS NULL OR t.status IN ('silent', 'failed'))`,
  'one open enrolment per lead and agent': `
    SELECT lead_id, agent_id FROM agent_runs WHERE open_slot = 1 GROUP BY lead_id, agent_id HAVING COUNT(*) > 1`,
  'an enrolment is open exactly while it has not ended': `
    SELECT id FROM agent_runs WHERE (open_slot = 1) <> (ended_at IS NULL) OR (open_slot IS NULL AND ended_at IS NULL)`,
  'no instruction waits longer than a minute': `
    SELECT id, kind, last_error FROM outbox WHERE parked_at IS NULL AND created_at < UTC_TIMESTAMP(3) - INTERVAL 60 SECOND`,
  'only a message that waits tells of what holds it': `
    SELECT id, status, hold_reason FROM messages WHERE hold_reason IS NOT NULL AND status NOT IN ('queued', 'held')`,
  'nothing was sent in the future': `
    SELECT id FROM messages WHERE sent_at > UTC_TIMESTAMP(3) + INTERVAL 1 SECOND`,
  'no idempotency key is left open': `
    SELECT route FROM idempotency_keys
    WHERE status IS NULL AND progress IS NULL AND created_at < UTC_TIMESTAMP(3) - INTERVAL 60 SECOND
      AND (lease_until IS NULL OR lease_until < UTC_TIMESTAMP(3) - INTERVAL 60 SECOND)`,
  'the last step of an enrolment is the last that its messages tell of': `
    SELECT r.id FROM agent_runs r JOIN messages m ON m.agent_run_id = r.id AND m.step_key IS NOT NULL
    GROUP BY r.id, r.last_step_at
    HAVING SUM(m.settled_by IS NOT NULL) = 0 AND NOT (r.last_step_at <=> MAX(m.sent_at))`,
  'the last step of an enrolment that its history tells of is the one that its last message was sent for': `
    SELECT r.id FROM agent_runs r
    JOIN messages m ON m.agent_run_id = r.id AND m.sent_at = r.last_step_at AND m.settled_by IS NULL
      AND m.status IN ('sent', 'delivered', 'read')
    JOIN events e ON e.agent_run_id = r.id AND e.type = 'cadence.step_executed' AND e.data LIKE '%message_id%'
    LEFT JOIN events later ON later.agent_run_id = r.id AND later.type = 'cadence.step_executed'
      AND later.data LIKE '%message_id%' AND later.seq > e.seq
    WHERE later.id IS NULL AND e.data NOT LIKE CONCAT('%', m.id, '%')
      AND NOT EXISTS (SELECT 1 FROM messages s WHERE s.agent_run_id = r.id AND s.settled_by IS NOT NULL)`,

  'what engagement counts as sent is what was sent': `
    SELECT g.lead_id FROM lead_engagement g WHERE g.outbound_count <> (
      SELECT COUNT(*) FROM messages m WHERE m.lead_id = g.lead_id AND m.direction = 'outbound'
        AND m.status IN ('sent', 'delivered', 'read'))`,
  'what engagement counts as received is what was received': `
    SELECT g.lead_id FROM lead_engagement g WHERE g.inbound_count <> (
      SELECT COUNT(*) FROM messages m WHERE m.lead_id = g.lead_id AND m.direction = 'inbound') + (
      SELECT COUNT(*) FROM conversations c JOIN conversation_messages m ON m.conversation_id = c.id
      WHERE c.lead_id = g.lead_id AND m.role = 'user' AND m.message_id IS NULL)`,
  'what a finished import counts is what its rows came to': `
    SELECT i.id FROM imports i WHERE i.status = 'completed' AND i.row_count <> (
      SELECT COUNT(*) FROM import_rows r WHERE r.import_id = i.id)`,
  'the counts of a finished cycle equal the outcomes of its leads': `
    SELECT c.id FROM job_cycles c WHERE c.ended_at IS NOT NULL AND (
      c.acted <> (SELECT COUNT(*) FROM job_cycle_leads l WHERE l.cycle_id = c.id AND l.outcome = 'acted')
      OR c.failed <> (SELECT COUNT(*) FROM job_cycle_leads l WHERE l.cycle_id = c.id AND l.outcome IN ('failed', 'held')))`,
  'no ended cycle leaves a lead waiting': `
    SELECT c.id FROM job_cycles c JOIN job_cycle_leads l ON l.cycle_id = c.id
    WHERE c.ended_at IS NOT NULL AND l.outcome IS NULL`,
  'the cycle that a job is taken by is one of its own that runs': `
    SELECT j.id FROM background_jobs j LEFT JOIN job_cycles c
      ON c.id = j.open_cycle_id AND c.job_id = j.id AND c.ended_at IS NULL
    WHERE j.open_cycle_id IS NOT NULL AND c.id IS NULL`,

  'a slot is taken by a meeting or a hold that is there': `
    SELECT s.host_id, s.cell FROM meeting_slots s
    LEFT JOIN meetings m ON m.id = s.meeting_id LEFT JOIN slot_holds h ON h.id = s.meeting_id
    WHERE m.id IS NULL AND h.id IS NULL`,
  'a slot is its host’s, and its meeting’s host is the same': `
    SELECT s.host_id, s.cell FROM meeting_slots s JOIN meetings m ON m.id = s.meeting_id
    WHERE NOT (m.host_id <=> s.host_id)`,
  'live bookings have all of their cells, others none': `
    SELECT m.id, m.status, COUNT(s.cell) AS cells FROM meetings m LEFT JOIN meeting_slots s ON s.meeting_id = m.id
    WHERE m.is_booking = 1 AND m.status IN ${LIVE} OR m.status = 'cancelled'
    GROUP BY m.id, m.status, m.starts_at, m.ends_at
    HAVING IF(m.status = 'cancelled', COUNT(s.cell) > 0,
      COUNT(s.cell) * 5 < TIMESTAMPDIFF(MINUTE, m.starts_at, m.ends_at))`,
  'no two live bookings of a host overlap': `
    SELECT a.id, b.id AS other FROM meetings a JOIN meetings b ON a.host_id = b.host_id AND a.id < b.id
      AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at
    WHERE a.is_booking = 1 AND b.is_booking = 1 AND a.status IN ${LIVE} AND b.status IN ${LIVE}`,
  'what a booking said it does is what its rows do': `
    SELECT k.meeting_id FROM booking_keys k JOIN meetings m ON m.id = k.meeting_id
    WHERE (k.operations LIKE '%"invitation":"queued"%') <> (m.invitation_status <> 'none')
      OR (k.operations LIKE '%"calendar":"queued"%' AND m.sync_status = 'not_connected')`,
  'an invitation that left has its notice and its message': `
    SELECT m.id FROM meetings m WHERE m.invitation_status = 'sent' AND NOT EXISTS (
      SELECT 1 FROM meeting_notices n WHERE n.meeting_id = m.id)`,
  'a notice with a message has one that is there': `
    SELECT n.meeting_id, n.notice_key FROM meeting_notices n LEFT JOIN messages s ON s.id = n.message_id
    WHERE n.message_id IS NOT NULL AND s.id IS NULL`,

  'every lead was created with its event': `
    SELECT l.id FROM leads l LEFT JOIN events e ON e.lead_id = l.id AND e.type = 'lead.created' WHERE e.id IS NULL`,
  'every enrolment began with its event, once': `
    SELECT r.id FROM agent_runs r LEFT JOIN events e ON e.agent_run_id = r.id AND e.type = 'workflow_run.started'
    GROUP BY r.id HAVING COUNT(e.id) <> 1`,
  'every enrolment that ended has its event, once': `
    SELECT r.id, r.run_status FROM agent_runs r LEFT JOIN events e ON e.agent_run_id = r.id AND e.type IN (
      'workflow_run.completed', 'workflow_run.stopped', 'workflow_run.failed', 'workflow_run.transferred')
    WHERE r.ended_at IS NOT NULL GROUP BY r.id, r.run_status HAVING COUNT(e.id) <> 1`,
  'every enrolment that is paused has its event': `
    SELECT r.id FROM agent_runs r WHERE r.cadence_paused = 1 AND NOT EXISTS (
      SELECT 1 FROM events e WHERE e.agent_run_id = r.id AND e.type = 'automation.paused')`,
  'every sent message has its event, once': `
    SELECT m.id FROM messages m
    WHERE m.status = 'sent' AND m.settled_by IS NULL AND m.agent_run_id IS NOT NULL AND (
      SELECT COUNT(*) FROM events e WHERE e.agent_run_id = m.agent_run_id AND e.type = 'message.sent'
        AND e.data LIKE CONCAT('%', m.id, '%')) <> 1`,
  'every message that failed in a cadence has its event': `
    SELECT m.id FROM messages m
    WHERE m.status = 'failed' AND m.settled_by IS NULL AND m.agent_run_id IS NOT NULL
      AND NOT ${told(`'message.failed'`, 'm.id', 'e.agent_run_id = m.agent_run_id')}`,
  'every meeting has its event': `
    SELECT m.id FROM meetings m WHERE NOT ${told(`'meeting.scheduled'`, 'm.id', 'e.lead_id = m.lead_id')}`,
  'every change of a meeting’s status has its event': `
    SELECT m.id, m.status FROM meetings m WHERE m.status <> 'scheduled' AND NOT EXISTS (
      SELECT 1 FROM events e WHERE e.lead_id = m.lead_id AND e.type = CONCAT('meeting.', m.status)
        AND e.data LIKE CONCAT('%', m.id, '%'))`,
  'every conversion has its event': `
    SELECT c.id FROM conversions c WHERE NOT EXISTS (
      SELECT 1 FROM events e WHERE e.lead_id = c.lead_id AND e.type = 'conversion.recorded')`,
  'every ended cycle has its event, once': `
    SELECT c.id FROM job_cycles c WHERE c.ended_at IS NOT NULL AND (
      SELECT COUNT(*) FROM events e WHERE e.account_id = c.account_id
        AND e.type IN ('background_job.cycle_completed', 'background_job.cycle_failed')
        AND e.data LIKE CONCAT('%', c.id, '%')) <> 1`,
  'every key has its event': `
    SELECT k.id FROM api_keys k
    WHERE NOT ${told(`'api_key.created', 'api_key.regenerated'`, 'k.id', 'e.account_id = k.account_id')}`,
  ...MEETING_RULES,
};

/** Columns that are named unlike the table whose row they name. */
const NAMED_OTHERWISE: Record<string, string> = {
  sender_id: 'email_senders',
  job_id: 'background_jobs',
  cycle_id: 'job_cycles',
  open_cycle_id: 'job_cycles',
  cursor_lead_id: 'leads',
  subject_id: 'leads',
  assignee_id: 'users',
  owner_id: 'users',
};

/** Each column that names a row of another table, both of which belong to an account. */
async function references(db: Knex): Promise<{ table: string; column: string; other: string }[]> {
  const [columns] = (await db.raw(
    `SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = DATABASE()`,
  )) as [{ t: string; c: string }[]];
  const of = Map.groupBy(columns, ({ t }) => t);
  const owned = new Set([...of].filter(([, all]) => all.some(({ c }) => c === 'account_id')).map(([table]) => table));
  return columns.flatMap(({ t: table, c: column }) => {
    if (!column.endsWith('_id') || !owned.has(table)) return [];
    const other = NAMED_OTHERWISE[column] ?? `${column.slice(0, -'_id'.length)}s`;
    const has = of.get(other)?.some(({ c }) => c === 'id');
    return has && owned.has(other) ? [{ table, column, other }] : [];
  });
}

/** The columns in which some row names a row of another account. */
async function foreignRows(db: Knex): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, other } of await references(db)) {
    const [rows] = (await db.raw(
      'SELECT 1 FROM ?? x JOIN ?? y ON y.id = x.?? WHERE x.account_id <> y.account_id LIMIT 1',
      [table, other, column],
    )) as [unknown[]];
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

/** The rules that what is stored breaks, each with some of the rows that break it. */
export async function breachesOf(db: Knex): Promise<Record<string, unknown>> {
  const breaches: Record<string, unknown> = {};
  for (const [rule, sql] of Object.entries(RULES)) {
    const [rows] = (await db.raw(sql)) as [unknown[]];
    if (rows.length > 0) breaches[rule] = rows.slice(0, 5);
  }
  const foreign = await foreignRows(db);
  if (foreign.length > 0) breaches['no row names a row of another account'] = foreign;
  return breaches;
}

/** Returns the pairs of columns that the rule of foreign rows checks. */
export const referencesOf = async (db: Knex): Promise<string[]> =>
  (await references(db)).map(({ table, column }) => `${table}.${column}`);
