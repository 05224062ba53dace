import { defineSignal } from '@temporalio/workflow';

/** The id of the workflow that walks an enrolment through its cadence. */
export const cadenceWorkflowId = (agentRunId: string): string => `cadence/${agentRunId}`;

/** What the next wait is for, as the database decided it. */
export interface CadencePlan {
  /** When to look again (ISO); null waits for a wake signal, up to the longest sleep. */
  sleepUntil: string | null;
  /** What the wait is for, shown on the timer: "wait until 2026-03-02 09:00 Europe/Madrid, step 3 of 5". */
  summary: string;
}

export interface CadenceInput {
  agentRunId: string;
  /** The plan made at enrolment, so that the first task only arms a timer. Absent when a run is looked after again. */
  plan?: CadencePlan;
}

export interface CadenceResult {
  /** How the enrolment ended, as the run record tells. */
  runStatus: string;
  stopReason: string | null;
}

/** Something about the enrolment changed in the database: look again. The rows tell what; signals may come twice. */
export const wakeSignal = defineSignal<[{ reason: string }]>('wake');
