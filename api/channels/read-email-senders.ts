import { findEmailSender, listEmailSenders } from '../../db/channels/email-senders.js';
import { getEmailSenderContract, listEmailSendersContract } from '../../schemas/channels/email-senders.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { toEmailSender } from './to-email-sender.js';

const KIND = 'email_senders';

export const listEmailSendersRoute = (_deps: ApiDependencies) =>
  route(listEmailSendersContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listEmailSenders(db, account.id, page), page.limit);
    return { status: 200, body: { success: true, email_senders: rows.map(toEmailSender), pagination } };
  });

export const getEmailSenderRoute = (_deps: ApiDependencies) =>
  route(getEmailSenderContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    const row = found(await findEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    return { status: 200, body: { success: true, email_sender: toEmailSender(row) } };
  });
