import { findMessage, listMessages } from '../../db/messages/messages.js';
import { getMessageContract, listMessagesContract, MESSAGE_FILTERS } from '../../schemas/messages/messages.js';
import { toMessage } from '../../services/messages/message-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { wordsFilter } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { includedFor } from '../http/response/included.js';
import { route } from '../http/route.js';

const KIND = 'messages';

export const listMessagesRoute = (_deps: ApiDependencies) =>
  route(listMessagesContract).handle(async (input) => {
    const { account, db, query } = input;
    const page = idPage(KIND, query);
    const filter = {
      leadId: query.lead_id?.toLowerCase(),
      agentId: query.workflow_id?.toLowerCase(),
      agentRunId: query.workflow_run_id?.toLowerCase(),
      statuses: wordsFilter(query.status, MESSAGE_FILTERS.status, '/status'),
      channels: wordsFilter(query.channel, MESSAGE_FILTERS.channel, '/channel'),
      direction: query.direction,
    };
    const { rows, pagination } = idPageOf(KIND, await listMessages(db, account.id, filter, page), page.limit);
    const messages = rows.map(toMessage);
    return { status: 200, body: { success: true, messages, ...(await includedFor(input, rows)), pagination } };
  });

export const getMessageRoute = (_deps: ApiDependencies) =>
  route(getMessageContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'MESSAGE_NOT_FOUND');
    const row = found(await findMessage(db, account.id, id), 'MESSAGE_NOT_FOUND');
    return { status: 200, body: { success: true, message: toMessage(row) } };
  });
