import type { Knex } from 'knex';
import { lockOpenRuns } from '../db/agent-runs.js';
import { erasePersonalData } from '../db/erase.js';
import { type EventOrigin, insertEvents } from '../db/events.js';
import { forgetIdentities, identitiesOf } from '../db/lead-identities.js';
import { isHeldByOthers } from '../db/lead-matches.js';
import { addToOutbox } from '../db/outbox.js';
import type { AgentRunRow, LeadRow } from '../db/tables.js';
import { cadenceWorkflowId } from '../domain/flow/ids.js';
import { noteSending } from './in-flight.js';
import { cancelMeetingsOfLead } from './meetings/life.js';
import { endRun } from './runs.js';
import { wakeCalendarsOfLead } from './wake-booking.js';

/** Ends the open runs of a lead and cancels whatever else waits to be sent to it. */
async function endEverything(
  tx: Knex,
  now: Date,
  lead: LeadRow,
  stopReason: 'api' | 'erased',
  origin: EventOrigin,
): Promise<void> {
  for (const run of await lockOpenRuns(tx, lead.account_id, lead.id)) {
    await endRun(tx, now, run, { runStatus: 'stopped', stopReason, origin, data: { lead_deleted: true } });
  }
  await cancelMeetingsOfLead(tx, now, lead, origin);
  await tx('messages')
    .where({ lead_id: lead.id, direction: 'outbound' })
    .whereIn('status', ['queued', 'held'])
    .update({ status: 'cancelled', updated_at: now });
  await noteSending(tx, (messages) => messages.where({ lead_id: lead.id }));
}

/** Hides a locked lead: it is answered like an unknown one, and its open runs end. Its data stay. */
export async function hideLead(tx: Knex, now: Date, lead: LeadRow, origin: EventOrigin): Promise<void> {
  await endEverything(tx, now, lead, 'api', origin);
  await tx('leads')
    .where({ id: lead.id })
    .update({ hidden: 1, version: tx.raw('version + 1'), updated_at: now });
  await insertEvents(tx, now, [
    { accountId: lead.account_id, type: 'lead.deleted', leadId: lead.id, data: { erased: false }, origin },
  ]);
}

/**
 * Erases a locked lead for good: its runs end, its personal data go from every table, its addresses are forgotten
 * unless another lead has them, and Temporal is told to delete the histories of all its runs.
 */
export async function eraseLead(
  tx: Knex,
  now: Date,
  lead: LeadRow,
  origin: EventOrigin,
  goneBody: string,
): Promise<void> {
  await forgetIdentities(tx, lead.account_id, identitiesOf(lead), (identity) =>
    isHeldByOthers(tx, lead.account_id, lead.id, identity),
  );
  await endEverything(tx, now, lead, 'erased', origin);
  const runs = (await tx('agent_runs')
    .where({ account_id: lead.account_id, lead_id: lead.id })
    .select('id', 'agent_id')) as Pick<AgentRunRow, 'id' | 'agent_id'>[];
  const runIds = runs.map(({ id }) => id);
  await erasePersonalData(tx, { lead, runIds, now, goneBody });
  await wakeCalendarsOfLead(tx, now, lead.id);
  await addToOutbox(
    tx,
    now,
    runs.map((run) => ({
      accountId: lead.account_id,
      kind: 'delete' as const,
      workflowId: cadenceWorkflowId(run.id),
      args: { agentRunId: run.id, accountId: lead.account_id, agentId: run.agent_id, leadId: lead.id },
    })),
  );
  await insertEvents(tx, now, [
    { accountId: lead.account_id, type: 'lead.deleted', leadId: lead.id, data: { erased: true }, origin },
  ]);
}
