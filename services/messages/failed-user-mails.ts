import { lockUserMail, requeueUserMail } from '../../db/messages/user-mails.js';
import type { UserMailRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { SERVICE_MAIL_KINDS, type ServiceMailKind } from '../../schemas/accounts/user-mails.js';
import { startUserMail } from '../instructions/messages.js';
import { type MailAccess, outgoingSender } from './mail-access.js';
import { noticeChannelOf } from './notices.js';

const isServiceMail = (kind: UserMailRow['kind']): kind is ServiceMailKind =>
  (SERVICE_MAIL_KINDS as readonly string[]).includes(kind);

/** Returns whether a failed mail can be sent again: its link is still valid, and its content is known. */
export const isRetryable = (
  { kind, content, expires_at }: Pick<UserMailRow, 'kind' | 'content' | 'expires_at'>,
  now: Date,
): boolean => expires_at > now && (content !== null || noticeChannelOf(kind) !== undefined);

/** Sends a failed mail again, through the sender that new ones get. Returns why not if it can't. */
export async function retryUserMail(
  work: Work,
  access: Pick<MailAccess, 'system'>,
  accountId: string,
  id: string,
): Promise<'retried' | 'missing' | 'ended'> {
  const { tx, now } = work;
  const mail = await lockUserMail(tx, id);
  if (mail?.account_id !== accountId || !isServiceMail(mail.kind)) return 'missing';
  if (mail.status !== 'failed' || !isRetryable(mail, now)) return 'ended';
  const channel = noticeChannelOf(mail.kind);
  const sender = channel && channel !== 'email' ? undefined : await outgoingSender(tx, access, accountId);
  await requeueUserMail(tx, id, sender ? { sender_id: sender.id } : {});
  await startUserMail(work, mail, { again: true });
  return 'retried';
}
