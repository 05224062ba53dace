import { listUserTokens } from '../../db/accounts/user-tokens.js';
import type { Db } from '../../db/connection.js';
import {
  type FailedUserMail,
  listFailedUserMails,
  lockUserMail,
  requeueUserMail,
} from '../../db/messages/user-mails.js';
import type { UserMailRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { SERVICE_MAIL_KINDS, type ServiceMailKind } from '../../schemas/accounts/user-mails.js';
import { startUserMail } from '../instructions/messages.js';
import { noticeChannelOf } from './notices.js';

const MOST = 100;
const LINKS = ['invitation', 'reset'] as const;
const WITHOUT_LINK: readonly string[] = ['connection_lost', 'weekly_summary'];

/** Returns whether the service sends mails of a kind on its own, so that no user chose their sender. */
export const isServiceMail = (kind: UserMailRow['kind']): kind is ServiceMailKind =>
  (SERVICE_MAIL_KINDS as readonly string[]).includes(kind);

type Retried = Pick<UserMailRow, 'kind' | 'content' | 'expires_at'>;

/** Returns what decides about mails of an account: a mail can be sent again if its content is known and still true. */
async function retryableIn(db: Db, now: Date, accountId: string): Promise<(mail: Retried) => boolean> {
  const nameOf = ({ kind, expires_at }: { kind: string; expires_at: Date }) => `${kind}/${expires_at.getTime()}`;
  // A mail expires in the millisecond in which its link does.
  const links = await Promise.all(LINKS.map((kind) => listUserTokens(db, now, accountId, kind)));
  const open = new Set(links.flat().map(nameOf));
  return (mail) => {
    if (mail.expires_at <= now) return false;
    if (noticeChannelOf(mail.kind)) return true;
    return mail.content !== null && (WITHOUT_LINK.includes(mail.kind) || open.has(nameOf(mail)));
  };
}

/** Lists the failed mails of the service to users of an account, newest first, with what can be sent again. */
export async function failedUserMails(
  db: Db,
  now: Date,
  accountId: string,
): Promise<(FailedUserMail & { kind: ServiceMailKind; retryable: boolean })[]> {
  const rows = await listFailedUserMails(db, accountId, { kinds: SERVICE_MAIL_KINDS, limit: MOST });
  const isRetryable = await retryableIn(db, now, accountId);
  return rows.map((row) => ({ ...row, kind: row.kind as ServiceMailKind, retryable: isRetryable(row) }));
}

/** Sends a failed mail again, through the sender that new ones have. Returns why not if it can't. */
export async function retryUserMail(
  work: Work,
  accountId: string,
  id: string,
): Promise<'retried' | 'missing' | 'ended'> {
  const { tx, now } = work;
  const mail = await lockUserMail(tx, id);
  if (mail?.account_id !== accountId || !isServiceMail(mail.kind)) return 'missing';
  if (mail.status !== 'failed' || !(await retryableIn(tx, now, accountId))(mail)) return 'ended';
  await requeueUserMail(tx, id);
  await startUserMail(work, mail, { again: true });
  return 'retried';
}
