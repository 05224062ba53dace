import { findDefinition } from '../db/agents.js';
import { findCall, saveCall } from '../db/calls.js';
import { fromJson } from '../db/connection.js';
import { lockLead } from '../db/consent.js';
import { bumpEngagement } from '../db/engagement.js';
import { insertEvents } from '../db/events.js';
import { findByProviderId, findSentMessage, updateMessage } from '../db/messages.js';
import type { MessageRow } from '../db/tables.js';
import type { CallRow } from '../db/tables-calls.js';
import { afterCall } from '../domain/cadence/after-send.js';
import { type CallNews, type CallStatus, movesCall, readCallEvent } from '../domain/inbound-call.js';
import { isUuid } from '../runtime/ids.js';
import type { EventKind } from '../schemas/events.js';
import { isVoiceEventType, type VoiceHookEvent } from '../schemas/voice-hooks.js';
import { changeCadence } from './automation.js';
import { tryCallAgain } from './call-retries.js';
import { applyLeadEvent } from './exit-rules.js';
import type { InboundContext, InboundResult } from './inbound.js';
import { type LockedMessage, lockMessageAndRun, takeNews } from './message-news.js';

/**
 * News of a call, in whatever order they come: the call only moves forward, its first end stays, and what is told later
 * (transcript, summary, recording) is added. The end drives the cadence: answered ends the step, missed leaves it to
 * the next attempt.
 */
export async function takeCallEvent(context: InboundContext): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  if (!isVoiceEventType(row.type)) return { outcome: 'ignored', leadId: null };
  const news = readCallEvent(fromJson<VoiceHookEvent>(row.payload), row.received_at);
  const found = await messageOf(context, news.callId);
  if (!found) return { outcome: 'no_call', leadId: null };
  if (!(await lockLead(tx, row.account_id, found.lead_id))) return { outcome: 'no_lead', leadId: found.lead_id };
  const locked = await lockMessageAndRun(tx, found);
  if (!locked) return { outcome: 'no_call', leadId: null };
  const undecided = ['sending', 'unknown', 'queued'].includes(locked.message.status);
  // Whatever is told of a call proves that it was taken.
  const message = await takeNews(tx, now, locked, { news: 'sent', at: news.occurredAt, settledBy: 'receipt', origin });
  const before = await findCall(tx, message.id);
  const after = advanced(message, before, news, now);
  await saveCall(tx, after);
  await tell(context, message, before, after, news);
  if (news.over && !before?.ended_at) {
    await endCall(context, { ...locked, message }, news);
    if (!undecided) await moveCadence(context, locked, news);
  }
  return { outcome: `call_${after.call_status}`, leadId: message.lead_id };
}

async function messageOf({ tx, row }: InboundContext, callId: string): Promise<MessageRow | undefined> {
  const ours = isUuid(callId) ? await findSentMessage(tx, row.account_id, [callId.toLowerCase()]) : undefined;
  const message = ours ?? (await findByProviderId(tx, row.account_id, callId));
  return message?.channel === 'call' ? message : undefined;
}

function advanced(message: MessageRow, before: CallRow | undefined, news: CallNews, now: Date): CallRow {
  const known: CallRow = before ?? {
    message_id: message.id,
    account_id: message.account_id,
    lead_id: message.lead_id,
    call_status: 'registered',
    disconnection_reason: null,
    answered: null,
    successful: null,
    duration_seconds: null,
    summary: null,
    transcript: null,
    recording_url: null,
    started_at: null,
    ended_at: null,
    updated_at: now,
  };
  const moves = movesCall(known.call_status as CallStatus, news.status);
  const ends = news.over && known.ended_at === null;
  return {
    ...known,
    call_status: moves ? news.status : known.call_status,
    started_at: known.started_at ?? (news.status === 'in_progress' ? news.occurredAt : null),
    ...(ends ? { ended_at: news.occurredAt, disconnection_reason: news.reason, answered: news.answered ? 1 : 0 } : {}),
    duration_seconds: news.durationSeconds ?? known.duration_seconds,
    successful: news.successful === null ? known.successful : Number(news.successful),
    summary: news.summary ?? known.summary,
    transcript: news.transcript ? JSON.stringify(news.transcript) : known.transcript,
    recording_url: news.recordingUrl ?? known.recording_url,
    updated_at: now,
  };
}

/** Writes what is new as events, each once, and lets runs look that may wait for them. */
async function tell(
  { tx, now, row, origin }: InboundContext,
  message: MessageRow,
  before: CallRow | undefined,
  after: CallRow,
  news: CallNews,
): Promise<void> {
  const kinds: EventKind[] = [];
  if (after.started_at && !before?.started_at && !before?.ended_at) kinds.push('call.started');
  if (after.ended_at && !before?.ended_at) kinds.push(news.answered ? 'call.ended' : 'call.missed');
  if (after.transcript && !before?.transcript) kinds.push('call.transcript_ready');
  const data = {
    call_id: message.id,
    message_id: message.id,
    channel: 'call',
    call_status: after.call_status,
    disconnection_reason: after.disconnection_reason,
    duration_seconds: after.duration_seconds,
  };
  const about = { accountId: row.account_id, leadId: message.lead_id, origin };
  await insertEvents(
    tx,
    now,
    kinds.map((type) => ({ ...about, agentRunId: message.agent_run_id, type, data })),
  );
  for (const eventType of kinds) await applyLeadEvent(tx, now, { ...about, eventType, data });
}

async function endCall({ tx, now, origin }: InboundContext, { message }: LockedMessage, news: CallNews): Promise<void> {
  const failure = {
    code: news.reason ?? 'error',
    provider_code: null,
    retryable: true,
    message: 'Nobody was reached.',
  };
  await updateMessage(tx, message.id, {
    updated_at: now,
    ...(news.answered
      ? { status: 'delivered', delivered_at: news.occurredAt }
      : { status: 'failed', failure_code: failure.code, failure: JSON.stringify(failure) }),
  });
  await bumpEngagement(
    tx,
    { id: message.lead_id, accountId: message.account_id },
    { counts: news.answered ? ['calls_count', 'calls_answered'] : ['calls_count'] },
  );
  if (!news.answered && message.step_key === null) await tryCallAgain(tx, now, message, origin);
}

/** Where our own record of the call isn't written yet, whoever writes it moves the cadence instead. */
async function moveCadence(
  { tx, now }: InboundContext,
  { message, run }: LockedMessage,
  news: CallNews,
): Promise<void> {
  const { step_key, visit, attempt } = message;
  if (run?.open_slot !== 1 || step_key === null || visit === null || attempt === null) return;
  const definition = await findDefinition(tx, run.agent_id, run.agent_version);
  if (!definition) return;
  await changeCadence(tx, now, run, definition, (state, facts) =>
    afterCall(definition, state, { step_key, visit, attempt, answered: news.answered }, facts, now),
  );
}
