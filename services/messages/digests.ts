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
import { backoffUntil, givesUp } from '../../domain/cadence/after-send.js';
import type { Hold } from '../../domain/facts.js';
import { claimedUntil } from '../../domain/messages/claims.js';
import { senderHold } from '../../domain/messages/earliest-send.js';
import type { SendOutcome } from '../../providers/outcome.js';
import type { TimerPlan } from '../../workflows/timer.protocol.js';
import type { Sender } from '../channels/senders.js';
import { wakeDigest } from '../instructions/messages.js';
import { noSender } from './compose.js';
import type { Claim, HeldBack, Owner } from './send.js';
import { countUsage, readUsage, type UsageRequest } from './usage.js';

/** The claim of a digest. Like a message it is handed to its provider once. */
export type ClaimedDigest = Claim;

/** What became of one look at a digest: it is done with, or waits. */
export type DigestStand = { closed: false; plan: TimerPlan } | { closed: true; status: string };

/** Sends the digests that tell users what jobs, cadences and functions noticed. */
export const digests = (deps: { heldBack: HeldBack }): Owner<ClaimedDigest, DigestStand> => ({
  advance: (work, digestId) => advanceDigest(work, digestId, deps),
  record: recordDigestOutcome,
});

/** A digest is looked at again at least this often, whatever it waits for. */
const RECHECK_MS = 3_600_000;

/**
 * Looks at a digest, under its row's lock, and does what is due: it waits for the cycle that still writes to it, for a
 * sender, for the sender's limits, or is claimed with the lines it has. One whose claim was lost is never sent again.
 */
async function advanceDigest(
  work: Work,
  digestId: string,
  { heldBack }: { heldBack: HeldBack },
): Promise<DigestStand | { send: ClaimedDigest }> {
  const { tx, now } = work;
  const digest = await lockDigest(tx, digestId);
  if (!digest) return { closed: true, status: 'gone' };
  if (digest.status === 'sending') return settleClaim(work, digest);
  if (digest.status !== 'queued') return { closed: true, status: digest.status };
  if (digest.isWritten) return waiting(new Date(now.getTime() + RECHECK_MS), 'its cycle still writes to it');
  const row = await findDefaultEmailSender(tx, digest.account_id);
  if (!row) {
    await postponeDigest(tx, digest.id, 'It waits for an e-mail sender of the account.');
    return held(now, noSender('email', now));
  }
  const sender: Sender = { channel: 'email', row };
  const usage = usageRequestOf(now, digest, sender);
  const hold = senderHold(await readUsage(tx, usage), now) ?? (await heldBack(tx, now, row.id, digest.id));
  if (hold) {
    await postponeDigest(tx, digest.id, hold.detail);
    return held(now, hold);
  }
  const claimNo = await claimDigest(tx, now, digest);
  await countUsage(tx, usage, false);
  const email = {
    ...{ messageId: digest.id, accountId: digest.account_id },
    from: { address: row.from_email, name: row.from_name },
    to: { address: digest.email, name: digest.name },
    subject: digest.title,
    text: await textOf(tx, digest.id),
  };
  return {
    send: {
      ...{ messageId: digest.id, claimNo, claimedAt: now, accountId: digest.account_id, tryOf: digest.id },
      prepared: { channel: 'email', sender: row, email },
    },
  };
}

/** What counts against the limits of the sender; a mail to a user answers to no others. */
const usageRequestOf = (now: Date, { account_id, user_id, timezone }: Digest, sender: Sender): UsageRequest => ({
  ...{ now, leadId: user_id, agentId: account_id, sender },
  account: { timezone, limits: null },
  definition: { limits: {}, timezone },
});

async function textOf(tx: Knex, digestId: string): Promise<string> {
  const lines = (await listNotificationLines(tx, [digestId])).get(digestId) ?? [];
  const more = lines.length > LINES_SHOWN ? [`and ${lines.length - LINES_SHOWN} more`] : [];
  return [...lines.slice(0, LINES_SHOWN).map(({ text }) => `- ${text}`), ...more].join('\n');
}

/** A claim that outlived its process: whether the mail left is unknown. */
async function settleClaim(work: Work, digest: Digest): Promise<DigestStand> {
  const { tx, now } = work;
  const leaves = claimedUntil([digest], now);
  if (leaves) return waiting(leaves, 'being sent');
  await recordDigest(tx, digest, 'unknown', 'Whether the mail left is not known.');
  return { closed: true, status: 'unknown' };
}

/** Writes down how the provider answered, under the claim that called it. What is refused for the moment waits. */
async function recordDigestOutcome(
  work: Work,
  { messageId: id, claimNo }: ClaimedDigest,
  outcome: SendOutcome,
): Promise<DigestStand> {
  const { tx, now } = work;
  const again = outcome.kind === 'refused_retry' && !givesUp(claimNo, outcome) ? outcome : undefined;
  const status = again ? ('queued' as const) : STATUS[outcome.kind];
  const recorded = await recordDigest(tx, { id, claim_no: claimNo }, status, failureOf(outcome));
  if (!recorded) return waiting(now, 'look again');
  if (!again) return { closed: true, status };
  const until = backoffUntil(now.getTime(), claimNo, again.retryAfterSeconds);
  return held(now, { reason: 'provider_backoff', until, detail: again.code });
}

const STATUS = { accepted: 'delivered', refused_retry: 'failed', refused_final: 'failed', unknown: 'unknown' } as const;

function failureOf(outcome: SendOutcome): string | null {
  if (outcome.kind === 'accepted') return null;
  const unreadable = 'code' in outcome && outcome.code === 'SENDER_UNUSABLE';
  return unreadable ? 'The settings of the sender cannot be read.' : `The mail was not taken: ${outcome.kind}.`;
}

const held = (now: Date, { reason, until }: Hold): DigestStand =>
  waiting(new Date(until ?? now.getTime() + RECHECK_MS), reason);

function waiting(until: Date, why: string): DigestStand {
  const sleepUntil = until.toISOString();
  const summary = `${why.replaceAll('_', ' ')}, wait until ${sleepUntil}`;
  return { closed: false, plan: { sleepUntil, summary, action: 'mail the digest' } };
}

/** Has the digests be mailed that a job's cycle has written to. */
export async function releaseDigests(work: Work, accountId: string, jobId: string): Promise<void> {
  const { tx } = work;
  for (const digest of await findOpenDigests(tx, accountId, jobId)) {
    await wakeDigest(work, digest, 'its cycle has ended');
  }
}

const PAGE = 500;

/** Has the digests be mailed that waited for the account to have an e-mail sender. */
export async function mailWaitingDigests(work: Work, accountId: string): Promise<void> {
  for (let after = ''; ; ) {
    const digests = await listQueuedDigests(work.tx, accountId, after, PAGE);
    for (const digest of digests) await wakeDigest(work, digest, 'there is a sender');
    after = digests.at(-1)?.id ?? '';
    if (digests.length < PAGE) return;
  }
}
