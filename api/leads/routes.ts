import type { ApiDependencies } from '../dependencies.js';
import { listEventsRoute } from '../events/list-events.js';
import { streamChangesRoute } from '../events/stream-changes.js';
import type { Route } from '../http/route.js';
import { listLeadConsentsRoute, recordLeadConsentRoute } from './consents.js';
import { createLeadRoute } from './create-lead.js';
import { deleteLeadRoute } from './delete-lead.js';
import { eraseLeadRoute } from './erase-lead.js';
import { getLeadRoute } from './get-lead.js';
import { getLeadHistoryRoute } from './get-lead-history.js';
import { changeLeadsRoute, getLeadChangeRoute, listLeadChangesRoute, undoLeadChangeRoute } from './lead-changes.js';
import { addLeadTagsRoute, listLeadTagsRoute, syncLeadTagsRoute } from './lead-tags.js';
import { countLackingLeadsRoute, countLeadsRoute, listLeadsRoute } from './list-leads.js';
import { listTagsRoute } from './list-tags.js';
import { createLeadNoteRoute, deleteNoteRoute, listLeadNotesRoute, updateNoteRoute } from './notes.js';
import { countQueriedLeadsRoute, queryLeadsRoute } from './query-leads.js';
import { updateLeadRoute } from './update-lead.js';

/** Lists the endpoints of leads themselves: their data, tags and history. */
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
    recordLeadConsentRoute,
    syncLeadTagsRoute,
    listLeadTagsRoute,
    addLeadTagsRoute,
    listTagsRoute,
    listEventsRoute,
    streamChangesRoute,
    listLeadNotesRoute,
    createLeadNoteRoute,
    updateNoteRoute,
    deleteNoteRoute,
    queryLeadsRoute,
    countQueriedLeadsRoute,
    countLackingLeadsRoute,
    countLeadsRoute,
    changeLeadsRoute,
    listLeadChangesRoute,
    getLeadChangeRoute,
    undoLeadChangeRoute,
  ].map((make) => make(deps));
