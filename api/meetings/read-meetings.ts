import { listMeetings as findMeetings, findNamedMeeting } from '../../db/meetings.js';
import { getMeeting, listLeadMeetings, listMeetings } from '../../schemas/meeting-changes.js';
import { MEETING_STATUSES } from '../../schemas/meetings.js';
import { toMeetingDetails } from '../../services/meetings/view.js';
import type { ApiDependencies } from '../dependencies.js';
import { wordsFilter } from '../fields.js';
import { requireLead } from '../leads/find.js';
import { idPage, idPageOf } from '../paging.js';
import { found, pathId } from '../path-id.js';
import { momentOf } from '../query.js';
import { route } from '../route.js';

const KIND = 'meetings';

export const listMeetingsRoute = (_deps: ApiDependencies) =>
  route(listMeetings).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const filter = {
      leadId: query.lead_id?.toLowerCase(),
      hostId: query.host_id?.toLowerCase(),
      agentId: query.workflow_id?.toLowerCase(),
      meetingTypeId: query.meeting_type_id?.toLowerCase(),
      statuses: wordsFilter(query.status, MEETING_STATUSES, '/status'),
      locationType: query.location_type,
      from: momentOf(query.from, 'from'),
      to: momentOf(query.to, 'to'),
    };
    const { rows, pagination } = idPageOf(KIND, await findMeetings(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, meetings: rows.map(toMeetingDetails), pagination } };
  });

export const listLeadMeetingsRoute = (_deps: ApiDependencies) =>
  route(listLeadMeetings).handle(async ({ account, db, params, query }) => {
    const lead = await requireLead(db, account.id, params.id);
    const page = idPage(KIND, query);
    const filter = {
      leadId: lead.id,
      statuses: wordsFilter(query.status, MEETING_STATUSES, '/status'),
      locationType: query.location_type,
    };
    const { rows, pagination } = idPageOf(KIND, await findMeetings(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, meetings: rows.map(toMeetingDetails), pagination } };
  });

export const getMeetingRoute = (_deps: ApiDependencies) =>
  route(getMeeting).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'MEETING_NOT_FOUND');
    const row = found(await findNamedMeeting(db, account.id, id), 'MEETING_NOT_FOUND');
    return { status: 200, body: { success: true, meeting: toMeetingDetails(row) } };
  });
