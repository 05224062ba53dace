import { gotoStep, restartCadence, skipStep } from '../../../domain/cadence/pause.js';
import type { CadenceState } from '../../../domain/cadence/state.js';
import { stepNamed } from '../../../domain/cadence/steps.js';
import type { EffectOf } from '../../../schemas/rules/effects.js';
import { changeCadence } from '../../agent-runs/pause-resume.js';
import { cadenceOf } from '../../agent-runs/run-plan.js';
import { type ApplyToRun, DONE, type RunTarget } from '../effect.js';

/** Moves the cadence from outside. One that moves itself has done so with the step that asked for it. */
const byHand =
  <T extends 'goto_cadence_step' | 'skip_cadence_step' | 'restart_cadence'>(
    move: (
      target: RunTarget,
      state: CadenceState,
      params: EffectOf<T>['params'],
      now: Date,
    ) => CadenceState | undefined,
  ): ApplyToRun<T> =>
  async (work, target, { params }, source) => {
    const { now } = work;
    if (source.kind === 'cadence') return DONE;
    const { row, definition } = target.run;
    const state = move(target, cadenceOf(row), params, now);
    if (!state) return { skipped: "The cadence doesn't have this step." };
    await changeCadence(work, row, definition, () => state);
    return DONE;
  };

/** Moves the cadence to a step. */
export const applyGotoCadenceStep = byHand<'goto_cadence_step'>(({ run, facts }, state, params, now) => {
  const step = stepNamed(run.definition, params);
  return step && gotoStep(run.definition, state, step.key, facts, now);
});

/** Skips a step, the current one if none is named. */
export const applySkipCadenceStep = byHand<'skip_cadence_step'>(({ run, facts }, state, params, now) => {
  const step = stepNamed(run.definition, params);
  const named = params.step_key !== null || params.step_index !== null;
  return named && !step ? undefined : skipStep(run.definition, state, facts, now, step?.key);
});

/** Starts the cadence over. */
export const applyRestartCadence = byHand<'restart_cadence'>(({ run, facts }, state, _params, now) =>
  restartCadence(run.definition, state, facts, now),
);
