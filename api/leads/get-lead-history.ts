import { findLeadWithHistoryDates, listHistory } from '../../db/leads/lead-history.js';
import { getLeadHistoryContract, HISTORY_TYPES } from '../../schemas/events/history.js';
import { toHistoryItem } from '../../services/leads/history-view.js';
import { viewLead } from '../../services/leads/lead-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, pageOf } from '../http/request/paging.js';
import { pathId } from '../http/request/path-id.js';
import { listOf, momentOf } from '../http/request/query.js';
import { route } from '../http/route.js';
import { visible } from './find.js';

export const getLeadHistoryRoute = (_deps: ApiDependencies) =>
  route(getLeadHistoryContract).handle(async ({ account, params, query, db }) => {
    const { limit = DEFAULT_LIMIT, offset = 0, order = 'asc' } = query;
    const row = visible(await findLeadWithHistoryDates(db, account.id, pathId(params.id, 'LEAD_NOT_FOUND')));
    const kind = `history/${order}`;
    const filter = {
      leadId: row.id,
      channels: listOf(query.channel),
      runId: query.workflow_run_id,
      types: new Set<string>(listOf(query.types) ?? HISTORY_TYPES),
      after: momentOf(query.after, 'after'),
      before: momentOf(query.before, 'before'),
    };
    const afterId = decodeCursor(query.cursor, kind)?.[0];
    const [lead, found] = await Promise.all([
      viewLead(db, row),
      listHistory(db, filter, { order, offset, limit, afterId }),
    ]);
    const { rows, pagination } = pageOf(found, limit, (last) => encodeCursor(kind, [last.row.id]));
    return {
      status: 200,
      body: {
        success: true,
        lead,
        history: rows.map(toHistoryItem),
        ...(row.gone_before ? { activities_put_away_before: row.gone_before.toISOString() } : {}),
        pagination,
      },
    };
  });
