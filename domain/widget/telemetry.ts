import { TELEMETRY_TYPES, type TelemetryType } from '../../schemas/widget/chat.js';

const MAX_EVENTS = 20;
const MAX_DATA_BYTES = 1_024;
const MAX_MS = 600_000;
/** The codes that the widget tells its page; no other text of a browser is kept. */
const ERROR_CODES = [
  ...['CONFIG_FAILED', 'ORIGIN_NOT_ALLOWED', 'POW_UNSUPPORTED', 'POW_FAILED', 'CAPTURE_FAILED', 'TURN_FAILED'],
  ...['RATE_LIMITED', 'SESSION_EXPIRED', 'NETWORK'],
];

/** The sum of the reports of one kind. */
interface Total {
  type: TelemetryType;
  code: string;
  n: number;
  totalMs: number;
  maxMs: number;
}

/** Adds up what a browser tells; whatever can't be read of it is passed over. */
export function addUpTelemetry(body: unknown): Total[] {
  const events = asObject(body)?.events;
  const totals = new Map<string, Total>();
  for (const event of Array.isArray(events) ? events.slice(0, MAX_EVENTS) : []) {
    const { type, data } = asObject(event) ?? {};
    const known = TELEMETRY_TYPES.find((each) => each === type);
    if (!known || JSON.stringify(data ?? null).length > MAX_DATA_BYTES) continue;
    const { ms: given, code: named } = asObject(data) ?? {};
    const ms = typeof given === 'number' && given >= 0 ? Math.min(Math.round(given), MAX_MS) : 0;
    const code = known === 'error' ? (ERROR_CODES.find((each) => each === named) ?? '') : '';
    const before = totals.get(`${known} ${code}`) ?? { type: known, code, n: 0, totalMs: 0, maxMs: 0 };
    totals.set(`${known} ${code}`, {
      ...before,
      n: before.n + 1,
      totalMs: before.totalMs + ms,
      maxMs: Math.max(before.maxMs, ms),
    });
  }
  return [...totals.values()];
}

const asObject = (value: unknown): Record<string, unknown> | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
