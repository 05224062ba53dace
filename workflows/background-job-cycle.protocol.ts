import type { CyclePiece, CycleProgress } from '../domain/flow/job-cycle.js';

export type { CyclePiece, CycleProgress };

export interface JobCycleInput {
  jobId: string;
  /** The cycle that a request or an event asked for; absent when the schedule starts one. */
  cycleId?: string;
  /** The progress of an earlier run of this workflow. */
  progress?: CycleProgress;
}
