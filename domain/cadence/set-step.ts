import type { StepOf } from '../../schemas/cadence/cadence.js';
import type { ActionType, TimedAction } from '../../schemas/rules/actions.js';
import type { Effect } from '../../schemas/rules/effects.js';
import { planActions } from '../rules/actions/index.js';
import { iso } from '../time/zoned.js';
import type { DecideOptions, Decision } from './decision.js';
import type { CadenceState } from './state.js';
import { stepByKey, stepNamed, stepsOf } from './steps.js';
import { type Course, carriedAnchor, followerOf, moveTo } from './transitions.js';

const SECOND_MS = 1000;

const secondsOf = (action: TimedAction | undefined): number => action?.delay_seconds ?? 0;

/**
 * Decides what a `set` step that is due does: its actions in order, up to one that is to wait. At that one the run
 * stays, due when the wait is over, so that whatever ends or pauses it in between keeps the rest from being done.
 */
export function decideSet(course: Course, state: CadenceState, step: StepOf<'set'>, options: DecideOptions): Decision {
  if (state.next_action === null && secondsOf(step.actions[0]) > 0) {
    const waiting = waitFor(course, state, step, 0);
    return { kind: 'wait', state: waiting, step_key: step.key, until: waiting.due_at ?? iso(course.now) };
  }
  const { facts, now } = course;
  const first = state.next_action ?? 0;
  const later = step.actions.findIndex((action, index) => index > first && secondsOf(action) > 0);
  const end = later === -1 ? step.actions.length : later;
  const keyPrefix = `${options.runId ?? facts.lead.id}/${step.key}/${state.visit}`;
  const context = { facts, now: new Date(now), render: options.render ?? ((template: string) => template) };
  const { effects, skipped, stopped } = planActions(step.actions.slice(first, end), context, keyPrefix, first);
  const left = stopped ? 0 : step.actions.length - end;
  const next = left > 0 ? waitFor(course, state, step, end) : leaveSet(course, state, step, effects);
  const why = [
    effects.length > 0 ? `does ${effects.map((effect) => effect.type).join(', ')}` : 'does nothing',
    ...skipped.map(({ type, reason }) => `${type}: ${reason}`),
    ...(left > 0 ? [`waits ${secondsOf(step.actions[end])} s for ${step.actions[end]?.type}`] : []),
  ].join('; ');
  const piece = first > 0 || left > 0 ? { piece: { first, left } } : {};
  return { kind: 'moved', state: next, step_type: 'set', from: step.key, to: next.step_key, why, effects, ...piece };
}

/** Returns the result of a `set` step if the effect at `failed` fails and nothing may follow it. */
export function failedAt(
  course: Course,
  state: CadenceState,
  decision: Decision & { kind: 'moved' },
  failed: number,
): Decision & { kind: 'moved' } {
  const step = stepByKey(course.definition, decision.from);
  if (step?.type !== 'set') return decision;
  const next = leaveSet(course, state, step, decision.effects.slice(0, failed));
  const piece = decision.piece && { piece: { ...decision.piece, left: 0 } };
  const why = `stops at ${decision.effects[failed]?.type}`;
  return { ...decision, state: next, to: next.step_key, why, ...piece };
}

/** Stays at a `set` step until the delay of one of its actions is over. */
const waitFor = ({ now }: Course, state: CadenceState, step: StepOf<'set'>, index: number): CadenceState => ({
  ...state,
  idle_moves: 0,
  next_action: index,
  due_at: iso(now + secondsOf(step.actions[index]) * SECOND_MS),
});

/**
 * Leaves a `set` step, `done` being what it did last: all that was left, or what came up to a failure that stops it.
 * Unlike a person's hand, which moves a run however often a step was visited, a cadence goes back only as often as
 * `max_visits` allows.
 */
function leaveSet(course: Course, state: CadenceState, step: StepOf<'set'>, done: readonly Effect[]): CadenceState {
  const { definition } = course;
  let to = followerOf(definition, step);
  const skips = [...state.skips];
  for (const each of [...step.actions.slice(0, state.next_action ?? 0), ...done]) {
    if (each.type === 'restart_cadence') to = stepsOf(definition)[0]?.key ?? null;
    if (each.type === 'goto_cadence_step') to = stepNamed(definition, each.params)?.key ?? to;
    if (each.type === 'skip_cadence_step') skips.push(stepNamed(definition, each.params)?.key ?? to ?? '');
  }
  return moveTo(course, { ...state, skips: [...new Set(skips)] }, to, carriedAnchor(course, state, step));
}

/**
 * Lists the remaining actions of a step that is due at `at`, in order and with their times. A time is null if it can't
 * be predicted.
 */
export function actionsAhead(
  step: StepOf<'set'>,
  { next_action }: Pick<CadenceState, 'next_action'>,
  at: number | null,
): { type: ActionType; earliest_at: string | null }[] {
  let wait = 0;
  return step.actions.slice(next_action ?? 0).map((action, n) => {
    // Of a step that has begun the first delay is part of when it is due.
    if (n > 0 || next_action === null) wait += secondsOf(action) * SECOND_MS;
    return { type: action.type, earliest_at: at === null ? null : iso(at + wait) };
  });
}
