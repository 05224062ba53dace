/** What a piece of a schedule's fire needs to know. */
export interface FirePiece {
  functionId: string;
  workflowId: string;
  nominalAt: string;
}

/** How far a fire is: how many runs it has, and how many of them have ended. */
export interface FireProgress {
  fireId: string | null;
  matched: number;
  done: number;
  finished: boolean;
}
