import { defineSignal } from '@temporalio/workflow';

export { cadenceWorkflowId } from '../domain/flow/ids.js';

/** What the next wait is for, as the database decided it. */
export interface CadencePlan {
  /** When to look again (ISO); null waits for a wake signal, up to the longest sleep. */
  sleepUntil: string | null;
  /** What the wait is for, shown on the timer: "wait until 2026-03-02 09:00 Europe/Madrid, step 3 of 5". */
  summary: string;
  /** What happens after it, shown on the activity: "send email, step 3 of 5". */
  action?: string;
  /** The whole cadence as a Markdown table, shown as the run's current details. */
  details?: string;
}

/** What `advanceCadence` answers: the next wait, or how the enrolment ended. */
export type AdvanceResult = { closed: false; plan: CadencePlan } | ({ closed: true; details?: string } & CadenceResult);

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
