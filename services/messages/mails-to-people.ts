import type { Knex } from 'knex';
import { findTimezone } from '../../db/accounts/accounts.js';
import type { Work } from '../../db/work.js';
import { backoffUntil, givesUp } from '../../domain/cadence/after-send.js';
import { testFailure } from '../../domain/channels/whatsapp-errors.js';
import type { Hold } from '../../domain/facts.js';
import { claimedUntil } from '../../domain/messages/claims.js';
import { senderHold } from '../../domain/messages/earliest-send.js';
import type { OutgoingEmail } from '../../providers/email/provider.js';
import type { SendOutcome } from '../../providers/outcome.js';
import type { RowStep } from '../../workflows/timer.protocol.js';
import type { Sender } from '../channels/senders.js';
import { noSender, type PreparedMessage } from './compose.js';
import type { Claim, HeldBack, Owner } from './send.js';
import { countUsage, readUsage, type UsageRequest } from './usage.js';

/** The claim of a mail to a person of the account. Like a message it is handed to its provider once. */
export type ClaimedMail = Claim;

/** The columns of a row with the progress of its email. */
export interface MailRow {
  id: string;
  account_id: string;
  user_id: string;
  status: string;
  claim_no: number;
  claimed_at: Date | null;
  /** The zone of its account. */
  timezone: string;
}

type MaybePromise<T> = T | Promise<T>;

type Ended = 'delivered' | 'failed' | 'unknown';

export type MailSender = Extract<Sender, { channel: 'email' }>;

/** Addresses a mail to a person of the account. */
export const mailFrom = (
  { row }: MailSender,
  { id, account_id }: Pick<MailRow, 'id' | 'account_id'>,
  written: Pick<OutgoingEmail, 'to' | 'subject' | 'text' | 'html'>,
): PreparedMessage => ({
  channel: 'email',
  sender: row,
  email: {
    messageId: id,
    accountId: account_id,
    from: { address: row.from_email, name: row.from_name },
    ...written,
  },
});

/** A kind of mails to people of the account: where its rows stand, and what is in them. */
export interface MailKind<M extends MailRow, S extends Sender = MailSender> {
  /** Finds one, its row locked until the transaction ends. */
  lock(tx: Knex, id: string): Promise<M | undefined>;
  /** Returns why it isn't to leave yet, or not any more. */
  stops?(tx: Knex, mail: M, now: Date): MaybePromise<{ waits: string } | { fails: string } | undefined>;
  /** Composes one that needs no sender of the account, and so has no limits. */
  direct?(tx: Knex, mail: M): Promise<PreparedMessage | undefined>;
  senderOf(tx: Knex, mail: M): Promise<S | undefined>;
  write(tx: Knex, mail: M, sender: S): Promise<PreparedMessage>;
  claim(tx: Knex, now: Date, mail: M, senderId?: string): Promise<number>;
  postpone(tx: Knex, id: string, why: string): Promise<void>;
  /** Records the outcome of a claim. Returns false if the claim was given up. */
  record(
    tx: Knex,
    claim: Pick<MailRow, 'id' | 'claim_no'>,
    status: Ended | 'queued',
    failure: string | null,
  ): Promise<boolean>;
}

/** A mail is looked at again at least this often, whatever it waits for. */
const RECHECK_MS = 3_600_000;

/** Sends mails of a kind to people of the account, by the one way out and within the limits of their senders. */
export const mailsToPeople = <M extends MailRow, S extends Sender>(
  kind: MailKind<M, S>,
  { heldBack }: { heldBack: HeldBack },
): Owner<ClaimedMail, RowStep> => ({
  advance: (work, id) => advance(kind, work, id, heldBack),
  record: (work, send, outcome) => recordOutcome(kind, work, send, outcome),
});

/**
 * Looks at a mail, under its row's lock, and does what is due: it waits for what stops it, for a sender, for the
 * sender's limits, or is claimed. One whose claim was lost is never sent again.
 */
async function advance<M extends MailRow, S extends Sender>(
  kind: MailKind<M, S>,
  work: Work,
  id: string,
  heldBack: HeldBack,
): Promise<RowStep | { send: ClaimedMail }> {
  const { tx, now } = work;
  const mail = await kind.lock(tx, id);
  if (!mail) return { closed: true, status: 'gone' };
  if (mail.status === 'sending') return settleClaim(kind, work, mail);
  if (mail.status !== 'queued') return { closed: true, status: mail.status };
  const stop = await kind.stops?.(tx, mail, now);
  if (stop && 'waits' in stop) return waiting(new Date(now.getTime() + RECHECK_MS), stop.waits);
  if (stop) {
    await kind.record(tx, mail, 'failed', stop.fails);
    return { closed: true, status: 'failed' };
  }
  const direct = await kind.direct?.(tx, mail);
  if (direct) return { send: claimOf(now, mail, await kind.claim(tx, now, mail), direct) };
  const sender = await kind.senderOf(tx, mail);
  if (!sender) {
    await kind.postpone(tx, mail.id, 'The account has no email sender. Add one to send it.');
    return held(now, noSender('email', now));
  }
  const usage = usageRequestOf(now, { ...mail, timezone: await zoneOf(tx, mail, sender) }, sender);
  const hold = senderHold(await readUsage(tx, usage), now) ?? (await heldBack(tx, now, sender.row.id, mail.id));
  if (hold) {
    await kind.postpone(tx, mail.id, hold.detail);
    return held(now, hold);
  }
  const claimNo = await kind.claim(tx, now, mail, sender.row.id);
  await countUsage(tx, usage, false);
  return { send: claimOf(now, mail, claimNo, await kind.write(tx, mail, sender)) };
}

const claimOf = (now: Date, { id, account_id }: MailRow, claimNo: number, prepared: PreparedMessage): ClaimedMail => ({
  messageId: id,
  claimNo,
  claimedAt: now,
  accountId: account_id,
  tryOf: id,
  prepared,
});

/** Returns the zone of a sender's days. That of the instance can belong to another account than the mail. */
const zoneOf = async (tx: Knex, { account_id, timezone }: MailRow, { row }: Sender): Promise<string> =>
  row.account_id === account_id ? timezone : ((await findTimezone(tx, row.account_id)) ?? timezone);

/**
 * Returns the usage that counts for the sender's limits. An email to a user counts for no others, and isn't a contact
 * from a number either, as if its window were open.
 */
const usageRequestOf = (now: Date, { account_id, user_id, timezone }: MailRow, sender: Sender): UsageRequest => ({
  now,
  leadId: user_id,
  agentId: account_id,
  sender,
  account: { timezone, limits: null },
  definition: { limits: {}, timezone },
  windowExpiresAt: new Date(now.getTime() + RECHECK_MS).toISOString(),
});

/** A claim that outlived its process: whether the mail left is unknown. */
async function settleClaim<M extends MailRow, S extends Sender>(
  kind: MailKind<M, S>,
  { tx, now }: Work,
  mail: M,
): Promise<RowStep> {
  const leaves = claimedUntil([mail], now);
  if (leaves) return waiting(leaves, 'being sent');
  await kind.record(tx, mail, 'unknown', 'The outcome of the send is unknown.');
  return { closed: true, status: 'unknown' };
}

/** Writes down how the provider answered, under the claim that called it. What is refused for the moment waits. */
async function recordOutcome<M extends MailRow, S extends Sender>(
  kind: MailKind<M, S>,
  { tx, now }: Work,
  { messageId: id, claimNo, prepared }: ClaimedMail,
  outcome: SendOutcome,
): Promise<RowStep> {
  const again = outcome.kind === 'refused_retry' && !givesUp(claimNo, outcome) ? outcome : undefined;
  const status = again ? ('queued' as const) : STATUS[outcome.kind];
  const recorded = await kind.record(tx, { id, claim_no: claimNo }, status, failureOf(prepared, outcome));
  if (!recorded) return waiting(now, 'look again');
  if (!again) return { closed: true, status };
  const until = backoffUntil(now.getTime(), claimNo, again.retryAfterSeconds);
  return held(now, { reason: 'provider_backoff', until, detail: again.code });
}

const STATUS = { accepted: 'delivered', refused_retry: 'failed', refused_final: 'failed', unknown: 'unknown' } as const;

function failureOf(prepared: PreparedMessage, outcome: SendOutcome): string | null {
  if (outcome.kind === 'accepted') return null;
  if (prepared.channel === 'whatsapp' && 'code' in outcome) return testFailure(outcome.code, outcome.message);
  if (prepared.channel === 'chat') return outcome.message;
  const unreadable = 'code' in outcome && outcome.code === 'SENDER_UNUSABLE';
  return unreadable ? "The settings of the sender can't be decrypted." : `The email was rejected: ${outcome.message}`;
}

const held = (now: Date, { reason, until }: Hold): RowStep =>
  waiting(new Date(until ?? now.getTime() + RECHECK_MS), reason);

function waiting(until: Date, why: string): RowStep {
  const sleepUntil = until.toISOString();
  const summary = `${why.replaceAll('_', ' ')}, wait until ${sleepUntil}`;
  return { closed: false, plan: { sleepUntil, summary, action: 'mail it' } };
}
