export interface JobCycleInput {
  jobId: string;
  /** The cycle that a request or an event asked for; absent when the schedule starts one. */
  cycleId?: string;
}
