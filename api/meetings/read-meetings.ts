import { findNamedMeeting, listMeetings } from '../../db/meetings/meetings.js';
import {
  getMeetingContract,
  listLeadMeetingsContract,
  listMeetingsContract,
} from '../../schemas/meetings/meeting-changes.js';
import { MEETING_STATUSES } from '../../schemas/meetings/meetings.js';
import { toMeetingDetails } from '../../services/meetings/meeting-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { wordsFilter } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { momentOf } from '../http/request/query.js';
import { includedFor } from '../http/response/included.js';
import { route } from '../http/route.js';
import { requireLead } from '../leads/find.js';

const KIND = 'meetings';

export const listMeetingsRoute = (_deps: ApiDependencies) =>
  route(listMeetingsContract).handle(async (input) => {
    const { account, db, query } = input;
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
    const { rows, pagination } = idPageOf(KIND, await listMeetings(db, account.id, filter, page), page.limit);
    const meetings = rows.map(toMeetingDetails);
    return { status: 200, body: { success: true, meetings, ...(await includedFor(input, rows)), pagination } };
  });

export const listLeadMeetingsRoute = (_deps: ApiDependencies) =>
  route(listLeadMeetingsContract).handle(async ({ account, db, params, query }) => {
    const lead = await requireLead(db, account.id, params.id);
    const page = idPage(KIND, query);
    const filter = {
      leadId: lead.id,
      statuses: wordsFilter(query.status, MEETING_STATUSES, '/status'),
      locationType: query.location_type,
    };
    const { rows, pagination } = idPageOf(KIND, await listMeetings(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, meetings: rows.map(toMeetingDetails), pagination } };
  });

export const getMeetingRoute = (_deps: ApiDependencies) =>
  route(getMeetingContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'MEETING_NOT_FOUND');
    const row = found(await findNamedMeeting(db, account.id, id), 'MEETING_NOT_FOUND');
    return { status: 200, body: { success: true, meeting: toMeetingDetails(row) } };
  });
