import {
  LINES_SHOWN,
  listNotificationLines,
  listNotifications,
  markNotificationRead,
} from '../../db/jobs/notifications.js';
import { listNotificationsContract, readNotificationContract } from '../../schemas/jobs/job-results.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'notifications';

export const listNotificationsRoute = (_deps: ApiDependencies) =>
  route(listNotificationsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const filter = {
      user_id: query.user_id?.toLowerCase(),
      unread: query.unread === undefined ? undefined : query.unread === 'true',
    };
    const { rows, pagination } = idPageOf(KIND, await listNotifications(db, account.id, filter, page), page.limit);
    const lines = await listNotificationLines(
      db,
      rows.map((row) => row.id),
    );
    const notifications = rows.map((row) => ({
      id: row.id,
      user_id: row.user_id,
      channel: row.channel,
      title: row.title,
      lines: (lines.get(row.id) ?? []).slice(0, LINES_SHOWN).map(({ lead_id, text }) => ({ lead_id, text })),
      background_job_id: row.source_kind === 'job' ? row.source_id : null,
      status: row.status === 'sending' ? 'queued' : row.status,
      read_at: row.read_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }));
    return { status: 200, body: { success: true, notifications, pagination } };
  });

export const readNotificationRoute = (_deps: ApiDependencies) =>
  route(readNotificationContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'NOTIFICATION_NOT_FOUND');
    if (!(await markNotificationRead(db, now, account.id, id))) throw new ApiError('NOTIFICATION_NOT_FOUND');
    return { status: 200, body: { success: true } };
  });
