/** The messages between worker and sandbox process: one JSON value per line, in both directions over one socket. */

/** The kind of a guest's call. Each kind has its limit. */
export type CallKind = 'read' | 'log' | 'effect' | 'request';

/** The limits of one run. */
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

/** An exception in the form that leaves the sandbox: plain strings, whatever was thrown. */
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

/** The outcome of a run, as in its record. */
export type SandboxStatus =
  | 'success'
  | 'error'
  | 'timeout'
  | 'memory_exceeded'
  | 'effect_limit'
  | 'rejected'
  | 'cancelled';

/** A message of the worker. */
export type ToSandbox =
  | { t: 'init'; prelude: string; kinds: Record<string, CallKind>; memoryBytes: number }
  | { t: 'run'; code: string; ctx: string; now: number; seed: number; clock: number[]; limits: SandboxLimits }
  | { t: 'answer'; id: number; ok: boolean; value: string }
  | { t: 'stop' };

/** A message of the sandbox process. Nothing in it is trusted before it is checked. */
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
      /** The readings of the function's clock, in milliseconds after its start. */
      clock?: number[];
    };
