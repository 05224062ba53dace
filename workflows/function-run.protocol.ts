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
}

/** What a piece of a fire needs to know, and how far the fire is. */
export interface FirePiece {
  functionId: string;
  workflowId: string;
  nominalAt: string;
}
export interface FireProgress {
  fireId: string | null;
  matched: number;
  done: number;
  finished: boolean;
}
