import { addressOf } from './request.js';
import type { Shell } from './shell.js';

type Kind = 'load' | 'open' | 'error' | 'pow_ms' | 'turn_ms';
const MOST = 20;

export interface Telemetry {
  note(type: Kind, data?: { ms?: number; code?: string }): void;
  stop(): void;
}

/** Tells the service how the chat does, when the page goes away, for a share of browsers. Nothing waits for it. */
export function createTelemetry({ site, setup, memory }: Pick<Shell, 'site' | 'setup' | 'memory'>): Telemetry {
  const { enabled, sample_rate } = setup.config.telemetry;
  const isOn = enabled && Math.random() < sample_rate && 'sendBeacon' in navigator;
  let events: object[] = [];
  const flush = () => {
    if (events.length === 0 || document.visibilityState !== 'hidden') return;
    const body = JSON.stringify({ session_id: memory.read().session_id, events });
    events = [];
    navigator.sendBeacon(addressOf(site, '/api/widget/v1/telemetry'), body);
  };
  document.addEventListener('visibilitychange', flush);
  return {
    note(type, data) {
      if (isOn && events.length < MOST) events.push({ type, ts: Date.now(), data });
    },
    stop: () => document.removeEventListener('visibilitychange', flush),
  };
}
