import { findCalendarConnection } from '../../db/meetings/calendar-connections.js';
import * as hosts from '../../db/meetings/hosts.js';
import { lockTypesOfHostAlone } from '../../db/meetings/meeting-types.js';
import type { HostRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import {
  createHostContract,
  deleteHostContract,
  getHostContract,
  type Host,
  listHostsContract,
  updateHostContract,
} from '../../schemas/meetings/hosts.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { emailField, timezoneField } from '../http/request/fields.js';
import { contentTag, requireMatch } from '../http/request/if-match.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'hosts';

const toHost = (row: HostRow): Host => ({
  id: row.id,
  name: row.name,
  email: row.email,
  timezone: row.timezone,
  max_per_day: row.max_per_day,
  is_active: row.is_active,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const listHostsRoute = (_deps: ApiDependencies) =>
  route(listHostsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(
      KIND,
      await hosts.listHosts(db, account.id, page, { isActive: query.is_active }),
      page.limit,
    );
    return { status: 200, body: { success: true, hosts: rows.map(toHost), pagination } };
  });

export const getHostRoute = (_deps: ApiDependencies) =>
  route(getHostContract).handle(async ({ account, db, params }) => {
    const row = found(await hosts.findHost(db, account.id, pathId(params.id, 'HOST_NOT_FOUND')), 'HOST_NOT_FOUND');
    const host = toHost(row);
    const calendar = await findCalendarConnection(db, account.id, row.id);
    const body = { success: true as const, host, calendar_connected: calendar !== undefined };
    return { status: 200, headers: { ETag: contentTag(host) }, body };
  });

export const createHostRoute = (_deps: ApiDependencies) =>
  route(createHostContract).handle(async ({ account, db, body, now }) => {
    const row: HostRow = {
      id: newId(),
      account_id: account.id,
      name: body.name,
      email: emailField(body.email, '/email'),
      timezone: timezoneField(body.timezone, '/timezone'),
      max_per_day: body.max_per_day ?? null,
      is_active: body.is_active ?? true,
      created_at: now,
      updated_at: now,
    };
    await hosts.insertHost(db, row);
    return { status: 201, body: { success: true, host: toHost(row) } };
  });

export const updateHostRoute = (_deps: ApiDependencies) =>
  route(updateHostContract).handle(async ({ account, db, params, body, now, req }) => {
    const id = pathId(params.id, 'HOST_NOT_FOUND');
    const row = found(await hosts.lockHost(db, account.id, id), 'HOST_NOT_FOUND');
    await requireMatch(req, () => toHost(row));
    const changes: Partial<HostRow> = { updated_at: now };
    if (body.name !== undefined) changes.name = body.name;
    if (body.email !== undefined) changes.email = emailField(body.email, '/email');
    if (body.timezone !== undefined) changes.timezone = timezoneField(body.timezone, '/timezone');
    if (body.max_per_day !== undefined) changes.max_per_day = body.max_per_day;
    if (body.is_active !== undefined) changes.is_active = body.is_active;
    await hosts.updateHost(db, id, changes);
    const host = toHost({ ...row, ...changes });
    return { status: 200, headers: { ETag: contentTag(host) }, body: { success: true, host } };
  });

export const deleteHostRoute = (_deps: ApiDependencies) =>
  route(deleteHostContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'HOST_NOT_FOUND');
    found(await hosts.lockHost(db, account.id, id), 'HOST_NOT_FOUND');
    if (await hosts.hostHasLiveMeetings(db, now, id)) {
      throw new ApiError('IN_USE', { message: 'The host has upcoming meetings. Cancel them first.' });
    }
    const [alone] = await lockTypesOfHostAlone(db, account.id, id);
    if (alone) {
      const message = `The host is the only one of the meeting type ${alone.name}. Add another host to it first.`;
      throw new ApiError('IN_USE', { message });
    }
    await hosts.deleteHost(db, id);
    return { status: 204, body: null };
  });
