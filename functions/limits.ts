import type { SandboxLimits } from './protocol.js';

const MIB = 1024 * 1024;

/** What a run may use up unless the function says otherwise. */
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
/** How much longer than its limit a run may take before its process is ended. */
export const KILL_AFTER_MS = 250;
/** One log line's text and data, together. */
export const LOG_BYTES = 2 * 1024;
/** What one call may be answered with; a response of 1 MiB fits in as text of JSON. */
export const ANSWER_BYTES = 3 * MIB;
/** One line of what a sandbox process says. */
export const LINE_BYTES = 2 * MIB;
/** A sandbox process: Node itself, its compiled engine and the guest's heap. */
export const RESIDENT_BYTES = 320 * MIB;
