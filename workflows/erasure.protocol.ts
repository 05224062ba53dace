export interface ErasureInput {
  erasureId: string;
}

/** The progress of an erasure's searches. Counts only, so that it may be in a run's history. */
export interface ErasureProgress {
  finished: boolean;
  /** The search that is next. */
  step: string;
  /** The time to continue (ISO); null: at once. */
  sleepUntil: string | null;
  looked: number;
  erased: number;
}
