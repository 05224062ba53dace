import type { Message } from './api-types.js';
import type { Context } from './context.js';
import { addressOf } from './request.js';

type Kind = 'load' | 'open' | 'error' | 'pow_ms' | 'turn_ms';
const MOST = 20;

export interface Telemetry {
  note(type: Kind, data?: { ms?: number; code?: string }): void;
  /** The visitor has said something that an answer is waited for. */
  asked(turnId: string): void;
  answered(messages: readonly Message[]): void;
  stop(): void;
}

/** Notifies the service how the chat does, when the page goes away, for a share of browsers. Nothing waits for it. */
export function createTelemetry({ site, setup, memory, notify }: Context): Telemetry {
  const { enabled, sample_rate } = setup.config.telemetry;
  const isOn = enabled && Math.random() < sample_rate && 'sendBeacon' in navigator;
  const waited = new Map<string, number>();
  let events: object[] = [];
  const note: Telemetry['note'] = (type, data) => {
    if (isOn && events.length < MOST) events.push({ type, ts: Date.now(), data });
  };
  const flush = () => {
    if (events.length === 0 || document.visibilityState !== 'hidden') return;
    const body = JSON.stringify({ session_id: memory.read().session_id, events });
    events = [];
    navigator.sendBeacon(addressOf(site, '/api/widget/v1/telemetry'), body);
  };
  const { error } = notify;
  notify.error = (code, message) => {
    note('error', { code });
    error(code, message);
  };
  document.addEventListener('visibilitychange', flush);
  return {
    note,
    asked: (turnId) => void waited.set(turnId, Date.now()),
    answered(messages) {
      for (const { role, turn_id } of messages) {
        const since = role === 'bot' && turn_id ? waited.get(turn_id) : undefined;
        if (since && waited.delete(turn_id as string)) note('turn_ms', { ms: Date.now() - since });
      }
    },
    stop: () => document.removeEventListener('visibilitychange', flush),
  };
}
