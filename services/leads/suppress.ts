import { lockRunsOfLeads } from '../../db/agent-runs/agent-runs.js';
import { lockLeadsAt } from '../../db/leads/leads.js';
import { insertSuppression, type NewSuppression } from '../../db/leads/suppressions.js';
import { lockMeetingsOfLeads } from '../../db/meetings/meeting-parties.js';
import { noteSending } from '../../db/messages/in-flight.js';
import type { SuppressionRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { whatsAppUserId } from '../../domain/values/whatsapp-user.js';

/**
 * Suppresses an address, serialized with the claims of messages to it. After the commit nothing is sent to it except
 * messages that the unit of work records as in flight. Every lead with the address is locked for that, with its open
 * runs and its meetings, because claims use their rows. Returns the suppression's row and whether it is new.
 */
export async function suppress(
  work: Work,
  suppression: NewSuppression,
): Promise<{ row: SuppressionRow; created: boolean }> {
  const { tx, now } = work;
  const { accountId, channel, address } = suppression;
  const leadIds = await lockLeadsAt(tx, accountId, columnOf(channel, address), address);
  await lockRunsOfLeads(tx, accountId, leadIds);
  await lockMeetingsOfLeads(tx, accountId, leadIds);
  const made = await insertSuppression(tx, now, suppression);
  if (leadIds.length > 0)
    await noteSending(work, (messages) => messages.whereIn('lead_id', leadIds).where({ channel }));
  return made;
}

const columnOf = (channel: string, address: string) =>
  channel === 'email' ? 'email' : whatsAppUserId(address) === null ? 'phone' : 'whatsapp_user_id';
