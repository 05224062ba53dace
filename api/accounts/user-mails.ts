import { listFailedUserMails } from '../../db/messages/user-mails.js';
import {
  listFailedUserMailsContract,
  retryUserMailContract,
  SERVICE_MAIL_KINDS,
  type ServiceMailKind,
} from '../../schemas/accounts/user-mails.js';
import { systemSender } from '../../services/channels/system-sender.js';
import { isRetryable, retryUserMail } from '../../services/messages/failed-user-mails.js';
import { noticeChannelOf } from '../../services/messages/notices.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const MOST = 100;

export const listFailedUserMailsRoute = (_deps: ApiDependencies) =>
  route(listFailedUserMailsContract).handle(async ({ account, db, now }) => {
    const rows = await listFailedUserMails(db, account.id, { kinds: SERVICE_MAIL_KINDS, limit: MOST });
    return {
      status: 200,
      body: {
        success: true,
        user_mails: rows.map((row) => ({
          id: row.id,
          kind: row.kind as ServiceMailKind,
          to: (noticeChannelOf(row.kind) && row.user_email) ?? row.to_address,
          failure: row.failure,
          created_at: row.created_at.toISOString(),
          retryable: isRetryable(row, now),
        })),
      },
    };
  });

export const retryUserMailRoute = ({ config }: ApiDependencies) => {
  const access = { system: systemSender(config) };
  return route(retryUserMailContract).handle(async ({ account, work, params }) => {
    const id = pathId(params.id, 'MESSAGE_NOT_FOUND');
    const result = await retryUserMail(work, access, account.id, id);
    if (result === 'missing') throw new ApiError('MESSAGE_NOT_FOUND');
    if (result === 'ended') {
      throw new ApiError('NOT_MODIFIABLE', {
        message: 'The email was sent, or it has expired. Create a new link or invitation instead.',
      });
    }
    return { status: 202, body: { success: true } };
  });
};
