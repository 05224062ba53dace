import type { Knex } from 'knex';
import { findDefaultEmailSender } from '../db/email-senders.js';
import {
  claimDigest,
  type EmailDigest,
  finishDigest,
  LINES_SHOWN,
  listJobDigests,
  listNotificationLines,
  listWaitingDigests,
  postponeDigest,
  WAITING_AT_ONCE,
} from '../db/notifications.js';
import type { EmailProviders } from '../providers/email/index.js';
import type { EmailProvider } from '../providers/email/provider.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { providerConfigOf } from '../services/email-senders.js';

/** What sending digests needs. */
export interface DigestDependencies {
  db: Knex;
  email: EmailProviders;
  box: SecretBox;
  /** Aborted once the process is to end, which leaves what waits to other processes. */
  stopping?: AbortSignal | undefined;
}

/** Mails the digests that a cycle of a job left for users. */
export const sendDigests = async (deps: DigestDependencies, accountId: string, jobId: string): Promise<void> =>
  mailEach(deps, await listJobDigests(deps.db, accountId, jobId));

/**
 * Mails the digests of all accounts that no cycle mails: what cadences told users, and what waited for a sender. Those
 * that have to wait on are passed over, so that they keep none waiting behind them.
 */
export async function sendWaitingDigests(deps: DigestDependencies): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined && !deps.stopping?.aborted; ) {
    const digests = await listWaitingDigests(deps.db, after);
    await mailEach(deps, digests);
    after = digests[WAITING_AT_ONCE - 1]?.id;
  }
}

/**
 * Mails digests one by one. Where one breaks the others are mailed all the same, and then it is told. A process that is
 * to end begins no other one: a slow mail server would outlast the time that it is given.
 */
async function mailEach(deps: DigestDependencies, digests: readonly EmailDigest[]): Promise<void> {
  const errors: unknown[] = [];
  for (const digest of digests) {
    if (deps.stopping?.aborted) break;
    await mail(deps, digest).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * Mails a digest, once: one whose sending was cut off is not sent again. Without a sender, or with one whose settings
 * can't be read, it waits and says so; where the server refuses it, it stays readable in the list and says so too.
 */
async function mail({ db, email, box }: DigestDependencies, digest: EmailDigest): Promise<void> {
  const { id, account_id: accountId } = digest;
  const sender = await findDefaultEmailSender(db, accountId);
  if (!sender) return postponeDigest(db, id, 'It waits for an e-mail sender of the account.');
  let provider: EmailProvider;
  try {
    provider = email.for(providerConfigOf(sender, box));
  } catch {
    return postponeDigest(db, id, 'The settings of the sender cannot be read.');
  }
  if (!(await claimDigest(db, id))) return;
  const lines = (await listNotificationLines(db, [id])).get(id) ?? [];
  const more = lines.length > LINES_SHOWN ? [`and ${lines.length - LINES_SHOWN} more`] : [];
  const outcome = await provider.send({
    messageId: id,
    accountId,
    from: { address: sender.from_email, name: sender.from_name },
    to: { address: digest.email, name: digest.name },
    subject: digest.title,
    text: [...lines.slice(0, LINES_SHOWN).map(({ text }) => `- ${text}`), ...more].join('\n'),
  });
  const sent = outcome.kind === 'accepted';
  await finishDigest(db, id, sent ? 'delivered' : 'failed', sent ? null : `The mail was not taken: ${outcome.kind}.`);
}
