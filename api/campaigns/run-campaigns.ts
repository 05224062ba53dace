import * as campaigns from '../../db/campaigns.js';
import { addCampaignLeads, pauseCampaign, startCampaign } from '../../schemas/campaigns.js';
import * as service from '../../services/campaigns.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { found, pathId } from '../path-id.js';
import { route } from '../route.js';
import { shown } from './campaigns.js';

const NOT_FOUND = 'CAMPAIGN_NOT_FOUND';

function changed(result: service.CampaignChange) {
  if (result.ok) return result.row;
  const { code, message, field } = result.problem;
  throw new ApiError(code, { message, ...(field === undefined ? {} : { field }) });
}

export const addCampaignLeadsRoute = (_deps: ApiDependencies) =>
  route(addCampaignLeads).handle(async ({ account, db, params, body, now, origin }) => {
    const row = found(await campaigns.lockCampaign(db, account.id, pathId(params.id, NOT_FOUND)), NOT_FOUND);
    const result = await service.addCampaignLeads(db, now, row, body.lead_ids, origin);
    return { status: 200, body: { success: true, ...result, campaign: await shown(db, row) } };
  });

export const startCampaignRoute = (_deps: ApiDependencies) =>
  route(startCampaign).handle(async ({ account, db, params, now }) => {
    const row = found(await campaigns.lockCampaign(db, account.id, pathId(params.id, NOT_FOUND)), NOT_FOUND);
    return {
      status: 200,
      body: { success: true, campaign: await shown(db, changed(await service.startCampaign(db, now, row))) },
    };
  });

export const pauseCampaignRoute = (_deps: ApiDependencies) =>
  route(pauseCampaign).handle(async ({ account, db, params, now }) => {
    const row = found(await campaigns.lockCampaign(db, account.id, pathId(params.id, NOT_FOUND)), NOT_FOUND);
    return {
      status: 200,
      body: { success: true, campaign: await shown(db, changed(await service.pauseCampaign(db, now, row))) },
    };
  });
