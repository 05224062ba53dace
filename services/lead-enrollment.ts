import type { Knex } from 'knex';
import type { NewEvent } from '../db/events.js';
import { claimIdentities, type Identity, identitiesOf, identityKey } from '../db/lead-identities.js';
import { findRunAddresses, type RunAddress } from '../db/lead-matches.js';
import type { LeadRow } from '../db/tables.js';
import type { ErrorCode } from '../schemas/error-codes.js';
import { type EnrollResult, enrollLeads } from './enrollment.js';
import type { Placed } from './lead-dedupe.js';
import type { SaveContext } from './leads.js';

/** An enrolment that was made. */
export type EnrolledRun = Extract<EnrollResult, { outcome: 'enrolled' }>;

/** Why an enrolment was not made. */
export interface Refusal {
  code: ErrorCode;
  message: string;
}

/** What became of the enrolment that a lead of a batch asked for. */
export interface Enrollment {
  run: EnrolledRun | null;
  refusal: Refusal | null;
  warnings: string[];
}

interface Wish {
  agentId: string;
  lead: LeadRow;
  isNew: boolean;
  tags: string[];
  skipFirstMessage: boolean;
  forceFirstMessage: string | null;
  /** The inputs that asked for it; a batch may name a lead twice. */
  indexes: number[];
}

const addressesOf = (lead: LeadRow): Identity[] => identitiesOf({ email: lead.email, phone: lead.phone });

/**
 * Decides, lead by lead, who may come into an agent: nobody whose address another lead is in there with, since nobody
 * is to get the same messages twice. Whoever was let in holds its addresses from then on.
 */
function createDoorkeeper(held: readonly RunAddress[]): (agentId: string, lead: LeadRow) => boolean {
  const placeOf = (agentId: string, address: Identity) => `${agentId}\n${identityKey(address)}`;
  const busy = new Map<string, Set<string>>();
  const hold = (place: string, leadId: string) => busy.set(place, (busy.get(place) ?? new Set()).add(leadId));
  for (const { agentId, leadId, ...address } of held) hold(placeOf(agentId, address), leadId);
  return (agentId, lead) => {
    const places = addressesOf(lead).map((address) => placeOf(agentId, address));
    const holders = places.flatMap((place) => busy.get(place) ?? []);
    if (holders.length > 0 && !holders.some((leadIds) => leadIds.has(lead.id))) return false;
    for (const place of places) hold(place, lead.id);
    return true;
  };
}

/**
 * The leads among those that were never enrolled in an agent whose address is new to it, too: of several leads with one
 * address it is the first. Their addresses are taken first, so that requests about them at this moment take turns.
 */
export async function withNewAddresses(
  tx: Knex,
  accountId: string,
  agentId: string,
  leads: readonly LeadRow[],
): Promise<LeadRow[]> {
  const addresses = leads.flatMap(addressesOf);
  await claimIdentities(tx, accountId, addresses);
  const letsIn = createDoorkeeper(await findRunAddresses(tx, accountId, [agentId], addresses, 'any'));
  return leads.filter((lead) => letsIn(agentId, lead));
}

/**
 * Enrols the leads of a batch in the agents they name. A lead is left out where another lead with its address has an
 * open run of the agent already: nobody is to get the same messages twice. `untold` are events to be written before
 * those of the enrolments; what was written is taken from it.
 */
export async function enrollPlaced(
  tx: Knex,
  now: Date,
  context: SaveContext,
  placed: readonly Placed[],
  untold: NewEvent[],
): Promise<Map<number, Enrollment>> {
  const wanting = placed.filter(({ draft }) => draft.input.workflow_id !== undefined);
  const enrollments = new Map<number, Enrollment>();
  if (wanting.length === 0) return enrollments;
  const letsIn = createDoorkeeper(await busyAddresses(tx, context.account.id, wanting));
  const wishes = new Map<string, Wish>();
  for (const place of wanting) {
    const { draft, entry } = place;
    const agentId = (draft.input.workflow_id as string).toLowerCase();
    const leadId = entry.row.id;
    if (!letsIn(agentId, entry.row)) {
      enrollments.set(draft.index, { run: null, refusal: null, warnings: ['duplicate_in_cadence'] });
      continue;
    }
    const wish = wishes.get(`${agentId}/${leadId}`);
    if (wish) wish.indexes.push(draft.index);
    else {
      wishes.set(`${agentId}/${leadId}`, {
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
  const groups = Map.groupBy(wishes.values(), ({ agentId, lead }) => `${agentId}/${lead.campaign_id ?? ''}`);
  for (const group of groups.values()) {
    const [{ agentId, lead: sample }] = group as [Wish];
    const results = await enrollLeads(tx, now, {
      accountId: context.account.id,
      accountTimezone: context.account.timezone,
      agentId,
      leads: group.map(({ lead }) => lead),
      options: group.map(({ isNew, tags, skipFirstMessage, forceFirstMessage }) => ({
        isNew,
        tags,
        skipFirstMessage,
        forceFirstMessage,
      })),
      origin: context.origin,
      requestId: context.requestId,
      campaignId: sample.campaign_id,
      importId: context.importId ?? null,
      untold,
    });
    for (const [at, wish] of group.entries()) {
      const enrollment = toEnrollment(results[at]);
      for (const index of wish.indexes) enrollments.set(index, enrollment);
    }
  }
  return enrollments;
}

function toEnrollment(result: EnrollResult | undefined): Enrollment {
  if (result?.outcome === 'enrolled') return { run: result, refusal: null, warnings: [] };
  const refusal: Refusal = result ?? { code: 'WORKFLOW_NOT_FOUND', message: 'Workflow not found.' };
  return { run: null, refusal, warnings: [refusal.code === 'ALREADY_ENROLLED' ? 'already_enrolled' : 'not_enrolled'] };
}

/** The leads that have an open run of an agent asked for under an address of a lead that is not the first with it. */
async function busyAddresses(tx: Knex, accountId: string, wanting: readonly Placed[]): Promise<RunAddress[]> {
  const known = wanting.filter(({ kind, duplicate }) => duplicate || kind !== 'created');
  if (known.length === 0) return [];
  const agentIds = [...new Set(known.map(({ draft }) => (draft.input.workflow_id as string).toLowerCase()))];
  const addresses = known.flatMap(({ entry }) => addressesOf(entry.row));
  return findRunAddresses(tx, accountId, agentIds, addresses, 'open');
}
