import type { Knex } from 'knex';
import { findDefaultEmailSender } from '../../db/channels/email-senders.js';
import {
  claimDigest,
  type Digest,
  findOpenDigests,
  LINES_SHOWN,
  listNotificationLines,
  listQueuedDigests,
  lockDigest,
  postponeDigest,
  recordDigest,
} from '../../db/jobs/notifications.js';
import type { Work } from '../../db/work.js';
import type { RowStep } from '../../workflows/timer.protocol.js';
import { wakeDigest } from '../instructions/messages.js';
import { type ClaimedMail, type MailKind, mailFrom, mailsToPeople } from './mails-to-people.js';
import type { HeldBack, Owner } from './send.js';

const DIGESTS: MailKind<Digest> = {
  lock: lockDigest,
  stops: (_tx, { isWritten }) => (isWritten ? { waits: 'its cycle still writes to it' } : undefined),
  async senderOf(tx, { account_id }) {
    const row = await findDefaultEmailSender(tx, account_id);
    return row && { channel: 'email', row };
  },
  write: async (tx, digest, sender) =>
    mailFrom(sender, digest, {
      to: { address: digest.email, name: digest.name },
      subject: digest.title,
      text: await textOf(tx, digest.id),
    }),
  claim: claimDigest,
  postpone: postponeDigest,
  record: recordDigest,
};

/** Sends the digests that tell users what jobs, cadences and functions noticed. */
export const digests = (deps: { heldBack: HeldBack }): Owner<ClaimedMail, RowStep> => mailsToPeople(DIGESTS, deps);

async function textOf(tx: Knex, digestId: string): Promise<string> {
  const lines = (await listNotificationLines(tx, [digestId])).get(digestId) ?? [];
  const more = lines.length > LINES_SHOWN ? [`and ${lines.length - LINES_SHOWN} more`] : [];
  return [...lines.slice(0, LINES_SHOWN).map(({ text }) => `- ${text}`), ...more].join('\n');
}

/** Wakes the digests that a job's cycle has written to. */
export async function releaseDigests(work: Work, accountId: string, jobId: string): Promise<void> {
  const { tx } = work;
  for (const digest of await findOpenDigests(tx, accountId, jobId)) {
    await wakeDigest(work, digest, 'its cycle has ended');
  }
}

const PAGE = 500;

/** Wakes the digests that waited for the account's first email sender. */
export async function mailWaitingDigests(work: Work, accountId: string): Promise<void> {
  for (let after = ''; ; ) {
    const digests = await listQueuedDigests(work.tx, accountId, after, PAGE);
    for (const digest of digests) await wakeDigest(work, digest, 'there is a sender');
    after = digests.at(-1)?.id ?? '';
    if (digests.length < PAGE) return;
  }
}
