import type { SandboxLimits } from './protocol.js';

const MIB = 1024 * 1024;

/** The default limits of a run. */
export const DEFAULT_LIMITS: SandboxLimits = {
  timeMs: 5_000,
  memoryBytes: 64 * MIB,
  logs: 200,
  effects: 50,
  requests: 20,
  calls: 1_000,
  resultBytes: 256 * 1024,
};

/** The longest a function may ask for. */
export const MAX_TIME_MS = 30_000;
/** The time after its limit at which a run's process is killed. */
export const KILL_AFTER_MS = 250;
/** The maximum size of a log line's text and data. */
export const LOG_BYTES = 2 * 1024;
/** The maximum size of one response to a call, which fits a body of 1 MiB as JSON text. */
export const ANSWER_BYTES = 3 * MIB;
/** The maximum size of a line from a sandbox process. */
export const LINE_BYTES = 2 * MIB;
/** A sandbox process: Node itself, its compiled engine and the guest's heap. */
export const RESIDENT_BYTES = 320 * MIB;
