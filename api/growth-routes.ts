import {
  createCampaignRoute,
  deleteCampaignRoute,
  getCampaignRoute,
  listCampaignsRoute,
  updateCampaignRoute,
} from './campaigns/campaigns.js';
import { addCampaignLeadsRoute, pauseCampaignRoute, startCampaignRoute } from './campaigns/run-campaigns.js';
import {
  createConversionTypeRoute,
  deleteConversionTypeRoute,
  getConversionTypeRoute,
  listConversionTypesRoute,
  updateConversionTypeRoute,
} from './conversions/conversion-types.js';
import {
  deleteConversionRoute,
  getConversionRoute,
  listConversionsRoute,
  recordConversionRoute,
} from './conversions/conversions.js';
import type { ApiDependencies } from './dependencies.js';
import type { Route } from './route.js';
import { followTrackingLinkRoute } from './tracking/follow-link.js';

/** The endpoints around campaigns and what came of them. */
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
