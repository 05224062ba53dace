import { expect } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';
import { until } from './random.js';
import type { Rig } from './rig.js';

/** Each rule as a query whose rows are the breaches. */
const RULES: Record<string, string> = {
  'no message is sent twice for one step, visit and attempt': `
    SELECT agent_run_id, step_key, visit, attempt FROM messages WHERE agent_run_id IS NOT NULL
    GROUP BY agent_run_id, step_key, visit, attempt HAVING COUNT(*) > 1`,
  'one open enrolment per lead and agent': `
    SELECT lead_id, agent_id FROM agent_runs WHERE open_slot = 1 GROUP BY lead_id, agent_id HAVING COUNT(*) > 1`,
  'an enrolment is open exactly while it has not ended': `
    SELECT id FROM agent_runs WHERE (open_slot = 1) <> (ended_at IS NULL) OR (open_slot IS NULL AND ended_at IS NULL)`,
  'no instruction waits longer than a minute': `
    SELECT id, kind, last_error FROM outbox WHERE parked_at IS NULL AND created_at < UTC_TIMESTAMP(3) - INTERVAL 60 SECOND`,
  'nothing was sent in the future': `
    SELECT id FROM messages WHERE sent_at > UTC_TIMESTAMP(3) + INTERVAL 1 SECOND`,
  'no idempotency key is left open': `
    SELECT route FROM idempotency_keys WHERE status IS NULL AND created_at < UTC_TIMESTAMP(3) - INTERVAL 60 SECOND`,
  'every enrolment began with its event': `
    SELECT r.id FROM agent_runs r LEFT JOIN events e ON e.agent_run_id = r.id AND e.type = 'workflow_run.started'
    WHERE e.id IS NULL`,
  'every sent message has its event, once': `
    SELECT m.id FROM messages m
    WHERE m.status = 'sent' AND m.settled_by IS NULL AND m.agent_run_id IS NOT NULL AND (
      SELECT COUNT(*) FROM events e WHERE e.agent_run_id = m.agent_run_id AND e.type = 'message.sent'
        AND e.data LIKE CONCAT('%', m.id, '%')) <> 1`,
  'the last step of an enrolment is the last that its messages tell of': `
    SELECT r.id FROM agent_runs r JOIN messages m ON m.agent_run_id = r.id
    GROUP BY r.id, r.last_step_at
    HAVING SUM(m.settled_by IS NOT NULL) = 0 AND NOT (r.last_step_at <=> MAX(m.sent_at))`,
  'a slot is taken by a meeting or a hold that is there': `
    SELECT s.host_id, s.cell FROM meeting_slots s
    LEFT JOIN meetings m ON m.id = s.meeting_id LEFT JOIN slot_holds h ON h.id = s.meeting_id
    WHERE m.id IS NULL AND h.id IS NULL`,
  'every lead was created with its event': `
    SELECT l.id FROM leads l LEFT JOIN events e ON e.lead_id = l.id AND e.type = 'lead.created' WHERE e.id IS NULL`,
  'what engagement counts is what was sent': `
    SELECT g.lead_id FROM lead_engagement g WHERE g.outbound_count <> (
      SELECT COUNT(*) FROM messages m WHERE m.lead_id = g.lead_id AND m.direction = 'outbound'
        AND m.status IN ('sent', 'delivered', 'read'))`,
};

/** Columns that name a row of another table, which must be of the same account. */
const REFERENCES: Record<string, string> = {
  lead_id: 'leads',
  agent_run_id: 'agent_runs',
  agent_id: 'agents',
  campaign_id: 'campaigns',
  template_id: 'templates',
  sender_id: 'email_senders',
  message_id: 'messages',
  meeting_id: 'meetings',
  host_id: 'hosts',
};

/** The rows of any table that name a row of another account. */
async function foreignRows(rig: Rig): Promise<string[]> {
  const [columns] = (await rig.db.raw(
    `SELECT c.table_name AS t, c.column_name AS c FROM information_schema.columns c
     JOIN information_schema.columns a ON a.table_schema = c.table_schema AND a.table_name = c.table_name
     WHERE c.table_schema = DATABASE() AND a.column_name = 'account_id'
     AND c.column_name IN (${Object.keys(REFERENCES).map(() => '?')})`,
    Object.keys(REFERENCES),
  )) as [{ t: string; c: string }[]];
  const found: string[] = [];
  for (const { t, c } of columns) {
    const other = REFERENCES[c] as string;
    const [rows] = (await rig.db.raw(
      'SELECT 1 FROM ?? x JOIN ?? y ON y.id = x.?? WHERE x.account_id <> y.account_id LIMIT 1',
      [t, other, c],
    )) as [unknown[]];
    if (rows.length > 0) found.push(`${t}.${c}`);
  }
  return found;
}

/** Holds every rule of the stored data, and that open enrolments are exactly the ones Temporal walks. */
export async function expectInvariants(rig: Rig, { workflows = true } = {}): Promise<void> {
  const breaches: Record<string, unknown> = {};
  for (const [rule, sql] of Object.entries(RULES)) {
    const [rows] = (await rig.db.raw(sql)) as [unknown[]];
    if (rows.length > 0) breaches[rule] = rows.slice(0, 5);
  }
  const foreign = await foreignRows(rig);
  if (foreign.length > 0) breaches['no row names a row of another account'] = foreign;
  expect({ breaches, faults: Object.keys(breaches).length > 0 ? rig.faults : [] }).toEqual({
    breaches: {},
    faults: [],
  });
  if (workflows) await expectWorkflows(rig);
}

async function expectWorkflows(rig: Rig): Promise<void> {
  const open: { id: string }[] = await rig.db('agent_runs').where({ open_slot: 1 }).select('id');
  await until(
    'every open enrolment has its workflow',
    async () => {
      for (const { id } of open.slice(0, 200)) if (!(await isRunning(rig, id))) return undefined;
      return true;
    },
    15_000,
  );
  await until(
    'every workflow that runs has its open enrolment',
    async () => {
      const listed: string[] = [];
      const query = `WorkflowType = 'cadenceWorkflow' AND ExecutionStatus = 'Running'`;
      for await (const { workflowId } of rig.client.workflow.list({ query }))
        listed.push(workflowId.slice('cadence/'.length));
      const found = await rig.db('agent_runs').whereIn('id', listed).where({ open_slot: 1 }).count({ n: '*' }).first();
      return Number(found?.n) === new Set(listed).size ? true : undefined;
    },
    15_000,
  );
}

/** Whether the workflow of an enrolment runs. */
export async function isRunning(rig: Rig, runId: string): Promise<boolean> {
  try {
    return (await rig.client.workflow.getHandle(`cadence/${runId}`).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Mails that the judge accepted more than once: same recipient, same subject. */
export function duplicates(rig: Rig): string[] {
  const seen = new Map<string, number>();
  for (const { to, headers } of rig.sink.mails) {
    const name = `${to} ${headers.subject}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return [...seen].filter(([, n]) => n > 1).map(([name, n]) => `${name}: ${n}`);
}
