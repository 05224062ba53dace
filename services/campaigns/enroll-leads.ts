import type { Knex } from 'knex';
import { findAccount } from '../../db/accounts/accounts.js';
import { findAgent } from '../../db/agents/agents.js';
import { listUnenrolledLeads, lockCampaignById, updateCampaign } from '../../db/campaigns/campaigns.js';
import { isFault } from '../../db/connection.js';
import type { CampaignRow } from '../../db/tables.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import { faultOf } from '../../runtime/fault.js';
import { enrollLeads } from '../agent-runs/enroll.js';
import { holdAsError } from '../agent-runs/held-work.js';
import { withNewAddresses } from '../leads/enroll-saved.js';

/** What a piece of a campaign's enrolment came to. */
export interface CampaignPiece {
  /** The last lead that was looked at; the next piece begins behind it. */
  after: string;
  enrolled: number;
  /** Nothing is left to do for now. */
  finished: boolean;
  /** The campaign begins then. */
  sleepUntil?: string;
}

/** Which leads are next: those behind one, by their ids. */
interface Place {
  campaignId: string;
  after: string;
}

const LEADS_AT_ONCE = 100;
/** So many in turn that can't be enrolled, and none that can, are not at fault themselves. */
const ENOUGH = 5;

/**
 * Enrolls the next leads of a running campaign in its agent, in one transaction under the campaign's lock. Leads that
 * were ever enrolled there are passed over, so a repeated piece is harmless, and so are leads whose address was under
 * another lead: the campaign looks at them again with each wake, so an open run alone would only put that off.
 */
export async function enrollNextLeads(deps: WorkDependencies, place: Place): Promise<CampaignPiece> {
  try {
    return await enrollAtOnce(deps, place, LEADS_AT_ONCE);
  } catch (error) {
    if (!isFault(error)) throw error;
    return enrollOneByOne(deps, place);
  }
}

/** Enrolls leads one by one, where one of them brings what can't be worked: it is held, and those behind it go on. */
async function enrollOneByOne(deps: WorkDependencies, { campaignId, after }: Place): Promise<CampaignPiece> {
  const total: CampaignPiece = { after, enrolled: 0, finished: false };
  const broken: { leadId: string; error: unknown }[] = [];
  let isAll = false;
  // The first of them may be the one that breaks what it is looked at with.
  if (after === '') await inWork(deps, ({ tx }) => updateCampaign(tx, campaignId, { enrolment: 'looking' }));
  for (let n = 0; n < LEADS_AT_ONCE && !total.finished; n += 1) {
    const place = { campaignId, after: total.after };
    try {
      const one = await enrollAtOnce(deps, place, 1);
      Object.assign(total, one, { enrolled: total.enrolled + one.enrolled });
      if (one.sleepUntil) return total;
    } catch (error) {
      if (!isFault(error)) throw error;
      const leadId = await inWork(deps, ({ tx }) => nextLead(tx, place));
      if (leadId === undefined) throw error;
      broken.push({ leadId, error });
      total.after = leadId;
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
    // Where none can be enrolled it is not the leads: the campaign waits with all of them.
    const held = isAll
      ? [{ kind: 'campaign', id: campaignId, error: first.error } as const]
      : broken.map(({ leadId, error }) => ({ kind: 'campaign_lead', id: leadId, error }) as const);
    for (const { kind, id, error } of held) {
      const subject = { kind, id, account_id, agent_id, step_key: null };
      await holdAsError(work, subject, { fault: faultOf(error), tries: 1 });
    }
  });
  return isAll ? { after, enrolled: 0, finished: true } : total;
}

/** The lead that a campaign would enroll next. */
async function nextLead(tx: Knex, { campaignId, after }: Place): Promise<string | undefined> {
  const row = await lockCampaignById(tx, campaignId);
  if (!row || row.agent_id === null) return undefined;
  return (await listUnenrolledLeads(tx, { ...row, agent_id: row.agent_id }, after, 1))[0]?.id;
}

/** Notes that a look through a campaign's leads begins or ends; whoever joins meanwhile makes another one due. */
async function noteLook(
  tx: Knex,
  { id, enrolment }: CampaignRow,
  { begins, finished }: { begins: boolean; finished: boolean },
): Promise<void> {
  const looks = begins || enrolment === 'looking';
  const after = looks ? (finished ? 'through' : 'looking') : enrolment;
  if (after !== enrolment) await updateCampaign(tx, id, { enrolment: after });
}

async function enrollAtOnce(
  deps: WorkDependencies,
  { campaignId, after }: Place,
  limit: number,
): Promise<CampaignPiece> {
  return inWork(deps, async (work) => {
    const { tx, now } = work;
    const idle: CampaignPiece = { after, enrolled: 0, finished: true };
    const row = await lockCampaignById(tx, campaignId);
    if (row?.status !== 'running' || row.agent_id === null) return idle;
    if (row.starts_at && row.starts_at > now) {
      return { ...idle, finished: false, sleepUntil: row.starts_at.toISOString() };
    }
    // Nobody is passed over for the agent's sake: whoever switches it on has the campaign look again.
    const agent = await findAgent(tx, row.account_id, row.agent_id);
    if (!agent?.is_active) return idle;
    const leads = await listUnenrolledLeads(tx, { ...row, agent_id: row.agent_id }, after, limit);
    const finished = leads.length < limit;
    await noteLook(tx, row, { begins: after === '', finished });
    const last = leads.at(-1);
    if (!last) return idle;
    const account = await findAccount(tx, row.account_id);
    const free = await withNewAddresses(tx, row.account_id, row.agent_id, leads);
    const results = await enrollLeads(work, {
      accountId: row.account_id,
      accountTimezone: account.timezone,
      agentId: row.agent_id,
      leads: free.map((lead) => ({ lead })),
      origin: { kind: 'system', id: row.id },
      campaignId: row.id,
    });
    return {
      after: last.id,
      enrolled: results.filter(({ outcome }) => outcome === 'enrolled').length,
      finished,
    };
  });
}
