import type { Knex } from 'knex';
import { findDefinition } from '../../db/agents/agents.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { findOutgoing, insertOutgoing, lockOutgoing, updateOutgoing } from '../../db/messages/outgoing-messages.js';
import { holdRefused } from '../../db/messages/transitions.js';
import type { AgentRunRow, MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { backoffUntil } from '../../domain/cadence/after-send.js';
import { contentOf } from '../../domain/cadence/content.js';
import { isSending, stepByKey } from '../../domain/cadence/steps.js';
import { shareOf } from '../../domain/channels/provider-breaker.js';
import type { WhatsAppFailure } from '../../domain/channels/whatsapp-errors.js';
import type { MessageContent } from '../../domain/messages/message-content.js';
import { sourcesOf } from '../../domain/messages/states.js';
import { MINUTE_MS } from '../../domain/time/zoned.js';
import { wakeRun } from '../instructions/agent-runs.js';
import { wakeMessage } from '../instructions/messages.js';
import { triesOf } from './advance.js';
import { queueMessage } from './queue.js';
import { endsSending, type LockedMessage } from './receipts.js';
import { readRequest, type StoredRequest, writeRequest } from './request.js';

/** A refusal that came after the provider had taken the message. */
export interface LateRefusal {
  cause: WhatsAppFailure;
  failure: { code: string; provider_code: string | null; retryable: boolean; message: string };
  providerMessageId: string;
  origin: EventOrigin;
}

/**
 * A message that is weeks late has no use, so a message that its provider accepted once is retried for at most a week.
 */
const LONGEST_MS = 7 * 86_400_000;
const HOLDABLE = sourcesOf('holdRefused', 'held');

/**
 * Holds a message that its provider had accepted and then temporarily rejected. It is sent again automatically after a
 * growing pause, and needs a slot in all caps again, in which its own earlier attempt doesn't count. Its cadence has
 * continued since then, so it becomes a message outside the cadence, which still stops and pauses with its run. Returns
 * undefined if it isn't retried: it was delivered, its run has ended, its retries for possible faults of its own are
 * used up, or a week has passed since the first rejection. The caller has locked the lead, run and message.
 */
export async function holdForAnotherTry(
  work: Work,
  { message, run }: LockedMessage,
  { cause, failure, providerMessageId, origin }: LateRefusal,
): Promise<MessageRow | undefined> {
  const { tx, now } = work;
  if (!cause.retryable || !HOLDABLE.includes(message.status) || endsSending(message, run)) return undefined;
  const known = await lockOutgoing(tx, message.id);
  const tries = triesOf(known, cause);
  if (!tries) return undefined;
  const until = spread(now, new Date(backoffUntil(now.getTime(), tries.retries, cause.retryAfterSeconds)), message.id);
  const tried_until = known?.tried_until ?? new Date(now.getTime() + LONGEST_MS);
  if (until > tried_until) return undefined;
  const tried = { ...tries, tried_until, due_at: until, closed_at: null };
  if (known) await updateOutgoing(tx, message.id, tried);
  else {
    const request = run && (await requestOf(tx, run, message));
    if (!request) return undefined;
    await insertOutgoing(tx, {
      message_id: message.id,
      account_id: message.account_id,
      lead_id: message.lead_id,
      request: writeRequest(request),
      occasion: null,
      ...tried,
      created_at: now,
    });
  }
  const reason = cause.hold ?? 'provider_backoff';
  const changes = {
    failure_code: failure.code.slice(0, 64),
    failure: JSON.stringify(failure),
    provider_message_id: message.provider_message_id ?? Buffer.from(providerMessageId),
  };
  await holdRefused(tx, now, message.id, { reason, until }, changes);
  const { id, account_id: accountId, lead_id: leadId, agent_run_id: agentRunId, step_key, channel } = message;
  const data = { message_id: id, step_key, channel, reason, code: failure.code };
  await insertEvents(tx, now, [{ accountId, leadId, agentRunId, type: 'cadence.held', data, origin }]);
  await wakeMessage(work, message, 'refused for the moment');
  // A run that waits for the outcome continues. From here on the message is independent of it.
  if (run && message.status !== 'sent') await wakeRun(work, run, 'message held');
  return { ...message, ...changes, status: 'held', hold_reason: reason, hold_until: until, updated_at: now };
}

const LONGEST_SPREAD_MS = 15 * 60_000;

/**
 * Spreads the retries after a limit, so that they don't hit it at once: each message gets its own share of the last
 * half of the pause.
 */
function spread(now: Date, until: Date, messageId: string): Date {
  const room = Math.min((until.getTime() - now.getTime()) / 2, LONGEST_SPREAD_MS);
  return new Date(until.getTime() + Math.floor(shareOf(messageId) * room));
}

/** Returns the request of a cadence's message: its sent text, or its template with the step's values. */
async function requestOf(tx: Knex, run: AgentRunRow, message: MessageRow): Promise<StoredRequest | undefined> {
  const definition = await findDefinition(tx, run.agent_id, run.agent_version);
  const found = definition && stepByKey(definition, message.step_key);
  const step = found && isSending(found) ? found : undefined;
  // A text goes out again as it was; of all else the step knows what it is made of.
  if (!step && message.type !== 'text') return undefined;
  const made = step && contentOf(step, 'whatsapp', message.variant, null);
  const rich =
    message.type === 'text' || message.template_id !== null
      ? {}
      : { media: made?.media ?? null, interactive: made?.interactive ?? null };
  const content: MessageContent = {
    template_id: message.template_id,
    subject: null,
    content: message.type === 'text' ? message.content : null,
    html: null,
    begin_message: null,
    variables: made?.variables ?? {},
    ...rich,
    literal: message.type === 'text' ? 'all' : 'none',
  };
  return {
    content,
    fallbackTemplateId: (step?.type === 'message' && step.fallback_template_id?.toLowerCase()) || null,
    respectWindow: true,
    respectCaps: true,
    evenOptedOut: false,
    origin: { kind: 'cadence', id: run.id, depth: 1 },
  };
}

const DEFAULT_MINUTES = 60;

/**
 * Queues the next attempt of a call that no one answered, if several were requested. The idempotency key derives from
 * the missed call, so a repeated report calls once. Whether the lead can still be called is checked again.
 */
export async function retryCall(work: Work, message: MessageRow, origin: EventOrigin): Promise<void> {
  const { tx, now } = work;
  const row = await findOutgoing(tx, message.id);
  const request = row && readRequest(row);
  const attempts = request?.attempts;
  if (!request || !attempts || attempts.no >= attempts.max) return;
  const minutes = attempts.retryMinutes[attempts.no - 1] ?? attempts.retryMinutes.at(-1) ?? DEFAULT_MINUTES;
  await queueMessage(work, {
    accountId: message.account_id,
    leadId: message.lead_id,
    agentId: message.agent_id,
    channel: 'call',
    content: request.content,
    sendAt: new Date(now.getTime() + minutes * MINUTE_MS),
    respectWindow: request.respectWindow,
    respectCaps: request.respectCaps,
    idempotencyKey: `call/${message.id}/again`,
    attempts: { ...attempts, no: attempts.no + 1 },
    origin,
  });
}
