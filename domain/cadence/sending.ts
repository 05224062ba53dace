import type { SendingStep } from '../../schemas/cadence/cadence.js';
import { holdByWindow, holdsAt, type SendRules } from '../messages/earliest-send.js';
import { longest, type Usage } from '../messages/limits.js';
import { effectiveWindow } from '../time/windows.js';
import { contentNow } from './content.js';
import type { Decision, SkipReason } from './decision.js';
import { lateBySeconds } from './delays.js';
import { pickChannel } from './pick-channel.js';
import type { CadenceState } from './state.js';
import { type Course, currentDue, doneAt, followerOf, moveTo } from './transitions.js';

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
  const next = moveTo(
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

/** Returns what a step's message answers to, on the channel that reaches the lead or waits to. */
export const sendRules = (course: Course, state: CadenceState, step: SendingStep, usage: Usage): SendRules => ({
  window: effectiveWindow(step.window, course.definition.cadence.window),
  zones: course.facts,
  limits: course.definition.limits,
  usage,
  isFirst: state.sent_count === 0,
  others(at) {
    const found = pickChannel(step, state, course.facts, course.definition.limits, at);
    return found.kind === 'hold' ? [found.hold] : [];
  },
});

/** Returns why a step is passed over where it is due at an instant; undefined where it is sent, or held. */
export function passedOverAt(
  course: Course,
  state: CadenceState,
  step: SendingStep,
  at: number,
): { reason: SkipReason; detail: string } | undefined {
  const found = pickChannel(step, state, course.facts, course.definition.limits, at);
  if (found.kind === 'skip') return { reason: found.reason, detail: found.detail };
  const window = effectiveWindow(step.window, course.definition.cadence.window);
  const closed = holdByWindow(window, course.facts, at);
  if (closed === null || (closed && window?.outside === 'skip')) {
    return { reason: 'outside_window', detail: 'The window is closed.' };
  }
  return undefined;
}

/** Decides on a message or call that is due and whose conditions hold. */
export function decideSending(course: Course, state: CadenceState, step: SendingStep, usage: Usage): Decision {
  const { definition, facts, now } = course;
  const skipped = passedOverAt(course, state, step, now);
  if (skipped) return skip(course, state, step, skipped.reason, skipped.detail);
  const held = longest(holdsAt(sendRules(course, state, step, usage), now));
  if (held) return { kind: 'hold', state, step_key: step.key, ...held };
  const found = pickChannel(step, state, facts, definition.limits, now);
  if (found.kind !== 'channel') throw new Error('What nothing holds reaches the lead.');
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
