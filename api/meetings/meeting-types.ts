import { listTemplatesByIds } from '../../db/channels/templates.js';
import type { Db } from '../../db/connection.js';
import { fromJson } from '../../db/connection.js';
import { lockAllHosts } from '../../db/meetings/hosts.js';
import * as types from '../../db/meetings/meeting-types.js';
import type { MeetingTypeHostRow, MeetingTypeRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import {
  type Assignment,
  createMeetingTypeContract,
  deleteMeetingTypeContract,
  getMeetingTypeContract,
  listMeetingTypesContract,
  type MeetingType,
  type MeetingTypeChange,
  updateMeetingTypeContract,
} from '../../schemas/meetings/meeting-types.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { contentTag, requireMatch } from '../http/request/if-match.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'meeting-types';

const toMeetingType = (row: MeetingTypeRow, hosts: readonly MeetingTypeHostRow[]): MeetingType => ({
  id: row.id,
  name: row.name,
  description: row.description,
  duration_minutes: row.duration_minutes,
  location_type: row.location_type,
  location_details: row.location_details,
  meeting_url: row.meeting_url,
  conference: row.conference,
  on_calendar_move: row.on_calendar_move,
  on_calendar_delete: row.on_calendar_delete,
  buffer_before_minutes: row.buffer_before_minutes,
  buffer_after_minutes: row.buffer_after_minutes,
  minimum_notice_minutes: row.minimum_notice_minutes,
  max_days_ahead: row.max_days_ahead,
  slot_interval_minutes: row.slot_interval_minutes,
  max_per_day: row.max_per_day,
  invite_by_default: row.invite_by_default,
  reminders: fromJson<MeetingType['reminders']>(row.reminders),
  hosts: hosts.map(({ host_id, weight, priority }) => ({ host_id, weight, priority })),
  assignment: row.assignment as Assignment,
  questions: fromJson<MeetingType['questions']>(row.questions),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

async function shown(db: Db, row: MeetingTypeRow): Promise<MeetingType> {
  return toMeetingType(row, (await types.listTypeHosts(db, [row.id])).get(row.id) ?? []);
}

/** The columns that a request gives; JSON and flags in the form they are stored in. */
function columnsOf({ hosts: _hosts, ...change }: MeetingTypeChange): Partial<MeetingTypeRow> {
  const { invite_by_default, reminders, questions, ...plain } = change;
  return {
    ...plain,
    ...(invite_by_default === undefined ? {} : { invite_by_default }),
    ...(reminders === undefined ? {} : { reminders: JSON.stringify(reminders) }),
    ...(questions === undefined ? {} : { questions: JSON.stringify(questions) }),
  };
}

/** The hosts that a request lists, each of them the account's own. */
async function hostsField(
  db: Db,
  accountId: string,
  typeId: string,
  hosts: MeetingTypeChange['hosts'],
): Promise<MeetingTypeHostRow[] | undefined> {
  if (hosts === undefined) return undefined;
  const rows = hosts.map(({ host_id, weight = 1, priority = 0 }) => ({
    meeting_type_id: typeId,
    host_id: host_id.toLowerCase(),
    account_id: accountId,
    weight,
    priority,
  }));
  const ids = rows.map(({ host_id }) => host_id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice !== -1) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'A host can be listed only once.',
      field: `/hosts/${twice}/host_id`,
    });
  }
  const known = await types.holdKnownHosts(db, accountId, ids);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown !== -1) throw new ApiError('HOST_NOT_FOUND', { field: `/hosts/${unknown}/host_id` });
  return rows;
}

async function checkReminders(db: Db, accountId: string, reminders: MeetingTypeChange['reminders']): Promise<void> {
  const ids = (reminders ?? []).flatMap(({ template_id }) => (template_id ? [template_id.toLowerCase()] : []));
  if (ids.length === 0) return;
  const known = new Set((await listTemplatesByIds(db, accountId, ids)).map(({ id }) => id));
  const index = (reminders ?? []).findIndex(({ template_id }) => template_id && !known.has(template_id.toLowerCase()));
  if (index !== -1) throw new ApiError('TEMPLATE_NOT_FOUND', { field: `/reminders/${index}/template_id` });
}

export const listMeetingTypesRoute = (_deps: ApiDependencies) =>
  route(listMeetingTypesContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await types.listMeetingTypes(db, account.id, page), page.limit);
    const hosts = await types.listTypeHosts(
      db,
      rows.map(({ id }) => id),
    );
    const items = rows.map((row) => toMeetingType(row, hosts.get(row.id) ?? []));
    return { status: 200, body: { success: true, meeting_types: items, pagination } };
  });

export const getMeetingTypeRoute = (_deps: ApiDependencies) =>
  route(getMeetingTypeContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'MEETING_TYPE_NOT_FOUND');
    const row = found(await types.findMeetingType(db, account.id, id), 'MEETING_TYPE_NOT_FOUND');
    const meeting_type = await shown(db, row);
    return { status: 200, headers: { ETag: contentTag(meeting_type) }, body: { success: true, meeting_type } };
  });

/** The defaults of a meeting type. */
const DEFAULTS = {
  description: null,
  location_type: 'video',
  location_details: null,
  meeting_url: null,
  conference: null,
  on_calendar_move: 'flag',
  on_calendar_delete: 'flag',
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  minimum_notice_minutes: 0,
  max_days_ahead: 365,
  max_per_day: null,
  invite_by_default: false,
  assignment: 'round_robin',
  reminders: '[]',
  questions: '[]',
} as const;

const HALF_HOUR = 30;

export const createMeetingTypeRoute = (_deps: ApiDependencies) =>
  route(createMeetingTypeContract).handle(async ({ account, db, body, now }) => {
    const id = newId();
    const hosts = (await hostsField(db, account.id, id, body.hosts)) ?? [];
    await checkReminders(db, account.id, body.reminders);
    const row: MeetingTypeRow = {
      ...DEFAULTS,
      slot_interval_minutes: Math.min(body.duration_minutes, HALF_HOUR),
      ...columnsOf(body),
      id,
      account_id: account.id,
      name: body.name,
      duration_minutes: body.duration_minutes,
      created_at: now,
      updated_at: now,
    };
    await types.insertMeetingType(db, row, hosts);
    return { status: 201, body: { success: true, meeting_type: await shown(db, row) } };
  });

export const updateMeetingTypeRoute = (_deps: ApiDependencies) =>
  route(updateMeetingTypeContract).handle(async ({ account, db, params, body, now, req }) => {
    const id = pathId(params.id, 'MEETING_TYPE_NOT_FOUND');
    const row = found(await types.lockMeetingType(db, account.id, id), 'MEETING_TYPE_NOT_FOUND');
    await requireMatch(req, () => shown(db, row));
    const hosts = await hostsField(db, account.id, id, body.hosts);
    await checkReminders(db, account.id, body.reminders);
    const changes = { ...columnsOf(body), updated_at: now };
    await types.updateMeetingType(db, id, changes, hosts);
    const meeting_type = await shown(db, { ...row, ...changes });
    return { status: 200, headers: { ETag: contentTag(meeting_type) }, body: { success: true, meeting_type } };
  });

export const deleteMeetingTypeRoute = (_deps: ApiDependencies) =>
  route(deleteMeetingTypeContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'MEETING_TYPE_NOT_FOUND');
    // A booking of it that is under way is seen here, or sees that it is gone.
    await lockAllHosts(db, account.id);
    found(await types.lockMeetingType(db, account.id, id), 'MEETING_TYPE_NOT_FOUND');
    if (await types.typeHasLiveMeetings(db, now, account.id, id)) {
      throw new ApiError('IN_USE', { message: 'The type has upcoming meetings. Cancel them first.' });
    }
    await types.deleteMeetingType(db, id);
    return { status: 204, body: null };
  });
