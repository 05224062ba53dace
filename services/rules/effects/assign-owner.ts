import type { Knex } from 'knex';
import { findActiveUser, findLeastLoadedUser, takeOwnerTurn } from '../../../db/accounts/owners.js';
import { insertEvents } from '../../../db/events/events.js';
import { updateLeads } from '../../../db/leads/leads.js';
import type { EffectOf } from '../../../schemas/rules/effects.js';
import { type ApplyToLead, DONE } from '../effect.js';
import { lockedLead } from './locked-lead.js';

/** Gives the lead an owner. */
export const applyAssignOwner: ApplyToLead<'assign_owner'> = async (work, target, { params }, { origin }) => {
  const { tx, now } = work;
  const lead = await lockedLead(tx, target);
  const owner = await chooseOwner(tx, lead.account_id, params);
  if (!owner) return { skipped: "The account doesn't have this user." };
  if (owner === lead.owner_id) return DONE;
  const row = { ...lead, owner_id: owner, version: lead.version + 1, updated_at: now };
  await updateLeads(tx, [{ row, changed: ['owner_id'] }]);
  await insertEvents(tx, now, [
    {
      accountId: lead.account_id,
      type: 'lead.owner_changed',
      leadId: lead.id,
      data: { from: lead.owner_id, to: owner },
      origin,
    },
  ]);
  return DONE;
};

/** Chooses the user a lead goes to: the one named, the one whose turn it is, or the one with the fewest leads. */
function chooseOwner(
  tx: Knex,
  accountId: string,
  { user_id, strategy }: EffectOf<'assign_owner'>['params'],
): Promise<string | undefined> {
  if (user_id !== null) return findActiveUser(tx, accountId, user_id);
  return strategy === 'round_robin' ? takeOwnerTurn(tx, accountId) : findLeastLoadedUser(tx, accountId);
}
