import type { Knex } from 'knex';
import { findDefaultEmailSender } from '../db/email-senders.js';
import { claimEmailDigests, finishDigest, LINES_SHOWN, listNotificationLines } from '../db/notifications.js';
import type { EmailProviders } from '../providers/email/index.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { providerConfigOf } from '../services/email-senders.js';

/** What sending digests needs. */
export interface DigestDependencies {
  db: Knex;
  email: EmailProviders;
  box: SecretBox;
}

/**
 * Mails the digests that a cycle of a job left for users, each once: one whose sending was cut off is not sent again.
 * Without a sender, or where the server refuses, the digest stays readable in the list and says so.
 */
export async function sendDigests(
  { db, email, box }: DigestDependencies,
  accountId: string,
  jobId: string,
): Promise<void> {
  const digests = await claimEmailDigests(db, accountId, jobId);
  if (digests.length === 0) return;
  const sender = await findDefaultEmailSender(db, accountId);
  const lines = await listNotificationLines(
    db,
    digests.map(({ id }) => id),
  );
  for (const digest of digests) {
    if (!sender) {
      await finishDigest(db, digest.id, 'failed', 'The account has no e-mail sender.');
      continue;
    }
    const all = lines.get(digest.id) ?? [];
    const more = all.length > LINES_SHOWN ? [`and ${all.length - LINES_SHOWN} more`] : [];
    const outcome = await email.for(providerConfigOf(sender, box)).send({
      messageId: digest.id,
      accountId,
      from: { address: sender.from_email, name: sender.from_name },
      to: { address: digest.email, name: digest.name },
      subject: digest.title,
      text: [...all.slice(0, LINES_SHOWN).map(({ text }) => `- ${text}`), ...more].join('\n'),
    });
    const sent = outcome.kind === 'accepted';
    await finishDigest(
      db,
      digest.id,
      sent ? 'delivered' : 'failed',
      sent ? null : `The mail was not taken: ${outcome.kind}.`,
    );
  }
}
