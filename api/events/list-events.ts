import type { Db } from '../../db/connection.js';
import { findEventSeq, listEvents } from '../../db/events/event-list.js';
import { isUuid } from '../../runtime/ids.js';
import { EVENT_KINDS } from '../../schemas/events/events.js';
import { listEventsContract } from '../../schemas/events/history.js';
import { toEventRecord } from '../../services/leads/history-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { DEFAULT_LIMIT, pageOf } from '../http/request/paging.js';
import { listOf, momentOf } from '../http/request/query.js';
import { route } from '../http/route.js';

const KINDS = new Set<string>(EVENT_KINDS);
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

export const listEventsRoute = (_deps: ApiDependencies) =>
  route(listEventsContract).handle(async ({ account, query, db }) => {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const types = listOf(query.types);
    const unknown = types?.find((type) => !KINDS.has(type));
    if (unknown !== undefined) throw new ApiError('UNKNOWN_EVENT', { field: '/types' });
    const filter = { types, leadId: query.lead_id?.toLowerCase(), ...(await positionOf(db, account.id, query.after)) };
    const found = await listEvents(db, account.id, filter, limit);
    const { rows, pagination } = pageOf(found, limit, (last) => last.id);
    return { status: 200, body: { success: true, events: rows.map(toEventRecord), pagination } };
  });

/** Returns the position to continue from: after an event that the caller has, or from a time. */
async function positionOf(db: Db, accountId: string, after: string | undefined) {
  if (after === undefined) return {};
  if (MOMENT.test(after)) return { since: momentOf(after, 'after') };
  const afterSeq = isUuid(after) ? await findEventSeq(db, accountId, after.toLowerCase()) : undefined;
  if (afterSeq === undefined) {
    const message = "The event doesn't exist or has been purged. Continue from a time instead.";
    throw new ApiError('VALIDATION_ERROR', { message, field: '/after' });
  }
  return { afterSeq };
}
