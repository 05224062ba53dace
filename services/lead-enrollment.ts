import type { Knex } from 'knex';
import type { NewEvent } from '../db/events.js';
import { type Identity, identitiesOf, identityKey } from '../db/lead-identities.js';
import { findOpenRunAddresses } from '../db/lead-matches.js';
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
  const busy = await busyAddresses(tx, context.account.id, wanting);
  const wishes = new Map<string, Wish>();
  for (const place of wanting) {
    const { draft, entry } = place;
    const agentId = (draft.input.workflow_id as string).toLowerCase();
    const leadId = entry.row.id;
    const places = addressesOf(entry.row).map((address) => `${agentId}\n${identityKey(address)}`);
    const holders = places.flatMap((address) => busy.get(address) ?? []);
    if (holders.length > 0 && !holders.includes(leadId)) {
      enrollments.set(draft.index, { run: null, refusal: null, warnings: ['duplicate_in_cadence'] });
      continue;
    }
    for (const address of places) busy.set(address, [...(busy.get(address) ?? []), leadId]);
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
async function busyAddresses(tx: Knex, accountId: string, wanting: readonly Placed[]): Promise<Map<string, string[]>> {
  const known = wanting.filter(({ kind, duplicate }) => duplicate || kind !== 'created');
  if (known.length === 0) return new Map();
  const agentIds = [...new Set(known.map(({ draft }) => (draft.input.workflow_id as string).toLowerCase()))];
  const addresses = known.flatMap(({ entry }) => addressesOf(entry.row));
  const found = await findOpenRunAddresses(tx, accountId, agentIds, addresses);
  const byPlace = Map.groupBy(found, (address) => `${address.agentId}\n${identityKey(address)}`);
  return new Map([...byPlace].map(([place, holders]) => [place, holders.map(({ leadId }) => leadId)]));
}
