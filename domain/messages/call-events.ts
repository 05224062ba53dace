import type { VoiceHookEvent } from '../../schemas/inbound/voice-hooks.js';

/** The statuses of a call. */
export const CALL_STATUSES = ['registered', 'ringing', 'in_progress', 'ended', 'not_connected', 'failed'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** End reasons of a call that no one answered. */
const MISSED: readonly string[] = ['dial_no_answer', 'dial_busy', 'dial_failed', 'voicemail_reached', 'declined'];

/** A line of what was said. */
export interface TranscriptLine {
  role: string;
  text: string;
  at: string | null;
}

/** The data of a call in an event of the voice hook. */
export interface CallUpdate {
  /** Our id of the call, or the provider's. */
  callId: string;
  status: CallStatus;
  /** True if the call has ended, and then whether someone answered and why it ended. */
  over: boolean;
  answered: boolean;
  reason: string | null;
  durationSeconds: number | null;
  successful: boolean | null;
  transcript: TranscriptLine[] | null;
  summary: string | null;
  recordingUrl: string | null;
  occurredAt: Date;
}

const RANK: Record<CallStatus, number> = {
  registered: 0,
  ringing: 1,
  in_progress: 2,
  ended: 3,
  not_connected: 3,
  failed: 3,
};

/** Returns whether someone answered a call with this end. */
export const wasAnswered = (status: string, reason: string | null): boolean =>
  status === 'ended' && !MISSED.includes(reason ?? '');

/** Returns whether a call that stood there may move on to this: it never goes back, and its first end stays. */
export const movesCall = (from: CallStatus, to: CallStatus): boolean => RANK[to] > RANK[from];

/** Reads a validated event of the voice hook. `receivedAt` is the default for events without a readable time. */
export function readCallEvent(event: VoiceHookEvent, receivedAt: Date): CallUpdate {
  const given = CALL_STATUSES.find((status) => status === event.status);
  const status = given ?? (event.type === 'ended' ? 'ended' : 'registered');
  const over = RANK[status] === RANK.ended;
  const reported = event.disconnection_reason?.trim() || null;
  const reason = over
    ? (reported ?? (status === 'ended' ? null : status === 'failed' ? 'error' : 'dial_failed'))
    : null;
  return {
    callId: event.call_id,
    status,
    over,
    answered: wasAnswered(status, reason),
    reason: reason?.slice(0, 64) ?? null,
    durationSeconds: event.duration_seconds == null ? null : Math.round(event.duration_seconds),
    successful: event.successful ?? null,
    transcript: event.transcript?.length
      ? event.transcript.map(({ role, text, at }) => ({
          role: role === 'user' ? 'user' : 'agent',
          text,
          at: timeText(at),
        }))
      : null,
    summary: event.summary || null,
    recordingUrl: event.recording_url || null,
    occurredAt: timeOf(event.occurred_at, receivedAt),
  };
}

function timeOf(text: string | null | undefined, fallback: Date): Date {
  const time = text ? new Date(text) : fallback;
  return Number.isNaN(time.getTime()) || time > fallback ? fallback : time;
}

function timeText(text: string | null | undefined): string | null {
  const time = text ? new Date(text) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
}
