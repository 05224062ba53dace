import { listWorkingAgents } from '../../db/agents/agents.js';
import * as campaigns from '../../db/campaigns/campaigns.js';
import { countJoinedLeads } from '../../db/campaigns/joins.js';
import type { Db } from '../../db/connection.js';
import type { CampaignRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import {
  type Campaign,
  createCampaignContract,
  deleteCampaignContract,
  getCampaignContract,
  listCampaignsContract,
  updateCampaignContract,
} from '../../schemas/campaigns/campaigns.js';
import type { Static } from '../../schemas/common.js';
import { campaignChanged } from '../../services/instructions/campaigns.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { instantField } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'campaigns';

/** The data of the response in addition to the row. */
interface Known {
  leads?: campaigns.CampaignLeads | undefined;
  counters?: campaigns.CampaignCounts | undefined;
  /** Its leads that joined since it has looked at all. */
  joined?: number | undefined;
  /** True if its agent doesn't work. */
  held?: boolean;
}

const toCampaign = (
  row: CampaignRow,
  {
    leads: of = campaigns.NO_LEADS,
    counters: counts = campaigns.NO_COUNTS,
    joined = 0,
    held: isHeld = false,
  }: Known = {},
): Static<typeof Campaign> => {
  const { leads, held } = of;
  const { here, ...counters } = counts;
  const rest = Math.max(0, leads - here - held);
  const waiting = row.enrolment === 'through' ? Math.min(joined, rest) : rest;
  const passed_over = rest - waiting;
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    hold_reason: isHeld ? 'workflow_paused' : null,
    workflow_id: row.agent_id,
    source: row.source,
    starts_at: row.starts_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    // Nothing says that no lead will join any more, so this is seen, not kept.
    all_worked: row.started_at !== null && leads > 0 && waiting + held + counters.active === 0,
    leads_count: leads,
    counters: { waiting, passed_over, held, ...counters },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};

/** Campaigns of one account as they are answered. */
async function allShown(db: Db, accountId: string, rows: readonly CampaignRow[]) {
  const ids = rows.map((row) => row.id);
  const leads = await campaigns.countCampaignLeads(db, accountId, ids);
  const counters = await campaigns.countCampaignRuns(db, ids);
  const through = rows.filter((row) => row.enrolment === 'through').map((row) => row.id);
  const joined = await countJoinedLeads(db, through);
  const needed = rows.flatMap((row) => (row.status === 'running' && row.agent_id !== null ? [row.agent_id] : []));
  const working = await listWorkingAgents(db, accountId, needed);
  return rows.map((row) =>
    toCampaign(row, {
      leads: leads.get(row.id),
      counters: counters.get(row.id),
      joined: joined.get(row.id),
      held: row.status === 'running' && row.agent_id !== null && !working.has(row.agent_id),
    }),
  );
}

/** Shows a campaign as it is answered. */
export async function shown(db: Db, row: CampaignRow): Promise<Static<typeof Campaign>> {
  const [campaign = toCampaign(row)] = await allShown(db, row.account_id, [row]);
  return campaign;
}

export const listCampaignsRoute = (_deps: ApiDependencies) =>
  route(listCampaignsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await campaigns.listCampaigns(db, account.id, page), page.limit);
    return { status: 200, body: { success: true, campaigns: await allShown(db, account.id, rows), pagination } };
  });

export const getCampaignRoute = (_deps: ApiDependencies) =>
  route(getCampaignContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'CAMPAIGN_NOT_FOUND');
    const row = found(await campaigns.findCampaign(db, account.id, id), 'CAMPAIGN_NOT_FOUND');
    return { status: 200, body: { success: true, campaign: await shown(db, row) } };
  });

export const createCampaignRoute = (_deps: ApiDependencies) =>
  route(createCampaignContract).handle(async ({ account, db, body, now }) => {
    const row: CampaignRow = {
      id: newId(),
      account_id: account.id,
      name: body.name,
      status: 'draft',
      enrolment: 'due',
      source: body.source ?? null,
      agent_id: await agentField(db, account.id, body.workflow_id ?? null),
      starts_at: body.starts_at === undefined ? null : instantField(body.starts_at, '/starts_at'),
      started_at: null,
      created_at: now,
      updated_at: now,
    };
    await campaigns.insertCampaign(db, row);
    return { status: 201, body: { success: true, campaign: toCampaign(row) } };
  });

export const updateCampaignRoute = (_deps: ApiDependencies) =>
  route(updateCampaignContract).handle(async ({ work, account, db, params, body, now }) => {
    const id = pathId(params.id, 'CAMPAIGN_NOT_FOUND');
    const row = found(await campaigns.lockCampaign(db, account.id, id), 'CAMPAIGN_NOT_FOUND');
    const changes: Partial<CampaignRow> = { updated_at: now };
    if (body.name !== undefined) changes.name = body.name;
    if (body.source !== undefined) changes.source = body.source;
    if (body.workflow_id !== undefined && row.status === 'running') {
      throw new ApiError('NOT_MODIFIABLE', {
        message: 'The campaign is active. Pause it first.',
        field: '/workflow_id',
      });
    }
    if (body.workflow_id !== undefined) changes.agent_id = await agentField(db, account.id, body.workflow_id);
    if (body.starts_at !== undefined) {
      changes.starts_at = body.starts_at === null ? null : instantField(body.starts_at, '/starts_at');
    }
    await campaigns.updateCampaign(db, id, changes);
    if (body.starts_at !== undefined || body.workflow_id !== undefined) {
      await campaignChanged(work, row);
      changes.enrolment = 'due';
    }
    return { status: 200, body: { success: true, campaign: await shown(db, { ...row, ...changes }) } };
  });

export const deleteCampaignRoute = (_deps: ApiDependencies) =>
  route(deleteCampaignContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'CAMPAIGN_NOT_FOUND');
    found(await campaigns.lockCampaign(db, account.id, id), 'CAMPAIGN_NOT_FOUND');
    if (await campaigns.hasCampaignLeads(db, account.id, id)) {
      throw new ApiError('IN_USE', { message: 'Leads still belong to this campaign.' });
    }
    await campaigns.deleteCampaign(db, id);
    return { status: 204, body: null };
  });

async function agentField(db: Db, accountId: string, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const agentId = id.toLowerCase();
  if (!(await campaigns.hasAgent(db, accountId, agentId))) {
    throw new ApiError('WORKFLOW_NOT_FOUND', { field: '/workflow_id' });
  }
  return agentId;
}
