import type { Knex } from 'knex';
import { lockRun } from '../../db/agent-runs/agent-runs.js';
import { leaveQueues } from '../../db/channels/line-places.js';
import { settlePromises } from '../../db/conversations/conversations.js';
import { insertEvents } from '../../db/events/events.js';
import { lockLead } from '../../db/leads/leads.js';
import { findMessage, lockMessage } from '../../db/messages/messages.js';
import { findOutgoing, lockOutgoing, updateOutgoing } from '../../db/messages/outgoing-messages.js';
import { cancel, giveUp, hold as keepBack, loseClaim, requeue } from '../../db/messages/transitions.js';
import { forgetHeldWork } from '../../db/operations/held-work.js';
import type { AgentRunRow, MessageRow, OutgoingMessageRow } from '../../db/tables.js';
import { at, type Work } from '../../db/work.js';
import { backoffUntil, givesUp } from '../../domain/cadence/after-send.js';
import type { Hold } from '../../domain/facts.js';
import { actingAt } from '../../domain/flow/cadence.js';
import { claimedUntil } from '../../domain/messages/claims.js';
import { holdsAt } from '../../domain/messages/earliest-send.js';
import { longest } from '../../domain/messages/limits.js';
import { honoursKeys } from '../../domain/messages/states.js';
import type { SendOutcome } from '../../providers/outcome.js';
import type { EventKind } from '../../schemas/events/events.js';
import type { RowStep } from '../../workflows/timer.protocol.js';
import { outerHolds } from '../agent-runs/evaluation-facts.js';
import { reviewNotice } from '../instructions/meetings.js';
import { chooseSender, isHeldByDrawn, keepSender } from './choose-sender.js';
import { waitInQueue } from './lines.js';
import { contentAt, leadProblem, readSendContext, senderRequestOf, sendRules } from './preconditions.js';
import { endsSending } from './receipts.js';
import { readRequest, type StoredRequest } from './request.js';
import { type MessageClaim, type Owner, prepare, recordAnswer, type SendDependencies, takeClaim } from './send.js';
import { countUsage, readUsage } from './usage.js';

/** The claim of a message that has a way of its own. */
export interface ClaimedMessage extends MessageClaim {
  message: MessageRow;
  request: StoredRequest;
}

/** Sends messages of their own, which no cadence sends. */
export const ownMessages = (deps: SendDependencies): Owner<ClaimedMessage, RowStep> => ({
  advance: (work, messageId) => advanceMessage(work, messageId, deps),
  record: recordMessageOutcome,
  note: noteMessageOutcome,
});

/** The result of a look at a message: it waits, is finished, or was claimed and has to be sent now. */
export type MessageAdvance = RowStep | { send: ClaimedMessage };

const FINAL = ['sent', 'delivered', 'read', 'failed', 'cancelled'];

/**
 * Looks at a message that no cadence sends and does what is due: it is claimed, held, cancelled, or waits. Everything
 * happens under the lead's and the message's row locks, so that opt-outs, erasure and cancelling take turns with it.
 */
export async function advanceMessage(opened: Work, messageId: string, deps: SendDependencies): Promise<MessageAdvance> {
  const { tx } = opened;
  const known = await findOutgoing(tx, messageId);
  if (known) await lockLead(tx, known.account_id, known.lead_id);
  const run = known && (await lockRunOf(tx, known));
  const row = known && (await lockOutgoing(tx, messageId));
  const message = row && (await lockMessage(tx, messageId));
  const work = at(opened, actingAt(row?.due_at ?? null, opened.now));
  const { now } = work;
  if (!row || !message) return { closed: true, status: 'cancelled' };
  if (FINAL.includes(message.status)) return close(work, message, message.status);
  if (message.status === 'unknown') return waiting(null, 'outcome unknown');
  if (message.status === 'sending') {
    if (!honoursKeys(message.provider)) return lostClaim(work, row, message);
    await requeue(tx, now, message.id);
    Object.assign(message, { status: 'queued', claim_no: message.claim_no + 1 });
  }
  if (row.due_at > now) return waiting(row.due_at, message.hold_reason ?? 'not due');
  if (message.hold_reason === 'error') await forgetHeldWork(tx, 'message', [messageId]);
  return decide(work, row, message, run, deps);
}

/** The run that sent the message at first, where a cadence did. Its row keeps stops and pauses apart from claims. */
async function lockRunOf(tx: Knex, { account_id, message_id }: OutgoingMessageRow): Promise<AgentRunRow | undefined> {
  const message = await findMessage(tx, account_id, message_id);
  return message?.agent_run_id ? lockRun(tx, message.agent_run_id) : undefined;
}

async function decide(
  work: Work,
  row: OutgoingMessageRow,
  message: MessageRow,
  run: AgentRunRow | undefined,
  deps: SendDependencies,
  without?: ReadonlySet<string>,
): Promise<MessageAdvance> {
  const { tx, now } = work;
  const request = readRequest(row);
  const channel = message.channel;
  const { account_id: accountId, lead_id: leadId, agent_id: agentId } = message;
  const context = request && (await readSendContext(tx, { accountId, leadId, agentId, numberId: request.numberId }));
  if (!request || !context)
    return end(work, message, request, 'cancelled', 'LEAD_NOT_FOUND', 'The lead no longer exists.');
  if (endsSending(message, run)) {
    return end(work, message, request, 'cancelled', 'stopped', 'The run that sent the message has ended.');
  }
  if (request.until && now >= new Date(request.until)) {
    return end(work, message, request, 'cancelled', 'too_late', 'The meeting it refers to has started.');
  }
  const [paused] = run?.open_slot === 1 ? outerHolds(context.snapshot, run) : [];
  if (paused) return holdMessage(work, row, paused);
  const problem = leadProblem(context, channel, request.evenOptedOut);
  if (problem) return end(work, message, request, 'cancelled', problem.code, problem.message);
  const asked = senderRequestOf(context, request, message, { now, tried: message });
  const chosen = await chooseSender(tx, asked, { senderOf: deps.senderOf, read: readUsage }, without);
  const { sender, request: usageRequest, usage } = chosen;
  const again = (...ids: string[]) => decide(work, row, message, run, deps, new Set([...(without ?? []), ...ids]));
  const hold = longest(holdsAt(sendRules(context, channel, request, usage), now.getTime()));
  if (hold) return holdMessage(work, row, hold, await waitInQueue(tx, usageRequest, hold, usage));
  if (usage.waits) await leaveQueues(tx, [message.id]);
  const content = contentAt(context, channel, request, now.getTime());
  if (!content) {
    const words = 'The 24-hour window has closed.';
    // A cadence waits until the lead writes again. A message outside a cadence fails.
    if (run) return holdMessage(work, row, { reason: 'window_24h_closed', until: null, detail: words });
    return end(work, message, request, 'failed', 'WINDOW_CLOSED', words);
  }
  const composed = await prepare(
    tx,
    {
      messageId: message.id,
      now,
      channel,
      sender,
      content,
      snapshot: context.snapshot,
      links: deps.links,
      ...(request.answers ? { answers: request.answers } : {}),
    },
    { heldBack: deps.heldBack, tryOf: message.id },
  );
  if (composed.kind === 'hold') {
    if (sender && isHeldByDrawn(chosen, composed.hold)) return again(sender.row.id);
    return holdMessage(work, row, composed.hold, await waitInQueue(tx, usageRequest, composed.hold));
  }
  if (composed.kind !== 'ready') return end(work, message, request, 'failed', composed.code, composed.message);
  if (!(await keepSender(work, chosen, { accountId, messageId: message.id }))) return again();
  const written = {
    ...composed.written,
    // A sending of its own has an id of its own.
    provider_message_id: null,
    late_by_seconds: Math.max(0, Math.round((now.getTime() - row.due_at.getTime()) / 1000)),
  };
  const claimNo = await takeClaim(work, message, { written, row: message, prepared: composed.prepared });
  await countUsage(tx, usageRequest, false);
  const send = claimedAs(message, request, { claimNo, claimedAt: now, prepared: composed.prepared });
  return { send: { ...send, message: { ...message, ...written } } };
}

function claimedAs(
  message: MessageRow,
  request: StoredRequest,
  claim: Pick<ClaimedMessage, 'claimNo' | 'claimedAt' | 'prepared'>,
): ClaimedMessage {
  return {
    ...claim,
    messageId: message.id,
    accountId: message.account_id,
    leadId: message.lead_id,
    tryOf: message.id,
    sentBefore: message.sent_at !== null,
    message,
    request,
  };
}

/** A claim that outlived its process. The outcome of the message is unknown, and it isn't sent again automatically. */
async function lostClaim(work: Work, row: OutgoingMessageRow, message: MessageRow): Promise<MessageAdvance> {
  const { tx, now } = work;
  const leaves = claimedUntil([message], now);
  if (leaves) return waiting(leaves, 'being sent');
  await loseClaim(tx, now, message.id);
  return unknown(work, row);
}

const STATUS = { accepted: 'sent', refused_retry: 'failed', refused_final: 'failed', unknown: 'unknown' } as const;

/** Records how the provider answered, under the claim that called it. A result of a claim that was given up changes nothing. */
export async function recordMessageOutcome(work: Work, send: ClaimedMessage, outcome: SendOutcome): Promise<RowStep> {
  const { tx, now } = work;
  const { message, request } = send;
  await lockLead(tx, message.account_id, message.lead_id);
  const row = await lockOutgoing(tx, message.id);
  const again = row && outcome.kind === 'refused_retry' ? nextTry(now, row, outcome) : undefined;
  const status = again ? 'held' : STATUS[outcome.kind];
  const hold = again && { reason: again.hold.reason, until: again.due_at };
  const recorded = await recordAnswer(work, send, { outcome, status, hold });
  if (!row) return { closed: true, status };
  if (!recorded) return waiting(now, 'look again');
  if (again) {
    const { hold: by, ...tried } = again;
    await updateOutgoing(tx, message.id, tried);
    if (request.until) await reviewNotice(work, message.id, 'a reminder is refused');
    return waiting(tried.due_at, by.reason);
  }
  if (status === 'unknown') return unknown(work, row);
  if (status !== 'sent') {
    await emit(work, message, request, 'message.failed', 'code' in outcome ? { code: outcome.code } : {});
  } else if (!send.sentBefore) {
    await emit(work, message, request, 'message.sent', {});
    // The promise of a reply by a person is kept once the answer is sent.
    if (request.answers?.automatic === false) await settlePromises(tx, message.lead_id, now);
  }
  return close(work, message, status);
}

/** Records only the provider's answer if the next step can't be decided. The next check continues from there. */
async function noteMessageOutcome(work: Work, send: ClaimedMessage, outcome: SendOutcome): Promise<void> {
  const status = outcome.kind === 'refused_retry' ? 'queued' : STATUS[outcome.kind];
  if (!(await recordAnswer(work, send, { outcome, status }))) return;
  const { message, request } = send;
  if (status === 'failed') {
    await emit(work, message, request, 'message.failed', 'code' in outcome ? { code: outcome.code } : {});
  } else if (status === 'sent' && !send.sentBefore) await emit(work, message, request, 'message.sent', {});
}

const UNKNOWN_RECHECK_MS = 30 * 86_400_000;

/** Waits for a receipt or a user, which wake it. Until then no check is needed. */
async function unknown(work: Work, row: OutgoingMessageRow): Promise<RowStep> {
  const { tx, now } = work;
  await updateOutgoing(tx, row.message_id, { due_at: new Date(now.getTime() + UNKNOWN_RECHECK_MS) });
  return waiting(null, 'outcome unknown');
}

/** Returns when a message that is refused for the moment is tried again; undefined where it is given up. */
function nextTry(now: Date, row: OutgoingMessageRow, outcome: Extract<SendOutcome, { kind: 'refused_retry' }>) {
  const tried = triesOf(row, outcome);
  if (!tried) return undefined;
  const until = backoffUntil(now.getTime(), tried.retries, outcome.retryAfterSeconds);
  const due_at = new Date(until);
  if (row.tried_until && due_at > row.tried_until) return undefined;
  const hold: Hold = { reason: outcome.hold ?? 'provider_backoff', until, detail: outcome.code };
  return { ...tried, due_at, hold };
}

/** Counts how often a message was tried, this refusal included; undefined where it is given up for its own sake. */
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
  work: Work,
  { message_id: messageId }: OutgoingMessageRow,
  hold: Hold,
  lookAt?: Date,
): Promise<MessageAdvance> {
  const { tx, now } = work;
  // A hold that only a person ends is checked every hour, since nothing reports when it ends.
  const dueAt = lookAt ?? new Date(hold.until ?? now.getTime() + RECHECK_MS);
  await keepBack(tx, now, messageId, { reason: hold.reason, until: hold.until === null ? null : new Date(hold.until) });
  await updateOutgoing(tx, messageId, { due_at: dueAt });
  return waiting(dueAt, hold.reason);
}

async function end(
  work: Work,
  message: MessageRow,
  request: StoredRequest | undefined,
  status: 'failed' | 'cancelled',
  code: string,
  words: string,
): Promise<MessageAdvance> {
  const { tx, now } = work;
  const failure = JSON.stringify({ code, provider_code: null, retryable: false, message: words });
  const columns = { failure_code: code, failure };
  if (status === 'failed') await giveUp(tx, now, message.id, columns);
  else await cancel(tx, now, message.id, columns);
  if (request) await emit(work, message, request, 'message.failed', { code });
  return close(work, message, status);
}

async function close(work: Work, message: MessageRow, status: string): Promise<RowStep> {
  const { tx, now } = work;
  if (message.hold_reason !== null) await leaveQueues(tx, [message.id]);
  await updateOutgoing(tx, message.id, { closed_at: now });
  return { closed: true, status };
}

async function emit(
  work: Work,
  message: MessageRow,
  { origin }: StoredRequest,
  type: EventKind,
  more: Record<string, unknown>,
): Promise<void> {
  const { tx, now } = work;
  const data = { message_id: message.id, channel: message.channel, workflow_id: message.agent_id, ...more };
  const { account_id: accountId, lead_id: leadId, agent_run_id: agentRunId } = message;
  await insertEvents(tx, now, [{ accountId, leadId, agentRunId, type, data, origin }]);
}

function waiting(until: Date | null, why: string): RowStep {
  const words = why.replaceAll('_', ' ');
  const sleepUntil = until?.toISOString() ?? null;
  const summary = `${words}, wait until ${sleepUntil ?? 'woken'}`;
  return { closed: false, plan: { sleepUntil, summary, action: 'send the message' } };
}
