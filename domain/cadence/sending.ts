import type { SendingStep, Window } from '../../schemas/cadence.js';
import { lateBySeconds } from '../delays.js';
import type { Facts, Hold } from '../facts.js';
import { effectiveWindow, nextOpen, windowZone } from '../windows.js';
import { contentNow } from './content.js';
import type { Decision, SkipReason } from './decision.js';
import { limitHolds, longest, type Usage } from './limits.js';
import { type Course, currentDue, doneAt, followerOf, go } from './movement.js';
import { reach } from './reach.js';
import type { CadenceState } from './state.js';

/** Passes over a step; the next one's delay counts from when this one would have happened. */
export function skip(
  course: Course,
  state: CadenceState,
  step: { key: string; type: SendingStep['type'] | 'wait' | 'wait_until' | 'set' | 'exit' } & Parameters<
    typeof followerOf
  >[1],
  reason: SkipReason,
  detail: string,
  anchor = doneAt(currentDue(course, state), course.now),
): Decision {
  const next = go(
    course,
    {
      ...state,
      missed: state.missed.filter((key) => key !== step.key),
      skips: state.skips.filter((key) => key !== step.key),
    },
    followerOf(course.definition, step),
    anchor,
  );
  return { kind: 'skip', state: next, step_key: step.key, step_type: step.type, reason, detail, to: next.step_key };
}

/** What a window says at an instant: open (undefined), or held until it opens; null where it never does. */
export const windowHold = (course: Course, step: SendingStep, at: number): Hold | undefined | null =>
  holdByWindow(effectiveWindow(step.window, course.definition.cadence.window), course.facts, at);

/** The same for a window that is known, in the zones of these facts. */
export function holdByWindow(
  window: Window | null,
  zones: Pick<Facts, 'timezone' | 'agentTimezone'>,
  at: number,
): Hold | undefined | null {
  if (!window) return undefined;
  const zone = windowZone(window, zones);
  const opening = nextOpen(window, zone, at);
  if (opening.reason === null) return undefined;
  if (opening.opensAt === null) return null;
  const detail = `Messages leave only within the window (${zone}).`;
  return { reason: opening.reason, until: opening.opensAt, detail };
}

/** Whether a step would rather be skipped than held outside its window. */
export const skipsOutside = (course: Course, step: SendingStep): boolean =>
  effectiveWindow(step.window, course.definition.cadence.window)?.outside === 'skip';

/** Decides on a message or call that is due and whose conditions hold. */
export function decideSending(course: Course, state: CadenceState, step: SendingStep, usage: Usage): Decision {
  const { definition, facts, now } = course;
  const found = reach(step, state, facts, definition.limits, now);
  if (found.kind === 'skip')
    return skip(course, state, step, found.reason, 'The lead can’t be reached on the channel.');
  const window = windowHold(course, step, now);
  if (window === null || (window && skipsOutside(course, step))) {
    return skip(course, state, step, 'outside_window', 'The window is closed.');
  }
  const isFirst = state.sent_count === 0;
  const holds = [
    ...(found.kind === 'hold' ? [found.hold] : []),
    ...(window ? [window] : []),
    ...limitHolds(definition.limits, usage, facts, { now, isFirst }),
  ];
  const held = longest(holds);
  if (held) return { kind: 'hold', state, step_key: step.key, ...held };
  if (found.kind === 'hold') return { kind: 'hold', state, step_key: step.key, ...found.hold };
  const content = contentNow(step, found.channel, state, facts, now);
  if (!content) throw new Error('A channel that can be reached has something to say.');
  const { variant } = content;
  const due = currentDue(course, state);
  return {
    kind: 'send',
    state: variant === null ? state : { ...state, variant, variants: { ...state.variants, [step.key]: variant } },
    step_key: step.key,
    step_type: step.type,
    visit: state.visit,
    attempt: state.attempt,
    channel: found.channel,
    content,
    late_by_seconds: due === null ? 0 : lateBySeconds(due, now),
  };
}
