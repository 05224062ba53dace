import { defineSignal } from '@temporalio/workflow';
import type { TimerPlan } from './timer.protocol.js';

export { cadenceWorkflowId } from '../domain/flow/ids.js';

/** The result of `advanceCadence`: the next wait, or the end of the run. */
export type AdvanceResult = { closed: false; plan: TimerPlan } | ({ closed: true; details?: string } & CadenceResult);

export interface CadenceInput {
  agentRunId: string;
  /** The plan made at enrolment, so that the first task only arms a timer. Absent when a run is looked after again. */
  plan?: TimerPlan;
}

export interface CadenceResult {
  /** The end of the run, as in its record. */
  runStatus: string;
  stopReason: string | null;
}

/** Something about the enrolment changed in the database: look again. The rows tell what; signals may come twice. */
export const wakeSignal = defineSignal<[{ reason: string }]>('wake');
