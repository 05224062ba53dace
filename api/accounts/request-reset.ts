import { setTimeout as pause } from 'node:timers/promises';
import { findAccount } from '../../db/accounts/accounts.js';
import { findUserByEmail } from '../../db/accounts/users.js';
import { findOutgoingEmailSender } from '../../db/channels/email-senders.js';
import type { Work } from '../../db/work.js';
import { addressPrefix } from '../../runtime/address-prefix.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { createSecretBox, type SecretBox } from '../../runtime/secret-box.js';
import { requestResetContract } from '../../schemas/accounts/people.js';
import { issueLink } from '../../services/accounts/links.js';
import { mailLink } from '../../services/messages/user-mails.js';
import type { ApiDependencies } from '../dependencies.js';
import { commit } from '../http/commit.js';
import { route } from '../http/route.js';
import { refuseCrossSite } from '../http/session.js';
import { countTry } from './sign-in-tries.js';

/** Every answer takes so long, so that its time doesn't tell whether an address has a user. */
const ANSWER_MS = 400;

export const requestResetRoute = (deps: ApiDependencies) => {
  const box = createSecretBox(secretsOf(deps.config));
  return route(requestResetContract).handle(async ({ req, db, now, body }) => {
    refuseCrossSite(req, deps.config);
    const email = body.email.trim().toLowerCase();
    await countTry(db, [
      ['address', addressPrefix(req.ip ?? '')],
      ['reset', email],
    ]);
    const mailed = commit(deps, now, (work) => mailTo(work, box, email, publicUrl(deps.config)));
    await Promise.all([mailed, pause(ANSWER_MS)]);
    return { status: 202, body: { success: true } };
  });
};

/** Mails a link to whoever signs in with an address, where there is somebody and their account has a mail server. */
async function mailTo(work: Work, box: SecretBox, email: string, base: string): Promise<void> {
  const { tx, now } = work;
  const user = await findUserByEmail(tx, email);
  // Without a mail server a link would only end the one that an owner has made.
  if (!user || !(await findOutgoingEmailSender(tx, user.account_id))) return;
  const account = await findAccount(tx, user.account_id);
  const link = { accountId: account.id, kind: 'reset', userId: user.id, createdBy: `user:${user.id}` } as const;
  const { row, path } = await issueLink(tx, now, link);
  await mailLink(work, box, {
    ...{ accountId: account.id, account: account.name, kind: 'reset', userId: user.id, by: null },
    ...{ to: user.email, url: base + path, expiresAt: row.expires_at },
  });
}
