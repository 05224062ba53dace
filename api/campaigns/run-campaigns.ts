import * as campaigns from '../../db/campaigns/campaigns.js';
import {
  addCampaignLeadsContract,
  pauseCampaignContract,
  startCampaignContract,
} from '../../schemas/campaigns/campaigns.js';
import * as service from '../../services/campaigns/campaigns.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { shown } from './campaigns.js';

const NOT_FOUND = 'CAMPAIGN_NOT_FOUND';

function changed(result: service.CampaignChange) {
  if (result.ok) return result.row;
  const { code, message, field } = result.problem;
  throw new ApiError(code, { message, ...(field === undefined ? {} : { field }) });
}

export const addCampaignLeadsRoute = (_deps: ApiDependencies) =>
  route(addCampaignLeadsContract).handle(async ({ work, account, db, params, body, origin }) => {
    const row = found(await campaigns.lockCampaign(db, account.id, pathId(params.id, NOT_FOUND)), NOT_FOUND);
    const result = await service.addCampaignLeads(work, row, body.lead_ids, origin);
    return { status: 200, body: { success: true, ...result, campaign: await shown(db, row) } };
  });

export const startCampaignRoute = (_deps: ApiDependencies) =>
  route(startCampaignContract).handle(async ({ work, account, db, params }) => {
    const row = found(await campaigns.lockCampaign(db, account.id, pathId(params.id, NOT_FOUND)), NOT_FOUND);
    return {
      status: 200,
      body: { success: true, campaign: await shown(db, changed(await service.startCampaign(work, row))) },
    };
  });

export const pauseCampaignRoute = (_deps: ApiDependencies) =>
  route(pauseCampaignContract).handle(async ({ work, account, db, params }) => {
    const row = found(await campaigns.lockCampaign(db, account.id, pathId(params.id, NOT_FOUND)), NOT_FOUND);
    return {
      status: 200,
      body: { success: true, campaign: await shown(db, changed(await service.pauseCampaign(work, row))) },
    };
  });
