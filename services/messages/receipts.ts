import type { Knex } from 'knex';
import { lockRun } from '../../db/agent-runs/agent-runs.js';
import { type EventOrigin, insertEvents, type NewEvent } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { lockMessage, updateMessage } from '../../db/messages/messages.js';
import { isErased } from '../../db/messages/provider-ids.js';
import { type StateColumn, settle } from '../../db/messages/transitions.js';
import type { AgentRunRow, MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { type ReceiptStatus, statusAfter } from '../../domain/messages/states.js';
import type { EventKind } from '../../schemas/events/events.js';
import type { MachineReason } from '../../schemas/events/machines.js';
import { wakeRun } from '../instructions/agent-runs.js';
import { wakeMessage } from '../instructions/messages.js';

/** A message with the enrolment that sent it, both rows locked. */
export interface LockedMessage {
  message: MessageRow;
  run: AgentRunRow | undefined;
}

/** Locks a message and, before it, its run: the order that claims keep. */
export async function lockMessageAndRun(
  tx: Knex,
  found: Pick<MessageRow, 'id' | 'agent_run_id'>,
): Promise<LockedMessage | undefined> {
  const run = found.agent_run_id === null ? undefined : await lockRun(tx, found.agent_run_id);
  const message = await lockMessage(tx, found.id);
  return message && { message, run };
}

/** Returns whether the run that sent a message has come to an end that allows nothing more of it to leave. */
export const endsSending = (
  { agent_run_id }: Pick<MessageRow, 'agent_run_id'>,
  run: Pick<AgentRunRow, 'open_slot' | 'stop_reason'> | undefined,
): boolean => agent_run_id !== null && run?.open_slot !== 1 && run?.stop_reason !== 'completed';

export interface Receipt {
  status: ReceiptStatus;
  /** The time when it happened. */
  at: Date;
  settledBy: 'receipt' | 'lookup' | 'operator';
  origin: EventOrigin;
  /** The provider's id of the message, where the receipt carries it and we may not have heard it yet. */
  providerMessageId?: string;
  /** The reason why an open is a machine's, in an account that counts these; null for a person's. */
  machine?: MachineReason | null;
  failure?: { code: string; provider_code: string | null; retryable: boolean; message: string };
}

const UNSETTLED: readonly string[] = ['unknown', 'queued', 'held'];

/**
 * Applies a receipt of an outgoing message, in any order and with repetitions. The status only moves forward, and sent,
 * delivered and opened are each counted and emitted once, by the first receipt that sets the time. A receipt of a
 * message with an unknown outcome settles it and wakes its run.
 */
export async function applyReceipt(work: Work, { message, run }: LockedMessage, receipt: Receipt): Promise<MessageRow> {
  const { tx, now } = work;
  const before = message.status;
  const status = statusAfter(before, receipt.status);
  const changes: Partial<Omit<MessageRow, StateColumn>> = { updated_at: now };
  const events: EventKind[] = [];
  if (message.sent_at === null && !['failed', 'cancelled'].includes(before) && leftUs(receipt)) {
    changes.sent_at = message.claimed_at ?? receipt.at;
    events.push('message.sent');
  }
  if (receipt.status === 'delivered' && message.delivered_at === null) {
    changes.delivered_at = receipt.at;
    events.push('message.delivered');
  }
  if (receipt.status === 'read' && message.read_at === null) {
    changes.read_at = receipt.at;
    events.push(message.channel === 'email' ? 'email.opened' : 'message.read');
  }
  if (status === 'failed' && before !== 'failed') {
    changes.failure_code = receipt.failure?.code ?? 'failed';
    changes.failure = receipt.failure && !isErased(message) ? JSON.stringify(receipt.failure) : null;
    if (receipt.settledBy !== 'receipt') events.push('message.failed');
  }
  if (receipt.providerMessageId !== undefined && message.provider_message_id === null && !isErased(message)) {
    changes.provider_message_id = Buffer.from(receipt.providerMessageId);
  }
  if (before === 'unknown') changes.settled_by = receipt.settledBy;
  if (status === before && events.length === 0) return message;

  if (status === before) await updateMessage(tx, message.id, changes);
  else await settle(tx, now, message.id, receipt.status, changes);
  await count(tx, message, events, changes.sent_at ?? receipt.at);
  await insertEvents(
    tx,
    now,
    events.map((type) => eventOf(message, type, receipt, changes.settled_by ?? null)),
  );
  if (status !== before && UNSETTLED.includes(before)) {
    await (run ? wakeRun(work, run, `message ${status}`) : wakeMessage(work, message, `message ${status}`));
  }
  return { ...message, ...changes, ...(status === before ? {} : { status, hold_reason: null, hold_until: null }) };
}

/** A bounce, like a receipt, proves that the mail had left; a person's "failed" says that it had not. */
const leftUs = ({ status, settledBy }: Receipt): boolean => status !== 'failed' || settledBy === 'receipt';

async function count(tx: Knex, message: MessageRow, events: readonly EventKind[], sentAt: Date): Promise<void> {
  const sent = events.includes('message.sent');
  const counts = [
    ...(sent ? (['outbound_count'] as const) : []),
    ...(events.includes('message.delivered') ? (['delivered_count'] as const) : []),
    ...(events.includes('email.opened') ? (['opened_count'] as const) : []),
    ...(events.includes('message.read') ? (['read_count'] as const) : []),
  ];
  await bumpEngagement(
    tx,
    { id: message.lead_id, accountId: message.account_id },
    { counts, ...(sent ? { lastOutboundAt: sentAt, lastChannel: message.channel } : {}) },
  );
}

const eventOf = (message: MessageRow, type: EventKind, receipt: Receipt, settledBy: string | null): NewEvent => ({
  accountId: message.account_id,
  leadId: message.lead_id,
  agentRunId: message.agent_run_id,
  type,
  data: {
    message_id: message.id,
    channel: message.channel,
    workflow_id: message.agent_id,
    step_key: message.step_key,
    ...(settledBy === null ? {} : { settled_by: settledBy }),
    ...(type === 'email.opened'
      ? { is_machine: Boolean(receipt.machine), machine_reason: receipt.machine ?? null }
      : {}),
    ...(type === 'message.failed' ? { code: receipt.failure?.code ?? 'failed' } : {}),
  },
  origin: receipt.origin,
});
