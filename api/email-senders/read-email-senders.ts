import { findEmailSender, listEmailSenders as listRows } from '../../db/email-senders.js';
import { getEmailSender, listEmailSenders } from '../../schemas/email-senders.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../paging.js';
import { found, pathId } from '../path-id.js';
import { route } from '../route.js';
import { toEmailSender } from './to-email-sender.js';

const KIND = 'email_senders';

export const listEmailSendersRoute = (_deps: ApiDependencies) =>
  route(listEmailSenders).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listRows(db, account.id, page), page.limit);
    return { status: 200, body: { success: true, email_senders: rows.map(toEmailSender), pagination } };
  });

export const getEmailSenderRoute = (_deps: ApiDependencies) =>
  route(getEmailSender).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    const row = found(await findEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    return { status: 200, body: { success: true, email_sender: toEmailSender(row) } };
  });
