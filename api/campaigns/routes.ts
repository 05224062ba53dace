import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { followTrackingLinkRoute } from '../messages/follow-link.js';
import {
  createCampaignRoute,
  deleteCampaignRoute,
  getCampaignRoute,
  listCampaignsRoute,
  updateCampaignRoute,
} from './campaigns.js';
import {
  createConversionTypeRoute,
  deleteConversionTypeRoute,
  getConversionTypeRoute,
  listConversionTypesRoute,
  updateConversionTypeRoute,
} from './conversion-types.js';
import {
  deleteConversionRoute,
  getConversionRoute,
  listConversionsRoute,
  recordConversionRoute,
} from './conversions.js';
import { addCampaignLeadsRoute, pauseCampaignRoute, startCampaignRoute } from './run-campaigns.js';

/** Lists the endpoints around campaigns and what came of them. */
export const growthRoutes = (deps: ApiDependencies): Route[] =>
  [
    listCampaignsRoute,
    createCampaignRoute,
    getCampaignRoute,
    updateCampaignRoute,
    deleteCampaignRoute,
    addCampaignLeadsRoute,
    startCampaignRoute,
    pauseCampaignRoute,
    listConversionTypesRoute,
    createConversionTypeRoute,
    getConversionTypeRoute,
    updateConversionTypeRoute,
    deleteConversionTypeRoute,
    listConversionsRoute,
    recordConversionRoute,
    getConversionRoute,
    deleteConversionRoute,
    followTrackingLinkRoute,
  ].map((make) => make(deps));
