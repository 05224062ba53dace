import { listFailedUserMailsContract, retryUserMailContract } from '../../schemas/accounts/user-mails.js';
import { failedUserMails, retryUserMail } from '../../services/messages/failed-user-mails.js';
import { noticeChannelOf } from '../../services/messages/notices.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

export const listFailedUserMailsRoute = (_deps: ApiDependencies) =>
  route(listFailedUserMailsContract).handle(async ({ account, db, now }) => ({
    status: 200,
    body: {
      success: true,
      user_mails: (await failedUserMails(db, now, account.id)).map((row) => ({
        id: row.id,
        kind: row.kind,
        to: (noticeChannelOf(row.kind) && row.user_email) ?? row.to_address,
        failure: row.failure,
        created_at: row.created_at.toISOString(),
        retryable: row.retryable,
      })),
    },
  }));

export const retryUserMailRoute = (_deps: ApiDependencies) =>
  route(retryUserMailContract).handle(async ({ account, work, params }) => {
    const id = pathId(params.id, 'MESSAGE_NOT_FOUND');
    const result = await retryUserMail(work, account.id, id);
    if (result === 'missing') throw new ApiError('MESSAGE_NOT_FOUND');
    if (result === 'ended') {
      throw new ApiError('NOT_MODIFIABLE', {
        message: "The email was sent, or its link doesn't work any more. Create a new link or invitation instead.",
      });
    }
    return { status: 202, body: { success: true } };
  });
