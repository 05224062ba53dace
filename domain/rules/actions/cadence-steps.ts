import { needsOne, onRun } from './definition.js';
import type { Planner } from './planner.js';

/** Moves the cadence to a step. */
const planGotoCadenceStep: Planner<'goto_cadence_step'> = ({ step_key, step_index }) =>
  step_key === undefined && step_index === undefined
    ? { skipped: 'No step is specified.' }
    : { params: { step_key: step_key ?? null, step_index: step_key === undefined ? (step_index ?? null) : null } };

export const gotoCadenceStep = onRun<'goto_cadence_step'>(planGotoCadenceStep, {
  check: needsOne('step_index', 'step_key'),
});

/** Skips a step, the current one if none is named. */
const planSkipCadenceStep: Planner<'skip_cadence_step'> = ({ step_key, step_index }) => ({
  params: { step_key: step_key ?? null, step_index: step_key === undefined ? (step_index ?? null) : null },
});

export const skipCadenceStep = onRun<'skip_cadence_step'>(planSkipCadenceStep);

/** Starts the cadence over. */
const planRestartCadence: Planner<'restart_cadence'> = () => ({ params: {} });

export const restartCadence = onRun<'restart_cadence'>(planRestartCadence);
