import type { FirePiece, FireProgress } from '../domain/flow/function-fire.js';

export type { FirePiece, FireProgress };

/** One run of a function, as its row holds it. */
export interface FunctionRunInput {
  functionRunId: string;
  /** How long the code may take. */
  timeoutMs: number;
  /** Somebody waits for it: it is tried once, and not at all when all sandboxes are busy. */
  waitedFor?: boolean;
}

/** How a run came out for whoever waits for it; what the code did is in the row. */
export interface FunctionRunOutcome {
  outcome: 'done' | 'busy' | 'gone';
}

/** One fire of a function's schedule. */
export interface FunctionFireInput {
  functionId: string;
  /** Where it goes on in a fresh history: the time that it stands for, and how far it is. */
  went?: { nominalAt: string; progress: FireProgress };
}
