import type { FirePiece, FireProgress } from '../domain/flow/function-fire.js';

export type { FirePiece, FireProgress };

/** One run of a function, as its row holds it. */
export interface FunctionRunInput {
  functionRunId: string;
  /** The timeout of the code in milliseconds. */
  timeoutMs: number;
  /** A caller waits for it. It is tried once, and not at all if all sandboxes are busy. */
  waitedFor?: boolean;
}

/** The outcome of a run for its waiting caller. The row has the effects of the code. */
export interface FunctionRunOutcome {
  outcome: 'done' | 'busy' | 'gone';
}

/** One fire of a function's schedule. */
export interface FunctionFireInput {
  functionId: string;
  /** The position at which it continues in a fresh history: its nominal time and its progress. */
  went?: { nominalAt: string; progress: FireProgress };
}
