import type { Knex } from 'knex';
import { findAccount } from '../../db/accounts/accounts.js';
import { findAgent } from '../../db/agents/agents.js';
import {
  type EnrollingCampaign,
  listUnenrolledAmong,
  listUnenrolledLeads,
  lockCampaignById,
  updateCampaign,
} from '../../db/campaigns/campaigns.js';
import { deleteCampaignJoins, deleteOldCampaignJoins, lockCampaignJoins } from '../../db/campaigns/joins.js';
import { isFault } from '../../db/connection.js';
import type { CampaignRow, LeadRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { faultOf } from '../../runtime/fault.js';
import { enrollLeads } from '../agent-runs/enroll.js';
import { holdAsError } from '../agent-runs/held-work.js';
import { withNewAddresses } from '../leads/enroll-saved.js';

/** The result of one batch of a campaign's enrollment. */
export interface CampaignPiece {
  /** The last lead that was looked at; the next piece begins behind it. */
  after: string;
  enrolled: number;
  /** Nothing is left to do for now. */
  finished: boolean;
  /** The campaign begins then. */
  sleepUntil?: string;
}

/** The next leads, after a lead by ID or after a note by the time they joined. */
interface Place {
  campaignId: string;
  after: string;
  joinedAfter?: string;
}

const LEADS_AT_ONCE = 100;
/** So many in turn that can't be enrolled, and none that can, are not at fault themselves. */
const ENOUGH = 5;
/** So many notes of leads that joined before a look through all of them are deleted when it begins. */
const OLD_JOINS = 20_000;

/**
 * Enrolls the next leads of a running campaign in its agent, in one transaction under the campaign's lock: all of them
 * where the campaign is due, then those that joined since. Leads that were ever enrolled there are passed over, so a
 * repeated piece is harmless, and so are leads whose address was under another lead, until they have another address.
 */
export async function enrollNextLeads(deps: WorkDependencies, place: Place): Promise<CampaignPiece> {
  try {
    return await enrollAtOnce(deps, place, LEADS_AT_ONCE);
  } catch (error) {
    if (!isFault(error)) throw error;
    return enrollOneByOne(deps, place);
  }
}

/** Enrolls leads one by one after one of them has failed. That lead is held, and the others continue. */
async function enrollOneByOne(deps: WorkDependencies, { campaignId, after }: Place): Promise<CampaignPiece> {
  const begins = await inWork(deps, ({ tx }) => beginLook(tx, campaignId));
  const total: CampaignPiece = { after: begins ? '' : after, enrolled: 0, finished: false };
  const broken: { leadId: string; error: unknown }[] = [];
  let joinedAfter = '';
  let isAll = false;
  for (let n = 0; n < LEADS_AT_ONCE && !total.finished; n += 1) {
    const place = { campaignId, after: total.after, joinedAfter };
    try {
      const one = await enrollAtOnce(deps, place, 1);
      Object.assign(total, one, { enrolled: total.enrolled + one.enrolled });
      if (one.sleepUntil) return total;
    } catch (error) {
      if (!isFault(error)) throw error;
      const next = await inWork(deps, ({ tx }) => nextLead(tx, place));
      if (next === undefined) throw error;
      broken.push({ leadId: next.leadId, error });
      total.after = next.after;
      joinedAfter = next.joinedAfter;
    }
    isAll = broken.length === ENOUGH && n + 1 === ENOUGH;
    if (isAll) break;
  }
  const [first] = broken;
  if (!first) return total;
  await inWork(deps, async (work) => {
    const row = await lockCampaignById(work.tx, campaignId);
    if (!row) return;
    const { account_id, agent_id } = row;
    // If no lead can be enrolled, the cause isn't a lead, so the campaign waits with all of them.
    const heldLeads = isAll
      ? [{ kind: 'campaign', id: campaignId, error: first.error } as const]
      : broken.map(({ leadId, error }) => ({ kind: 'campaign_lead', id: leadId, error }) as const);
    for (const { kind, id, error } of heldLeads) {
      const subject = { kind, id, account_id, agent_id, step_key: null };
      await holdAsError(work, subject, { fault: faultOf(error), tries: 1 });
    }
  });
  // The notes of those that are held are still there: the next piece removes them.
  return isAll ? { after, enrolled: 0, finished: true } : { ...total, finished: false };
}

/** Notes that a look through all leads begins where one is due: it doesn't begin again with each lead. */
async function beginLook(tx: Knex, campaignId: string): Promise<boolean> {
  const row = await lockCampaignById(tx, campaignId);
  if (row?.enrolment !== 'due') return false;
  await updateCampaign(tx, campaignId, { enrolment: 'looking' });
  return true;
}

/** The lead that a campaign would enroll next, and the place behind it. */
async function nextLead(tx: Knex, place: Place): Promise<(Required<Place> & { leadId: string }) | undefined> {
  const row = await lockCampaignById(tx, place.campaignId);
  if (!row || row.agent_id === null) return undefined;
  const { leads, after, joinedAfter } = await nextLeads(tx, { ...row, agent_id: row.agent_id }, place, 1);
  const [lead] = leads;
  return lead && { campaignId: row.id, leadId: lead.id, after, joinedAfter };
}

/** The next leads that a campaign checks. */
interface Look {
  leads: LeadRow[];
  /** The place behind them in the look through all leads; empty where that has ended. */
  after: string;
  /** The last of the notes that they were found by. */
  joinedAfter: string;
  /** The notes that they were found by. */
  joins: string[];
  enrolment: CampaignRow['enrolment'];
}

/** Lists the next leads of a campaign: of all of them while it looks through them, else of those that joined since. */
async function nextLeads(
  tx: Knex,
  campaign: CampaignRow & EnrollingCampaign,
  { after, joinedAfter = '' }: Place,
  limit: number,
): Promise<Look> {
  if (campaign.enrolment === 'through') {
    const joins = await lockCampaignJoins(tx, campaign.id, joinedAfter, limit);
    const ids = joins.map(({ lead_id }) => lead_id);
    return {
      leads: await listUnenrolledAmong(tx, campaign, ids),
      after: '',
      joinedAfter: joins.at(-1)?.id ?? joinedAfter,
      joins: joins.map(({ id }) => id),
      enrolment: 'through',
    };
  }
  const begins = campaign.enrolment === 'due';
  const leads = await listUnenrolledLeads(tx, campaign, begins ? '' : after, limit);
  const isEnd = leads.length < limit;
  return {
    leads,
    after: (!isEnd && leads.at(-1)?.id) || '',
    joinedAfter: '',
    joins: [],
    enrolment: isEnd ? 'through' : 'looking',
  };
}

async function enrollAtOnce(deps: WorkDependencies, place: Place, limit: number): Promise<CampaignPiece> {
  return inWork(deps, async (work) => {
    const { tx, now } = work;
    const idle: CampaignPiece = { after: place.after, enrolled: 0, finished: true };
    const row = await lockCampaignById(tx, place.campaignId);
    if (row?.status !== 'running' || row.agent_id === null) return idle;
    if (row.starts_at && row.starts_at > now) {
      return { ...idle, finished: false, sleepUntil: row.starts_at.toISOString() };
    }
    // A disabled agent skips no lead. The campaign is checked again when the agent is enabled.
    const agent = await findAgent(tx, row.account_id, row.agent_id);
    if (!agent?.is_active) return idle;
    if (row.enrolment === 'due') await deleteOldCampaignJoins(tx, row.id, OLD_JOINS);
    const look = await nextLeads(tx, { ...row, agent_id: row.agent_id }, place, limit);
    if (look.enrolment !== row.enrolment) await updateCampaign(tx, row.id, { enrolment: look.enrolment });
    await deleteCampaignJoins(tx, row.id, look.joins);
    return {
      after: look.after,
      enrolled: await enroll(work, { ...row, agent_id: row.agent_id }, look.leads),
      // Only a check that finds no note starts after all deletions of notes, so earlier joins have been seen.
      finished: row.enrolment === 'through' && look.joins.length === 0,
    };
  });
}

/** Enrolls leads of a campaign whose addresses are new to its agent; answers how many. */
async function enroll(work: Work, campaign: EnrollingCampaign, leads: readonly LeadRow[]): Promise<number> {
  const { tx } = work;
  if (leads.length === 0) return 0;
  const account = await findAccount(tx, campaign.account_id);
  const free = await withNewAddresses(tx, campaign.account_id, campaign.agent_id, leads);
  const results = await enrollLeads(work, {
    accountId: campaign.account_id,
    accountTimezone: account.timezone,
    agentId: campaign.agent_id,
    leads: free.map((lead) => ({ lead })),
    origin: { kind: 'system', id: campaign.id },
    campaignId: campaign.id,
  });
  return results.filter(({ outcome }) => outcome === 'enrolled').length;
}
