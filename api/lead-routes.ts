import type { ApiDependencies } from './dependencies.js';
import { listEventsRoute } from './events/list-events.js';
import { createLeadRoute } from './leads/create-lead.js';
import { deleteLeadRoute } from './leads/delete-lead.js';
import { eraseLeadRoute } from './leads/erase-lead.js';
import { getLeadRoute } from './leads/get-lead.js';
import { getLeadHistoryRoute } from './leads/get-lead-history.js';
import { listLeadConsentsRoute } from './leads/list-lead-consents.js';
import { listLeadsRoute } from './leads/list-leads.js';
import { updateLeadRoute } from './leads/update-lead.js';
import type { Route } from './route.js';
import { addLeadTagsRoute, listLeadTagsRoute, syncLeadTagsRoute } from './tags/lead-tags.js';
import { listTagsRoute } from './tags/list-tags.js';

/** The endpoints of leads themselves: their data, tags and history. */
export const leadRoutes = (deps: ApiDependencies): Route[] =>
  [
    createLeadRoute,
    listLeadsRoute,
    getLeadRoute,
    updateLeadRoute,
    deleteLeadRoute,
    eraseLeadRoute,
    getLeadHistoryRoute,
    listLeadConsentsRoute,
    syncLeadTagsRoute,
    listLeadTagsRoute,
    addLeadTagsRoute,
    listTagsRoute,
    listEventsRoute,
  ].map((make) => make(deps));
