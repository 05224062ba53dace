import { lockRun } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import { findCall, saveCall } from '../../db/channels/calls.js';
import { fromJson } from '../../db/connection.js';
import { insertEvents } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { findByProviderId, findSentMessage } from '../../db/messages/messages.js';
import { endCall as recordEnd } from '../../db/messages/transitions.js';
import type { CallRow, MessageRow } from '../../db/tables.js';
import { afterCall } from '../../domain/cadence/after-send.js';
import { type CallUpdate, movesCall, readCallEvent } from '../../domain/messages/call-events.js';
import { isUuid } from '../../runtime/ids.js';
import type { EventKind } from '../../schemas/events/events.js';
import { isVoiceEventType, type VoiceHookEvent } from '../../schemas/inbound/voice-hooks.js';
import { applyLeadEvent } from '../agent-runs/exit-rules.js';
import { changeCadence } from '../agent-runs/pause-resume.js';
import { applyReceipt, type LockedMessage, lockMessageAndRun } from '../messages/receipts.js';
import { retryCall } from '../messages/retry-later.js';
import type { InboundContext, InboundResult } from './context.js';

/**
 * Works an event of a call, in whatever order they come: the call only moves forward, its first end stays, and what
 * comes later (transcript, summary, recording) is added. The end drives the cadence: answered ends the step, missed
 * leaves it to the next attempt.
 */
export async function handleCallEvent(context: InboundContext): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  if (!isVoiceEventType(row.type)) return { outcome: 'ignored', leadId: null };
  const update = readCallEvent(fromJson<VoiceHookEvent>(row.payload), row.received_at);
  const found = await messageOf(context, update.callId);
  if (!found) return { outcome: 'no_call', leadId: null };
  if (!(await lockUnerasedLead(tx, row.account_id, found.lead_id)))
    return { outcome: 'no_lead', leadId: found.lead_id };
  const locked = await lockMessageAndRun(tx, found);
  if (!locked) return { outcome: 'no_call', leadId: null };
  const undecided = ['sending', 'unknown', 'queued'].includes(locked.message.status);
  // Any event of a call proves that the provider accepted it.
  const message = await applyReceipt(context, locked, {
    status: 'sent',
    at: update.occurredAt,
    settledBy: 'receipt',
    origin,
  });
  const before = await findCall(tx, message.id);
  const after = advanced(message, before, update, now);
  await saveCall(tx, after);
  await emitChanges(context, message, before, after, update);
  if (update.over && !before?.ended_at) {
    await endCall(context, { ...locked, message }, update);
    if (!undecided) await moveCadence(context, locked, update);
  }
  return { outcome: `call_${after.call_status}`, leadId: message.lead_id };
}

async function messageOf({ tx, row }: InboundContext, callId: string): Promise<MessageRow | undefined> {
  const ours = isUuid(callId) ? await findSentMessage(tx, row.account_id, [callId.toLowerCase()]) : undefined;
  const message = ours ?? (await findByProviderId(tx, row.account_id, callId));
  return message?.channel === 'call' ? message : undefined;
}

function advanced(message: MessageRow, before: CallRow | undefined, update: CallUpdate, now: Date): CallRow {
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
  const moves = movesCall(known.call_status, update.status);
  const ends = update.over && known.ended_at === null;
  return {
    ...known,
    call_status: moves ? update.status : known.call_status,
    started_at: known.started_at ?? (update.status === 'in_progress' ? update.occurredAt : null),
    ...(ends ? { ended_at: update.occurredAt, disconnection_reason: update.reason, answered: update.answered } : {}),
    duration_seconds: update.durationSeconds ?? known.duration_seconds,
    successful: update.successful ?? known.successful,
    summary: update.summary ?? known.summary,
    transcript: update.transcript ? JSON.stringify(update.transcript) : known.transcript,
    recording_url: update.recordingUrl ?? known.recording_url,
    updated_at: now,
  };
}

/** Writes what is new as events, each once, and lets runs look that may wait for them. */
async function emitChanges(
  work: InboundContext,
  message: MessageRow,
  before: CallRow | undefined,
  after: CallRow,
  update: CallUpdate,
): Promise<void> {
  const { tx, now, row, origin } = work;
  const kinds: EventKind[] = [];
  if (after.started_at && !before?.started_at && !before?.ended_at) kinds.push('call.started');
  if (after.ended_at && !before?.ended_at) kinds.push(update.answered ? 'call.ended' : 'call.missed');
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
  const messages = update.transcript?.filter(({ role }) => role === 'user').map(({ text }) => text) ?? [];
  for (const eventType of kinds) await applyLeadEvent(work, { ...about, eventType, data, messages });
}

async function endCall(work: InboundContext, { message }: LockedMessage, update: CallUpdate): Promise<void> {
  const { tx, now, origin } = work;
  const failure = {
    code: update.reason ?? 'error',
    provider_code: null,
    retryable: true,
    message: "The call wasn't answered.",
  };
  if (update.answered) await recordEnd(tx, now, message.id, 'delivered', { delivered_at: update.occurredAt });
  else {
    await recordEnd(tx, now, message.id, 'failed', { failure_code: failure.code, failure: JSON.stringify(failure) });
  }
  await bumpEngagement(
    tx,
    { id: message.lead_id, accountId: message.account_id },
    { counts: update.answered ? ['calls_count', 'calls_answered'] : ['calls_count'] },
  );
  if (!update.answered && message.step_key === null) await retryCall(work, message, origin);
}

/** If the call isn't recorded yet, the process that records it moves the cadence instead. */
async function moveCadence(
  work: InboundContext,
  { message, run: before }: LockedMessage,
  update: CallUpdate,
): Promise<void> {
  const { tx, now } = work;
  const { step_key, visit, attempt } = message;
  // The call's words may have ended or paused its run.
  const run = before && (await lockRun(tx, before.id));
  if (run?.open_slot !== 1 || step_key === null || visit === null || attempt === null) return;
  const definition = await findDefinition(tx, run.agent_id, run.agent_version);
  if (!definition) return;
  await changeCadence(work, run, definition, (state, facts) =>
    afterCall(definition, state, { step_key, visit, attempt, answered: update.answered }, facts, now),
  );
}
