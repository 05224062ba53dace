import type { Knex } from 'knex';
import { releaseLeadSender } from '../../db/channels/lead-senders.js';
import { findMailbox } from '../../db/channels/mailboxes.js';
import { keepMailForCopy } from '../../db/channels/sent-mails.js';
import { closeWhatsAppWindow, forgetFirstContact } from '../../db/channels/whatsapp-windows.js';
import { failsForAll } from '../../db/connection.js';
import { insertInboundEvent } from '../../db/inbound/hooks.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { noteProviderId, unlessErased } from '../../db/messages/provider-ids.js';
import { claim, insertClaimed, type NewRow, recordOutcome } from '../../db/messages/transitions.js';
import type { MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { Hold } from '../../domain/facts.js';
import type { TargetOf } from '../../domain/messages/states.js';
import type { SendOutcome } from '../../providers/outcome.js';
import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { mailboxSettingsOf } from '../channels/mailbox-settings.js';
import type { SenderOf } from '../channels/senders.js';
import { startInboundEvent } from '../instructions/inbound.js';
import { type ComposeRequest, type ComposeResult, composeMessage, type PreparedMessage } from './compose.js';
import type { MailLinks } from './mail-links.js';

/** A claimed message that is ready for its provider. */
export interface Claim {
  messageId: string;
  claimNo: number;
  /** The instant it was claimed for: it is handed over then, a moment later, or not at all. */
  claimedAt: Date;
  accountId: string;
  prepared: PreparedMessage;
  /** The owner of the trial while the sender is held: the enrollment, or the message. */
  tryOf: string;
}

/** The claim of a message to a lead. */
export interface MessageClaim extends Claim {
  leadId: string;
  /** True if it has left before, and was refused later. */
  sentBefore: boolean;
}

/** The owner of messages. It claims a due message, and plans the next step after the provider's answer. */
export interface Owner<C extends Claim, Next extends object> {
  /** Does what is due for one of its subjects, and claims the message that is to leave now. */
  advance(work: Work, id: string): Promise<Next | { send: C }>;
  /** Writes down how the provider answered, under the claim that called it. */
  record(work: Work, send: C, outcome: SendOutcome): Promise<Next>;
  /**
   * Records only the answer if the next step can't be decided. The next check continues from there. Missing if there is
   * no next step.
   */
  note?(work: Work, send: C, outcome: SendOutcome): Promise<unknown>;
}

/** The shared process of all owners: transactions, and the provider's call between them. */
export interface Process {
  commit<T>(work: (work: Work) => Promise<T>): Promise<T>;
  deliver(send: Claim): Promise<SendOutcome>;
  record<T>(work: (work: Work) => Promise<T>): Promise<T>;
}

/**
 * Sends what is due, the one way out for every message: a transaction decides and claims, the provider is called outside
 * of any, a second transaction records and says what comes next. Safe to repeat at every point.
 */
export async function sendNext<C extends Claim, Next extends object>(
  owner: Owner<C, Next>,
  id: string,
  { commit, deliver, record }: Process,
): Promise<Next> {
  const first = await commit((work) => owner.advance(work, id));
  if (!('send' in first)) return first;
  const { send } = first;
  const outcome = await deliver(send);
  try {
    return await record((work) => owner.record(work, send, outcome));
  } catch (error) {
    // The next step may be the broken one, so the message's outcome must not be lost with it.
    const { note } = owner;
    if (note && !failsForAll(error)) await record((work) => note(work, send, outcome));
    throw error;
  }
}

/** Returns what holds a sender back whose provider fails; undefined while its messages may leave. */
export type HeldBack = (tx: Knex, now: Date, senderId: string, tryOf: string) => Promise<Hold | undefined>;

/** The dependencies of a decision about a message in addition to its rows. */
export interface SendDependencies {
  links: MailLinks;
  /** The sender an agent uses on a channel, from a short-lived cache. */
  senderOf: SenderOf;
  heldBack: HeldBack;
}

/** Makes a message ready for its provider, unless its template, its sender or its sender's provider holds it. */
export async function prepare(
  tx: Knex,
  request: ComposeRequest,
  { heldBack, tryOf }: { heldBack: HeldBack; tryOf: string },
): Promise<ComposeResult> {
  const composed = await composeMessage(tx, request);
  if (composed.kind !== 'ready') return composed;
  const hold = await heldBack(tx, request.now, composed.prepared.sender.id, tryOf);
  return hold ? { kind: 'hold', hold } : composed;
}

/** Takes the claim for a message, whose first row this may be, and answers its number. */
export async function takeClaim(
  work: Work,
  known: MessageRow | undefined,
  { written, row, prepared }: ClaimedRow,
): Promise<number> {
  const { tx, now } = work;
  const columns = { ...written, failure_code: null, failure: null };
  let claimNo = 1;
  if (known) claimNo = await claim(tx, now, known, columns);
  else await insertClaimed(tx, now, { ...row, ...columns, direction: 'outbound', created_at: now });
  await keepForCopy(work, { ...row, claim_no: claimNo }, prepared);
  return claimNo;
}

/** The columns that a claim writes. */
export interface ClaimedRow {
  written: Partial<ClaimColumns>;
  row: Omit<NewRow, 'direction' | 'created_at'>;
  /** The message for the provider. */
  prepared: PreparedMessage;
}

/** Servers that save what they send have done so by then. */
const COPY_AFTER_MS = 60_000;

/**
 * Keeps a mail that leaves by SMTP for the Sent folder of its sender's mailbox. It is kept with the claim, so that a
 * process that dies after the send doesn't lose the copy.
 */
async function keepForCopy(
  { tx, now }: Work,
  { id, account_id, lead_id, claim_no }: Pick<MessageRow, 'id' | 'account_id' | 'lead_id' | 'claim_no'>,
  prepared: PreparedMessage,
): Promise<void> {
  if (prepared.channel !== 'email' || prepared.sender.provider !== 'smtp') return;
  const mailbox = await findMailbox(tx, account_id, prepared.sender.id);
  if (!mailbox || mailboxSettingsOf(mailbox).by !== 'imap' || mailbox.sent_copies === 'never') return;
  await keepMailForCopy(tx, {
    message_id: id,
    account_id,
    lead_id,
    sender_id: prepared.sender.id,
    claim_no,
    mail: JSON.stringify(prepared.email),
    next_at: new Date(now.getTime() + COPY_AFTER_MS),
    created_at: now,
  });
}

/** The columns of the message that a claim sets. */
type ClaimColumns = Pick<
  MessageRow,
  | 'channel'
  | 'sender_id'
  | 'provider'
  | 'to_address'
  | 'subject'
  | 'content'
  | 'html'
  | 'type'
  | 'template_id'
  | 'details'
  | 'provider_message_id'
  | 'late_by_seconds'
>;

/** The effect of an answer on a message. */
interface Verdict {
  outcome: SendOutcome;
  status: TargetOf<'recordOutcome'>;
  hold?: { reason: string; until: Date | null } | undefined;
}

/**
 * Writes a provider's answer into the message's row and what it tells of the lead; false where the claim was given up,
 * which leaves all but the provider's id alone.
 */
export async function recordAnswer(
  work: Work,
  send: MessageClaim,
  { outcome, status, hold }: Verdict,
): Promise<boolean> {
  const { tx, now } = work;
  const { messageId: id, claimNo, leadId, accountId, claimedAt } = send;
  const { channel, sender } = send.prepared;
  if (!(await recordOutcome(tx, now, { id, claimNo }, status, outcomeColumns(tx, outcome, now), hold))) {
    // A receipt was faster than this record and has told the rest.
    if (outcome.kind === 'accepted') await noteProviderId(tx, { id, claimNo }, outcome.providerMessageId);
    return false;
  }
  if (outcome.kind === 'accepted' && !send.sentBefore) {
    const counted = { counts: ['outbound_count'] as const, lastOutboundAt: now, lastChannel: channel };
    await bumpEngagement(tx, { id: leadId, accountId }, counted);
  }
  if (channel === 'email' && outcome.kind.startsWith('refused')) await releaseLeadSender(tx, leadId, id);
  if (outcome.kind === 'refused_final' && outcome.recipientIsGone) await reportBounce(work, send, outcome);
  if (channel === 'whatsapp' && outcome.kind.startsWith('refused')) {
    await forgetFirstContact(tx, leadId, sender.id, claimedAt);
    const closed = 'code' in outcome && outcome.code === 'WINDOW_CLOSED';
    if (closed) await closeWhatsAppWindow(tx, now, { leadId, numberId: sender.id, claimedAt });
  }
  return true;
}

/**
 * Reports a recipient that the mail server refused as a mail that came back hard: what follows from it (suppression,
 * event, exit rules) is done where all bounces are worked. Once for each claim.
 */
async function reportBounce(
  work: Work,
  { messageId, claimNo, accountId }: MessageClaim,
  { recipientIsGone, code, message }: Extract<SendOutcome, { kind: 'refused_final' }>,
): Promise<void> {
  const event: EmailHookEvent = {
    event_id: `refused/${messageId}/${claimNo}`,
    type: 'bounce',
    message_id: messageId,
    occurred_at: work.now.toISOString(),
    bounce: { kind: 'hard', code: recipientIsGone?.code ?? code.replace('smtp_', ''), diagnostic: message },
  };
  const { event_id: eventId, type } = event;
  const provider = 'email';
  const id = await insertInboundEvent(work.tx, work.now, {
    accountId,
    provider,
    eventId,
    type,
    payload: JSON.stringify(event),
  });
  if (id !== undefined) await startInboundEvent(work, { id, account_id: accountId, provider });
}

/** Returns the columns of a message's row that a provider's answer sets. The caller sets the status. */
const outcomeColumns = (tx: Knex, outcome: SendOutcome, now: Date) =>
  outcome.kind === 'accepted'
    ? { sent_at: now, provider_message_id: unlessErased(tx, Buffer.from(outcome.providerMessageId)) }
    : failure(tx, outcome);

function failure(tx: Knex, outcome: Exclude<SendOutcome, { kind: 'accepted' }>) {
  const code = 'code' in outcome ? outcome.code : 'outcome_unknown';
  return {
    failure_code: code.slice(0, 64),
    failure: unlessErased(
      tx,
      JSON.stringify({
        code,
        provider_code: 'providerCode' in outcome ? outcome.providerCode : null,
        message: outcome.message,
        retryable: outcome.kind === 'refused_retry',
      }),
    ),
  };
}
