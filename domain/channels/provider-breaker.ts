import type { Hold } from '../facts.js';
import { iso } from '../time/zoned.js';

/** One call of a sender's provider that ended. */
export interface ProviderCall {
  at: number;
  failed: boolean;
  /** The pause that the provider requested in milliseconds; 0 if it didn't. */
  retryAfterMs: number;
}

/** A sender that is held back. */
export interface OpenBreaker {
  /** The number of consecutive times it was on hold. */
  trips: number;
  /** From when on one message may be tried. */
  retryAt: number;
  /** The deadline of the trial message's sender, or null while no trial is in progress. */
  probeUntil: number | null;
}

const CALLS = 20;
const MAX_FAILED = CALLS / 2;
/** Older calls say nothing about the provider's current state. */
const REMEMBERED_MS = 600_000;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 600_000;
const LONGEST_REQUESTED_MS = 86_400_000;
/** Longer than a call and the record of its outcome may take. */
const PROBE_MS = 20_000;
/** Work that waited for a sender resumes over this period, not all at once. */
const SPREAD_MS = 10_000;

/** Adds the call to the latest ones of its sender, oldest first. */
export const withCall = (calls: readonly ProviderCall[], call: ProviderCall): ProviderCall[] =>
  [...calls, call].filter(({ at }) => at > call.at - REMEMBERED_MS).slice(-CALLS);

/** Returns whether so many of a sender's last 20 calls failed that the rest had better wait: half of them. */
export const trips = (calls: readonly ProviderCall[]): boolean =>
  calls.filter(({ failed }) => failed).length >= MAX_FAILED;

/**
 * Returns how long a sender is held back, the n-th time in a row: longer each time, and as long as its provider
 * requests, at most a day. Receivers of webhooks can request any number.
 */
export function pauseMs(trip: number, calls: readonly ProviderCall[]): number {
  const own = Math.min(FIRST_PAUSE_MS * 2 ** (trip - 1), LONGEST_PAUSE_MS);
  return Math.min(LONGEST_REQUESTED_MS, Math.max(own, ...calls.map(({ retryAfterMs }) => retryAfterMs)));
}

/** The verdict on a message: it leaves, waits, or is the trial message, if no other message is. */
export type Admission = { kind: 'free' } | { kind: 'hold'; hold: Hold } | { kind: 'try'; until: number };

/** Describes what a message may do while its sender is held back. `place`, from 0 to 1, spreads those that wait. */
export function admission(breaker: OpenBreaker | undefined, now: number, share: number): Admission {
  if (!breaker) return { kind: 'free' };
  const closedUntil = Math.max(breaker.retryAt, breaker.probeUntil ?? 0);
  if (closedUntil <= now) return { kind: 'try', until: now + PROBE_MS };
  const until = iso(closedUntil + Math.floor(share * SPREAD_MS));
  return {
    kind: 'hold',
    hold: { reason: 'provider_backoff', until, detail: "The sender's provider is currently failing.", line: 'sender' },
  };
}

/** Returns a number from 0 to 1 that a message or an enrolment always has: the end of its id is random. */
export const shareOf = (id: string): number => Number.parseInt(id.slice(-4), 16) / 0x1_0000;
