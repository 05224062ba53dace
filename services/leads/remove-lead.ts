import { lockOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { listRunsOfLead } from '../../db/agent-runs/lists.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { erasePersonalData } from '../../db/leads/erase.js';
import { forgetIdentities } from '../../db/leads/identities.js';
import { hideLeadRow } from '../../db/leads/leads.js';
import { isHeldByOthers } from '../../db/leads/matches.js';
import { listUserIdsOfLead } from '../../db/leads/whatsapp-users.js';
import { noteSending } from '../../db/messages/in-flight.js';
import { cancel } from '../../db/messages/transitions.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { identitiesOf } from '../../domain/values/identity.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { endRun, stopReasonOf } from '../agent-runs/end-run.js';
import { forgetRuns } from '../instructions/agent-runs.js';
import { wakeCalendarsOfLead } from '../instructions/meetings.js';
import { cancelMeetingsOfLead } from '../meetings/change-status.js';
import { startSearches } from './erasures.js';

/** Ends the open runs of a lead and cancels whatever else waits to be sent to it. */
async function endEverything(
  work: Work,
  lead: LeadRow,
  stopReason: 'api' | 'human' | 'erased',
  origin: EventOrigin,
): Promise<void> {
  const { tx, now } = work;
  for (const run of await lockOpenRuns(tx, lead.account_id, lead.id)) {
    await endRun(work, run, { runStatus: 'stopped', stopReason, origin, data: { lead_deleted: true } });
  }
  await cancelMeetingsOfLead(work, lead, origin);
  await cancel(tx, now, (messages) => messages.where({ lead_id: lead.id, direction: 'outbound' }));
  await noteSending(work, (messages) => messages.where({ lead_id: lead.id }));
}

/**
 * Hides a locked lead: it is answered like an unknown one, and its open runs end. Its data stay. `undoneImport` is the
 * import that created it and is undone: the lead no longer counts as a new one.
 */
export async function hideLead(work: Work, lead: LeadRow, origin: EventOrigin, undoneImport?: string): Promise<void> {
  const { tx, now } = work;
  await endEverything(work, lead, stopReasonOf(origin), origin);
  await hideLeadRow(tx, now, lead.id);
  const undone = undoneImport ? { import_undone: undoneImport, created_at: lead.created_at.toISOString() } : {};
  const data = { erased: false, ...undone };
  await insertEvents(tx, now, [{ accountId: lead.account_id, type: 'lead.deleted', leadId: lead.id, data, origin }]);
}

/**
 * Erases a locked lead permanently: its runs end, its rows are emptied in every table that an index finds them in, its
 * addresses are forgotten unless another lead has them, and Temporal deletes the histories of all its runs. A workflow
 * searches for the rest. `goneBody` replaces stored answers about the lead.
 */
export async function eraseLead(
  work: Work,
  lead: LeadRow,
  origin: EventOrigin,
  { box, goneBody }: { box: SecretBox; goneBody: string },
): Promise<void> {
  const { tx, now } = work;
  const userIds = await listUserIdsOfLead(tx, lead.id);
  // User IDs are taken as external ones while their person is looked for.
  const identities = [...identitiesOf(lead), ...userIds.map((value) => ({ kind: 'external_id' as const, value }))];
  await forgetIdentities(tx, lead.account_id, identities, (identity) =>
    isHeldByOthers(tx, lead.account_id, lead.id, identity),
  );
  await endEverything(work, lead, 'erased', origin);
  const runs = await listRunsOfLead(tx, lead.account_id, lead.id);
  const runIds = runs.map(({ id }) => id);
  await erasePersonalData(tx, { lead, userIds, runIds, now, goneBody });
  await startSearches(work, box, { lead, userIds, identities, goneBody });
  await wakeCalendarsOfLead(work, lead.id);
  await forgetRuns(
    work,
    runs.map((run) => ({ ...run, account_id: lead.account_id, lead_id: lead.id })),
  );
  await insertEvents(tx, now, [
    { accountId: lead.account_id, type: 'lead.deleted', leadId: lead.id, data: { erased: true }, origin },
  ]);
}
