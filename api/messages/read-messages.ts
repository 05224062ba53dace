import { findMessage, listMessages as listRows } from '../../db/messages.js';
import { getMessage, listMessages, MESSAGE_FILTERS } from '../../schemas/messages.js';
import type { ApiDependencies } from '../dependencies.js';
import { wordsFilter } from '../fields.js';
import { idPage, idPageOf } from '../paging.js';
import { found, pathId } from '../path-id.js';
import { route } from '../route.js';
import { toMessage } from './to-message.js';

const KIND = 'messages';

export const listMessagesRoute = (_deps: ApiDependencies) =>
  route(listMessages).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const filter = {
      leadId: query.lead_id?.toLowerCase(),
      agentId: query.workflow_id?.toLowerCase(),
      agentRunId: query.workflow_run_id?.toLowerCase(),
      statuses: wordsFilter(query.status, MESSAGE_FILTERS.status, '/status'),
      channels: wordsFilter(query.channel, MESSAGE_FILTERS.channel, '/channel'),
      direction: query.direction,
    };
    const { rows, pagination } = idPageOf(KIND, await listRows(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, messages: rows.map(toMessage), pagination } };
  });

export const getMessageRoute = (_deps: ApiDependencies) =>
  route(getMessage).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'MESSAGE_NOT_FOUND');
    const row = found(await findMessage(db, account.id, id), 'MESSAGE_NOT_FOUND');
    return { status: 200, body: { success: true, message: toMessage(row) } };
  });
