import type { Knex } from 'knex';
import { lockRun } from '../db/agent-runs.js';
import { bumpEngagement } from '../db/engagement.js';
import { type EventOrigin, insertEvents, type NewEvent } from '../db/events.js';
import { lockMessage, updateMessage } from '../db/messages.js';
import type { AgentRunRow, MessageRow } from '../db/tables.js';
import { type MessageNews, statusAfter } from '../domain/message-status.js';
import type { EventKind } from '../schemas/events.js';
import type { MessageStatus } from '../schemas/messages.js';
import { rouseMessage } from './outgoing-messages.js';
import { wakeRun } from './wake.js';

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

/** Whether the run that sent a message has come to an end that allows nothing more of it to leave. */
export const endsSending = (
  { agent_run_id }: Pick<MessageRow, 'agent_run_id'>,
  run: Pick<AgentRunRow, 'open_slot' | 'stop_reason'> | undefined,
): boolean => agent_run_id !== null && run?.open_slot !== 1 && run?.stop_reason !== 'completed';

export interface News {
  news: MessageNews;
  /** When it happened. */
  at: Date;
  settledBy: 'receipt' | 'lookup' | 'operator';
  origin: EventOrigin;
  /** The provider's id of the message, where the news carry it and we may not have heard it yet. */
  providerMessageId?: string;
  failure?: { code: string; provider_code: string | null; retryable: boolean; message: string };
}

const UNSETTLED: readonly string[] = ['unknown', 'queued', 'held'];

/**
 * Takes news about an outgoing message, in whatever order and however often they come: the status only moves forward,
 * and each of sent, delivered and opened is counted and told once, by whoever sets its time first. News about a
 * message whose outcome was unknown settle it and wake its enrolment.
 */
export async function takeNews(tx: Knex, now: Date, { message, run }: LockedMessage, news: News): Promise<MessageRow> {
  const before = message.status as MessageStatus;
  const status = statusAfter(before, news.news);
  const changes: Partial<MessageRow> = { status, updated_at: now };
  const events: EventKind[] = [];
  if (message.sent_at === null && !['failed', 'cancelled'].includes(before) && leftUs(news)) {
    changes.sent_at = message.claimed_at ?? news.at;
    events.push('message.sent');
  }
  if (news.news === 'delivered' && message.delivered_at === null) {
    changes.delivered_at = news.at;
    events.push('message.delivered');
  }
  if (news.news === 'read' && message.read_at === null) {
    changes.read_at = news.at;
    events.push(message.channel === 'email' ? 'email.opened' : 'message.read');
  }
  if (status === 'failed' && before !== 'failed') {
    changes.failure_code = news.failure?.code ?? 'failed';
    changes.failure = news.failure ? JSON.stringify(news.failure) : null;
    if (news.settledBy === 'operator') events.push('message.failed');
  }
  if (news.providerMessageId !== undefined && message.provider_message_id === null) {
    changes.provider_message_id = Buffer.from(news.providerMessageId);
  }
  if (before === 'unknown') changes.settled_by = news.settledBy;
  if (status === before && events.length === 0) return message;

  await updateMessage(tx, message.id, changes);
  await count(tx, message, events, changes.sent_at ?? news.at);
  await insertEvents(
    tx,
    now,
    events.map((type) => eventOf(message, type, news, changes.settled_by ?? null)),
  );
  if (status !== before && UNSETTLED.includes(before)) {
    await (run ? wakeRun(tx, now, run, `message ${status}`) : rouseMessage(tx, now, message, `message ${status}`));
  }
  return { ...message, ...changes };
}

/** A bounce, like a receipt, proves that the mail had left; a person's "failed" says that it had not. */
const leftUs = ({ news, settledBy }: News): boolean => news !== 'failed' || settledBy === 'receipt';

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

const eventOf = (message: MessageRow, type: EventKind, news: News, settledBy: string | null): NewEvent => ({
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
    ...(type === 'message.failed' ? { code: news.failure?.code ?? 'failed' } : {}),
  },
  origin: news.origin,
});
