import type { Knex } from 'knex';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { claimIdentities, forgetIdentities } from '../../db/leads/identities.js';
import { listCampaignNames, listKnownUsers } from '../../db/leads/lead-details.js';
import { updateLeads } from '../../db/leads/leads.js';
import { isHeldByOthers } from '../../db/leads/matches.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { identitiesOf, identityKey } from '../../domain/values/identity.js';
import { wakeRunsOf } from '../instructions/agent-runs.js';
import { joinCampaigns } from '../instructions/campaigns.js';
import { changeEvents, changeLead, MAY_JOIN } from './change-lead.js';
import { applyConsents } from './consent.js';
import {
  type LeadFields,
  type LeadProblem,
  NO_CAMPAIGN,
  NO_OWNER,
  readLead,
  readTags,
  type Typed,
} from './read-lead.js';
import { setTags } from './tags.js';

/** A change of a lead that the caller has locked. */
export interface LeadUpdate {
  lead: LeadRow;
  fields: LeadFields;
  /** The whole new set of tags, if they change. */
  tags?: readonly string[] | undefined;
  country: string | null;
  origin: EventOrigin;
  /** The addresses that a visitor typed. */
  typed?: Typed;
}

export type UpdateResult = { ok: true; lead: LeadRow } | { ok: false; problems: LeadProblem[] };

/** Changes a lead: columns, metadata, tags, consents, with the events that tell of it. No difference writes nothing. */
export async function updateLead(work: Work, update: LeadUpdate): Promise<UpdateResult> {
  const { tx, now } = work;
  const { lead, origin } = update;
  const read = readLead(update.fields, lead.country ?? update.country);
  const tags = readTags(update.tags ?? []);
  const problems = [...(read.ok ? [] : read.problems), ...(tags.ok ? [] : [tags.problem])];
  if (!read.ok || !tags.ok) return { ok: false, problems };
  const missing = await missingReference(tx, lead.account_id, read.values);
  if (missing) return { ok: false, problems: [missing] };
  const result = changeLead(lead, read.values, now, update.typed);
  if (!result.ok) return { ok: false, problems: [result.problem] };

  const { changed, consents } = result.change;
  const row = result.change.row;
  if (changed.length > 0) {
    // So that a lead made at this moment with the new address sees this one, or is seen by it.
    if (changed.some((name) => ['email', 'phone', 'external_id'].includes(name))) {
      await claimIdentities(tx, lead.account_id, [...identitiesOf(row), ...identitiesOf(lead)]);
    }
    await updateLeads(tx, [{ row, changed }]);
    await forgetReplaced(tx, lead, row);
    await insertEvents(tx, now, changeEvents(lead, row, changed, origin));
    await wakeRunsOf(work, lead.account_id, [lead.id], 'lead.updated');
    if (changed.some((name) => MAY_JOIN.has(name))) await joinCampaigns(work, lead.account_id, [row]);
  }
  if (update.tags) {
    const { added, removed } = await setTags(work, row, tags.tags, origin);
    if (added.length + removed.length > 0) Object.assign(row, { version: row.version + 1, updated_at: now });
  }
  await applyConsents(work, { lead: row, consents, source: 'api', origin });
  return { ok: true, lead: row };
}

/** Addresses that a lead no longer has are deleted, because an erasure of the lead wouldn't find them. */
export async function forgetReplaced(tx: Knex, before: LeadRow, after: LeadRow): Promise<void> {
  const kept = new Set(identitiesOf(after).map(identityKey));
  const replaced = identitiesOf(before).filter((identity) => !kept.has(identityKey(identity)));
  await forgetIdentities(tx, after.account_id, replaced, (identity) =>
    isHeldByOthers(tx, after.account_id, after.id, identity),
  );
}

async function missingReference(tx: Knex, accountId: string, fields: LeadFields): Promise<LeadProblem | undefined> {
  const { campaign_id, owner_id } = fields;
  if (campaign_id && !(await listCampaignNames(tx, accountId, [campaign_id])).has(campaign_id)) return NO_CAMPAIGN;
  if (owner_id && !(await listKnownUsers(tx, accountId, [owner_id])).has(owner_id)) return NO_OWNER;
  return undefined;
}
