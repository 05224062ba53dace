/** What worker and sandbox process say to each other: one JSON value a line, in both directions over one socket. */

/** What a call of the guest counts as; each kind has its limit. */
export type CallKind = 'read' | 'log' | 'effect' | 'request';

/** What one run may use up. */
export interface SandboxLimits {
  /** Wall clock, waiting for the host included. */
  timeMs: number;
  /** The guest's heap. */
  memoryBytes: number;
  logs: number;
  effects: number;
  requests: number;
  /** Calls of all kinds together. */
  calls: number;
  resultBytes: number;
}

/** How an exception is told outside: plain texts, whatever was thrown. */
export interface GuestError {
  name: string;
  message: string;
  /** Lines of the function's own code only. */
  stack: string;
  line: number | null;
  column: number | null;
  /** Of an error that the host answered with. */
  code?: string;
}

/** How a run ended, in the words of the run record. */
export type SandboxStatus =
  | 'success'
  | 'error'
  | 'timeout'
  | 'memory_exceeded'
  | 'effect_limit'
  | 'rejected'
  | 'cancelled';

/** What the worker says. */
export type ToSandbox =
  | { t: 'init'; prelude: string; kinds: Record<string, CallKind>; memoryBytes: number }
  | { t: 'run'; code: string; ctx: string; now: number; seed: number; clock: number[]; limits: SandboxLimits }
  | { t: 'answer'; id: number; ok: boolean; value: string }
  | { t: 'stop' };

/** What the sandbox process says; nothing in it is believed before it is checked. */
export type FromSandbox =
  | { t: 'ready' }
  /** It has taken the function, of which nothing has run yet. */
  | { t: 'begun' }
  | { t: 'call'; id: number; name: string; args: string }
  | {
      t: 'end';
      status: SandboxStatus;
      result: string | null;
      error: GuestError | null;
      reuse: boolean;
      /** What the function's clock showed when it was read, in milliseconds after its start. */
      clock?: number[];
    };
