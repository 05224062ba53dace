import type { Knex } from 'knex';
import { insertEvents, type NewEvent } from '../../db/events/events.js';
import { claimIdentities } from '../../db/leads/identities.js';
import { findRunAddresses, type RunAddress } from '../../db/leads/matches.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { type Identity, identitiesOf, identityKey } from '../../domain/values/identity.js';
import { type Enrollee, type EnrollResult, enrollLeads } from '../agent-runs/enroll.js';
import type { ResolvedLead } from './deduper.js';
import type { SaveContext } from './read-lead.js';

/**
 * The outcome of the enrollment of a lead in a batch. `shared_address`: another lead with its address is already in the
 * agent.
 */
export type Enrollment = EnrollResult | { outcome: 'shared_address' };

/** A lead that inputs want in an agent. */
interface Wish extends Enrollee {
  agentId: string;
  /** The inputs that asked for it; a batch may name a lead twice. */
  indexes: number[];
}

const addressesOf = (lead: LeadRow): Identity[] => identitiesOf({ email: lead.email, phone: lead.phone });

/**
 * Decides, lead by lead, whether it can enter an agent. A lead can't if another lead with its address is already in the
 * agent, because no person should receive the same messages twice. An accepted lead reserves its addresses from then
 * on.
 */
function createAddressGuard(reserved: readonly RunAddress[]): (agentId: string, lead: LeadRow) => boolean {
  const keyOf = (agentId: string, address: Identity) => `${agentId}\n${identityKey(address)}`;
  const busy = new Map<string, Set<string>>();
  const hold = (key: string, leadId: string) => busy.set(key, (busy.get(key) ?? new Set()).add(leadId));
  for (const { agentId, leadId, ...address } of reserved) hold(keyOf(agentId, address), leadId);
  return (agentId, lead) => {
    const keys = addressesOf(lead).map((address) => keyOf(agentId, address));
    const holders = keys.flatMap((key) => busy.get(key) ?? []);
    if (holders.length > 0 && !holders.some((leadIds) => leadIds.has(lead.id))) return false;
    for (const key of keys) hold(key, lead.id);
    return true;
  };
}

/**
 * Lists the leads among those that were never enrolled in an agent whose address is new to it, too: of several leads
 * with one address it is the first. Their addresses are taken first, so that requests about them at this moment take
 * turns.
 */
export async function withNewAddresses(
  tx: Knex,
  accountId: string,
  agentId: string,
  leads: readonly LeadRow[],
): Promise<LeadRow[]> {
  const addresses = leads.flatMap(addressesOf);
  await claimIdentities(tx, accountId, addresses);
  const isFree = createAddressGuard(await findRunAddresses(tx, accountId, [agentId], addresses, 'any'));
  return leads.filter((lead) => isFree(agentId, lead));
}

/**
 * Enrolls the leads of a batch in their agents. A lead is skipped if another lead with its address has an open run of
 * the agent, because no person should receive the same messages twice. Writes `events` before those of the enrollments,
 * in one statement with the first of them.
 */
export async function enrollResolved(
  work: Work,
  context: SaveContext,
  placed: readonly ResolvedLead[],
  events: readonly NewEvent[],
): Promise<Map<number, Enrollment>> {
  const { tx, now } = work;
  const wanting = placed.filter(({ draft }) => draft.input.workflow_id !== undefined);
  const enrollments = new Map<number, Enrollment>();
  const isFree = createAddressGuard(await addressesInRuns(tx, context.account.id, wanting));
  const requests = new Map<string, Wish>();
  for (const resolved of wanting) {
    const { draft, entry } = resolved;
    const agentId = (draft.input.workflow_id as string).toLowerCase();
    const leadId = entry.row.id;
    if (!isFree(agentId, entry.row)) {
      enrollments.set(draft.index, { outcome: 'shared_address' });
      continue;
    }
    const wish = requests.get(`${agentId}/${leadId}`);
    if (wish) wish.indexes.push(draft.index);
    else {
      requests.set(`${agentId}/${leadId}`, {
        agentId,
        lead: entry.row,
        isNew: entry.before === null,
        tags: [...entry.tags.keys()],
        skipFirstMessage: draft.input.skip_first_message ?? false,
        forceFirstMessage: draft.input.force_first_message ?? null,
        indexes: [draft.index],
      });
    }
  }
  const groups = Map.groupBy(requests.values(), ({ agentId, lead }) => `${agentId}/${lead.campaign_id ?? ''}`);
  let eventsBefore = events;
  for (const group of groups.values()) {
    const [{ agentId, lead: sample }] = group as [Wish];
    const results = await enrollLeads(work, {
      accountId: context.account.id,
      accountTimezone: context.account.timezone,
      agentId,
      leads: group,
      origin: context.origin,
      requestId: context.requestId,
      campaignId: sample.campaign_id,
      importId: context.importId ?? null,
      eventsBefore,
    });
    if (results.some(({ outcome }) => outcome === 'enrolled')) eventsBefore = [];
    for (const [at, wish] of group.entries()) {
      const result = results[at] ?? NOT_FOUND;
      for (const index of wish.indexes) enrollments.set(index, result);
    }
  }
  await insertEvents(tx, now, eventsBefore);
  return enrollments;
}

const NOT_FOUND: EnrollResult = { outcome: 'refused', code: 'WORKFLOW_NOT_FOUND', message: 'Workflow not found.' };

/** The leads that have an open run of an agent asked for under an address of a lead that is not the first with it. */
async function addressesInRuns(tx: Knex, accountId: string, wanting: readonly ResolvedLead[]): Promise<RunAddress[]> {
  const known = wanting.filter(({ kind, duplicate }) => duplicate || kind !== 'created');
  if (known.length === 0) return [];
  const agentIds = [...new Set(known.map(({ draft }) => (draft.input.workflow_id as string).toLowerCase()))];
  const addresses = known.flatMap(({ entry }) => addressesOf(entry.row));
  return findRunAddresses(tx, accountId, agentIds, addresses, 'open');
}
