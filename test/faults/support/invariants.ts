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
  'enrolments belong to the account of their lead': `
    SELECT r.id FROM agent_runs r JOIN leads l ON l.id = r.lead_id WHERE l.account_id <> r.account_id`,
  'messages belong to the account of their enrolment': `
    SELECT m.id FROM messages m JOIN agent_runs r ON r.id = m.agent_run_id WHERE m.account_id <> r.account_id`,
  'events belong to the account of their lead': `
    SELECT e.id FROM events e JOIN leads l ON l.id = e.lead_id WHERE l.account_id <> e.account_id`,
  'every lead was created with its event': `
    SELECT l.id FROM leads l LEFT JOIN events e ON e.lead_id = l.id AND e.type = 'lead.created' WHERE e.id IS NULL`,
  'what engagement counts is what was sent': `
    SELECT g.lead_id FROM lead_engagement g WHERE g.outbound_count <> (
      SELECT COUNT(*) FROM messages m WHERE m.lead_id = g.lead_id AND m.direction = 'outbound'
        AND m.status IN ('sent', 'delivered', 'read'))`,
};

/** Holds every rule of the stored data, and that open enrolments are exactly the ones Temporal walks. */
export async function expectInvariants(rig: Rig, { workflows = true } = {}): Promise<void> {
  const breaches: Record<string, unknown> = {};
  for (const [rule, sql] of Object.entries(RULES)) {
    const [rows] = (await rig.db.raw(sql)) as [unknown[]];
    if (rows.length > 0) breaches[rule] = rows.slice(0, 5);
  }
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
