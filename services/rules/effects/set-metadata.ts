import { insertEvents } from '../../../db/events/events.js';
import { updateLeads } from '../../../db/leads/leads.js';
import { changeLead, valuesBefore } from '../../leads/change-lead.js';
import { type ApplyToLead, DONE } from '../effect.js';
import { lockedLead } from './locked-lead.js';

/** Merges values into the metadata and removes keys. */
export const applySetMetadata: ApplyToLead<'set_metadata'> = async (work, target, { params }, { origin }) => {
  const { tx, now } = work;
  const lead = await lockedLead(tx, target);
  const removed = Object.fromEntries(params.unset.map((key) => [key, null]));
  const result = changeLead(lead, { metadata: { ...params.values, ...removed } }, now);
  if (!result.ok) return { skipped: result.problem.message };
  const { row, changed } = result.change;
  if (changed.length === 0) return DONE;
  await updateLeads(tx, [{ row, changed }]);
  await insertEvents(tx, now, [
    {
      accountId: lead.account_id,
      type: 'lead.updated',
      leadId: lead.id,
      data: { changed },
      origin,
      before: valuesBefore(lead, changed),
    },
  ]);
  return DONE;
};
