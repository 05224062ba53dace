import type { Knex } from 'knex';
import { lockRun } from '../db/agent-runs.js';
import { bumpEngagement } from '../db/engagement.js';
import { insertEvents } from '../db/events.js';
import { lockLeadRow } from '../db/leads.js';
import { lockMessage, updateMessage } from '../db/messages.js';
import { findOutgoing, lockOutgoing, updateOutgoing } from '../db/outgoing-messages.js';
import type { AgentRunRow, MessageRow } from '../db/tables.js';
import type { OutgoingMessageRow } from '../db/tables-outgoing.js';
import { closeWhatsAppWindow, forgetFirstContact } from '../db/whatsapp-windows.js';
import { backoffUntil, givesUp } from '../domain/cadence/after-send.js';
import { claimedUntil } from '../domain/claims.js';
import type { Hold } from '../domain/facts.js';
import { actingAt } from '../domain/flow/cadence.js';
import { honoursKeys } from '../domain/message-status.js';
import type { SendOutcome } from '../providers/outcome.js';
import type { Channel } from '../schemas/cadence.js';
import type { EventKind } from '../schemas/events.js';
import type { AdvanceDependencies } from './advance.js';
import { outerHolds } from './facts.js';
import { composeMessage, type Outgoing } from './message-compose.js';
import { endsSending } from './message-news.js';
import { outcomeColumns, unlessErased } from './outcome-columns.js';
import { readRequest, type StoredRequest } from './outgoing-request.js';
import { contentAt, holdAt, leadProblem, readScene } from './outgoing-scene.js';
import type { TimerPlan } from './run-plan.js';
import { senderIdOf } from './senders.js';
import { countUsage, readUsage, triedBefore } from './usage.js';
import { reviewNotice } from './wake-booking.js';

/** A message that is claimed and ready to be handed to its provider. */
export interface ClaimedMessage {
  message: MessageRow;
  claimNo: number;
  claimedAt: Date;
  request: StoredRequest;
  outgoing: Outgoing;
}

/** What became of one look at a message: it is done with, or waits. */
export type MessageStand = { closed: false; plan: TimerPlan } | { closed: true; status: string };

/** The same, or it was claimed and has to be sent now. */
export type MessageAdvance = MessageStand | { send: ClaimedMessage };

const FINAL = ['sent', 'delivered', 'read', 'failed', 'cancelled'];

/**
 * Looks at a message that no cadence sends and does what is due: it is claimed, held, cancelled, or waits. Everything
 * happens under the lead's and the message's row locks, so that opt-outs, erasure and cancelling take turns with it.
 */
export async function advanceMessage(
  tx: Knex,
  time: Date,
  messageId: string,
  deps: AdvanceDependencies,
): Promise<MessageAdvance> {
  const known = await findOutgoing(tx, messageId);
  if (known) await lockLeadRow(tx, known.account_id, known.lead_id);
  const run = known && (await lockRunOf(tx, messageId));
  const row = known && (await lockOutgoing(tx, messageId));
  const message = row && (await lockMessage(tx, messageId));
  const now = actingAt(row?.due_at ?? null, time);
  if (!row || !message) return { closed: true, status: 'cancelled' };
  if (FINAL.includes(message.status)) return close(tx, now, message, message.status);
  if (message.status === 'unknown') return waiting(null, 'outcome unknown');
  if (message.status === 'sending' && !honoursKeys(message.provider)) return lostClaim(tx, now, row, message);
  if (row.due_at > now) return waiting(row.due_at, message.hold_reason ?? 'not due');
  return decide(tx, now, row, message, run, deps);
}

/** The run that sent the message at first, where a cadence did. Its row keeps stops and pauses apart from claims. */
async function lockRunOf(tx: Knex, messageId: string): Promise<AgentRunRow | undefined> {
  const message = await tx('messages').where({ id: messageId }).first('agent_run_id');
  return message?.agent_run_id ? lockRun(tx, message.agent_run_id) : undefined;
}

async function decide(
  tx: Knex,
  now: Date,
  row: OutgoingMessageRow,
  message: MessageRow,
  run: AgentRunRow | undefined,
  deps: AdvanceDependencies,
): Promise<MessageAdvance> {
  const request = readRequest(row);
  const channel = message.channel as Channel;
  const { account_id: accountId, lead_id: leadId, agent_id: agentId } = message;
  const scene = request && (await readScene(tx, { accountId, leadId, agentId, numberId: request.numberId }));
  if (!request || !scene) return end(tx, now, message, request, 'cancelled', 'LEAD_NOT_FOUND', 'The lead is gone.');
  if (endsSending(message, run)) {
    return end(tx, now, message, request, 'cancelled', 'stopped', 'The enrolment that sent it has ended.');
  }
  if (request.until && now >= new Date(request.until)) {
    return end(tx, now, message, request, 'cancelled', 'too_late', 'What it tells of has begun.');
  }
  const [paused] = run?.open_slot === 1 ? outerHolds(scene.snapshot, run) : [];
  if (paused) return holdMessage(tx, now, row, paused);
  const problem = leadProblem(scene, channel, request.evenOptedOut);
  if (problem) return end(tx, now, message, request, 'cancelled', problem.code, problem.message);
  const sender = await deps.senderOf(channel, accountId, senderIdOf(scene.definition, channel));
  const usageRequest = {
    now,
    leadId,
    agentId: agentId ?? accountId,
    account: scene.snapshot.account,
    definition: scene.definition,
    sender,
    windowExpiresAt: scene.facts.engagement.whatsapp_window_expires_at,
    again: triedBefore(message, sender),
  };
  const hold = holdAt(scene, request, await readUsage(tx, usageRequest), now.getTime());
  if (hold) return holdMessage(tx, now, row, hold);
  const content = contentAt(scene, channel, request, now.getTime());
  if (!content) {
    const words = 'The 24-hour window closed meanwhile.';
    // A cadence waits for the lead to write again; whoever sent a message of its own is told that it failed.
    if (run) return holdMessage(tx, now, row, { reason: 'window_24h_closed', until: null, detail: words });
    return end(tx, now, message, request, 'failed', 'WINDOW_CLOSED', words);
  }
  const { links } = deps;
  const composed = await composeMessage(tx, {
    messageId: row.message_id,
    now,
    channel,
    sender,
    content,
    snapshot: scene.snapshot,
    links,
  });
  if (composed.kind === 'hold') return holdMessage(tx, now, row, composed.hold);
  if (composed.kind !== 'ready') return end(tx, now, message, request, 'failed', composed.code, composed.message);
  const heldBack = await deps.heldBack(tx, now, composed.outgoing.sender.id, message.id);
  if (heldBack) return holdMessage(tx, now, row, heldBack);
  const claimNo = message.claim_no + 1;
  const claim: Partial<MessageRow> = {
    ...composed.written,
    // A sending of its own has an id of its own.
    provider_message_id: null,
    status: 'sending',
    claim_no: claimNo,
    claimed_at: now,
    hold_reason: null,
    hold_until: null,
    failure_code: null,
    failure: null,
    late_by_seconds: Math.max(0, Math.round((now.getTime() - row.due_at.getTime()) / 1000)),
    updated_at: now,
  };
  await updateMessage(tx, message.id, claim);
  await countUsage(tx, usageRequest, false);
  const claimed = { ...message, ...claim };
  return {
    send: { message: claimed, claimNo, claimedAt: now, request, outgoing: composed.outgoing },
  };
}

/** A claim that outlived its process: whether the message left is unknown, and it is not sent again by itself. */
async function lostClaim(tx: Knex, now: Date, row: OutgoingMessageRow, message: MessageRow): Promise<MessageAdvance> {
  const leaves = claimedUntil([message], now);
  if (leaves) return waiting(leaves, 'being sent');
  await updateMessage(tx, message.id, { status: 'unknown', claim_no: message.claim_no + 1, updated_at: now });
  return unknown(tx, now, row);
}

/** Records how the provider answered, under the claim that called it. A result of a claim that was given up changes nothing. */
export async function recordMessageOutcome(
  tx: Knex,
  now: Date,
  { message, claimNo, request }: ClaimedMessage,
  outcome: SendOutcome,
): Promise<MessageStand> {
  await lockLeadRow(tx, message.account_id, message.lead_id);
  const row = await lockOutgoing(tx, message.id);
  const again = row && outcome.kind === 'refused_retry' ? nextTry(now, row, outcome) : undefined;
  const { hold } = again ?? {};
  const status = {
    accepted: 'sent',
    refused_retry: hold ? 'held' : 'failed',
    refused_final: 'failed',
    unknown: 'unknown',
  }[outcome.kind];
  const recorded = await tx('messages')
    .where({ id: message.id, claim_no: claimNo, status: 'sending' })
    .update({
      ...outcomeColumns(tx, outcome, now),
      status,
      hold_reason: hold?.reason ?? null,
      hold_until: hold?.until ? new Date(hold.until) : null,
      updated_at: now,
    });
  if (!row) return { closed: true, status };
  if (recorded === 0) {
    // A receipt was faster; replies are matched by the provider's own id.
    if (outcome.kind === 'accepted') {
      await tx('messages')
        .where({ id: message.id, claim_no: claimNo })
        .whereNull('provider_message_id')
        .update({ provider_message_id: unlessErased(tx, Buffer.from(outcome.providerMessageId)) });
    }
    return waiting(now, 'look again');
  }
  if (outcome.kind.startsWith('refused') && message.channel === 'whatsapp') {
    await forgetFirstContact(tx, message.lead_id, message.sender_id, message.claimed_at);
  }
  if (outcome.kind === 'refused_final' && outcome.code === 'WINDOW_CLOSED') {
    const { lead_id: leadId, sender_id: numberId, claimed_at: claimedAt } = message;
    await closeWhatsAppWindow(tx, now, { leadId, numberId, claimedAt });
  }
  const before = message.sent_at !== null;
  if (outcome.kind === 'accepted' && !before) {
    await bumpEngagement(
      tx,
      { id: message.lead_id, accountId: message.account_id },
      { counts: ['outbound_count'], lastOutboundAt: now, lastChannel: message.channel },
    );
  }
  if (again) {
    const { hold: by, ...tried } = again;
    await updateOutgoing(tx, message.id, tried);
    if (request.until) await reviewNotice(tx, now, message.id, 'a reminder is refused');
    return waiting(tried.due_at, by.reason);
  }
  if (status === 'unknown') return unknown(tx, now, row);
  if (status !== 'sent') {
    await tell(tx, now, message, request, 'message.failed', 'code' in outcome ? { code: outcome.code } : {});
  } else if (!before) await tell(tx, now, message, request, 'message.sent', {});
  return close(tx, now, message, status);
}

const UNKNOWN_RECHECK_MS = 30 * 86_400_000;

/** Waits for a receipt or a person, which wake it; until then nobody has to look after it. */
async function unknown(tx: Knex, now: Date, row: OutgoingMessageRow): Promise<MessageStand> {
  await updateOutgoing(tx, row.message_id, { due_at: new Date(now.getTime() + UNKNOWN_RECHECK_MS) });
  return waiting(null, 'outcome unknown');
}

/** When a message that is refused for the moment is tried again; undefined where it is given up. */
function nextTry(now: Date, row: OutgoingMessageRow, outcome: Extract<SendOutcome, { kind: 'refused_retry' }>) {
  const tried = triesOf(row, outcome);
  if (!tried) return undefined;
  const until = backoffUntil(now.getTime(), tried.retries, outcome.retryAfterSeconds);
  const due_at = new Date(until);
  if (row.tried_until && due_at > row.tried_until) return undefined;
  const hold: Hold = { reason: outcome.hold ?? 'provider_backoff', until, detail: outcome.code };
  return { ...tried, due_at, hold };
}

/** How often a message was tried, this refusal counted; undefined where it is given up for its own sake. */
export function triesOf(
  row: Pick<OutgoingMessageRow, 'retries' | 'own_retries'> | undefined,
  refusal: { mayBeTheMessage?: boolean },
): { retries: number; own_retries: number } | undefined {
  const own = row?.own_retries ?? 0;
  if (givesUp(own, refusal)) return undefined;
  return { retries: (row?.retries ?? 0) + 1, own_retries: own + (refusal.mayBeTheMessage ? 1 : 0) };
}

const RECHECK_MS = 3_600_000;

async function holdMessage(
  tx: Knex,
  now: Date,
  { message_id: messageId }: OutgoingMessageRow,
  hold: Hold,
): Promise<MessageAdvance> {
  // What only a person's act ends is looked at again every hour, since nothing tells when it happened.
  const dueAt = new Date(hold.until ?? now.getTime() + RECHECK_MS);
  await updateMessage(tx, messageId, {
    status: 'held',
    hold_reason: hold.reason,
    hold_until: hold.until === null ? null : dueAt,
    updated_at: now,
  });
  await updateOutgoing(tx, messageId, { due_at: dueAt });
  return waiting(dueAt, hold.reason);
}

async function end(
  tx: Knex,
  now: Date,
  message: MessageRow,
  request: StoredRequest | undefined,
  status: 'failed' | 'cancelled',
  code: string,
  words: string,
): Promise<MessageAdvance> {
  const failure = JSON.stringify({ code, provider_code: null, retryable: false, message: words });
  const changes = { status, hold_reason: null, hold_until: null, failure_code: code, failure, updated_at: now };
  await updateMessage(tx, message.id, changes);
  if (request) await tell(tx, now, message, request, 'message.failed', { code });
  return close(tx, now, message, status);
}

async function close(tx: Knex, now: Date, message: MessageRow, status: string): Promise<MessageStand> {
  await updateOutgoing(tx, message.id, { closed_at: now });
  return { closed: true, status };
}

async function tell(
  tx: Knex,
  now: Date,
  message: MessageRow,
  { origin }: StoredRequest,
  type: EventKind,
  more: Record<string, unknown>,
): Promise<void> {
  const data = { message_id: message.id, channel: message.channel, workflow_id: message.agent_id, ...more };
  const { account_id: accountId, lead_id: leadId, agent_run_id: agentRunId } = message;
  await insertEvents(tx, now, [{ accountId, leadId, agentRunId, type, data, origin }]);
}

function waiting(until: Date | null, why: string): MessageStand {
  const words = why.replaceAll('_', ' ');
  const sleepUntil = until?.toISOString() ?? null;
  const summary = `${words}, wait until ${sleepUntil ?? 'woken'}`;
  return { closed: false, plan: { sleepUntil, summary, action: 'send the message' } };
}
