import { setTimeout as pause } from 'node:timers/promises';
import { findAccount } from '../../db/accounts/accounts.js';
import { listUsersByEmail } from '../../db/accounts/users.js';
import type { UserRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { addressPrefix } from '../../runtime/address-prefix.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { requestPasswordResetContract } from '../../schemas/accounts/people.js';
import { issueLink } from '../../services/accounts/links.js';
import { systemMail } from '../../services/channels/system-sender.js';
import { type MailAccess, outgoingSender } from '../../services/messages/mail-access.js';
import { mailLink } from '../../services/messages/user-mails.js';
import type { ApiDependencies } from '../dependencies.js';
import { refuseCrossSite } from '../http/auth/session.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { countTry } from './sign-in-tries.js';

/** Every answer takes so long, so that its time doesn't tell whether an address has a user. */
const ANSWER_MS = 400;

export const requestPasswordResetRoute = (deps: ApiDependencies) => {
  const access = { box: createSecretBox(secretsOf(deps.config)), system: systemMail(deps.config) };
  return route(requestPasswordResetContract).handle(async ({ req, db, now, body }) => {
    refuseCrossSite(req, deps.config);
    // The same for any address: it tells nothing of its user.
    if (deps.config.OIDC_REQUIRED) throw new ApiError('SINGLE_SIGN_ON_REQUIRED');
    const email = body.email.trim().toLowerCase();
    await countTry(db, [
      ['address', addressPrefix(req.ip ?? '')],
      ['reset', email],
    ]);
    const mailed = commit(deps, now, (work) => mailTo(work, access, email, publicUrl(deps.config)));
    await Promise.all([mailed, pause(ANSWER_MS)]);
    return { status: 202, body: { success: true } };
  });
};

/** Mails a link to each user with an address whose account has a mail server. */
async function mailTo(work: Work, access: MailAccess, email: string, base: string): Promise<void> {
  for (const user of await listUsersByEmail(work.tx, email)) await mailLinkTo(work, access, user, base);
}

async function mailLinkTo(work: Work, access: MailAccess, user: UserRow, base: string): Promise<void> {
  const { tx, now } = work;
  // Without a mail server no one would receive the link.
  if (!(await outgoingSender(tx, access, user.account_id))) return;
  const account = await findAccount(tx, user.account_id);
  const createdBy = `user:${user.id}`;
  // Anyone can ask: a stranger who does must not end the link that the user has just received.
  const link = { accountId: account.id, kind: 'reset', userId: user.id, createdBy, keepsEarlier: true } as const;
  const { row, path } = await issueLink(tx, now, link);
  await mailLink(work, access, {
    accountId: account.id,
    account: account.name,
    kind: 'reset',
    userId: user.id,
    by: null,
    to: user.email,
    language: user.language,
    url: base + path,
    expiresAt: row.expires_at,
  });
}
