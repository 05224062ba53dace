import type { Planner } from './planner.js';

/** Moves the cadence to a step. */
export const planGotoCadenceStep: Planner<'goto_cadence_step'> = ({ step_key, step_index }) =>
  step_key === undefined && step_index === undefined
    ? { skipped: 'No step is named.' }
    : { params: { step_key: step_key ?? null, step_index: step_key === undefined ? (step_index ?? null) : null } };

/** Skips a step, the current one if none is named. */
export const planSkipCadenceStep: Planner<'skip_cadence_step'> = ({ step_key, step_index }) => ({
  params: { step_key: step_key ?? null, step_index: step_key === undefined ? (step_index ?? null) : null },
});

/** Starts the cadence over. */
export const planRestartCadence: Planner<'restart_cadence'> = () => ({ params: {} });
