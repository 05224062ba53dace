/** The input of a piece of a schedule's fire. */
export interface FirePiece {
  functionId: string;
  workflowId: string;
  nominalAt: string;
}

/** The progress of a fire: its runs, and how many of them have ended. */
export interface FireProgress {
  fireId: string | null;
  matched: number;
  done: number;
  finished: boolean;
}
