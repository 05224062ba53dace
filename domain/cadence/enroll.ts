import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Facts } from '../facts.js';
import { NO_USAGE, type Usage } from '../messages/limits.js';
import { type CadencePlan, nextPlan } from './plan.js';
import { type CadenceState, initialState } from './state.js';
import { type Course, moveTo } from './transitions.js';

/** What an enrolment asks for. */
export interface EnrollOptions {
  skip_first_message?: boolean | undefined;
  force_first_message?: string | null | undefined;
  /** The place of the lead's newest event, 0 for none. */
  newest_event?: number | undefined;
}

/** Puts a lead at the first step of a cadence and says what comes next, and when. */
export function enroll(
  definition: AgentDefinition,
  options: EnrollOptions,
  facts: Facts,
  now: Date,
  usage: Usage = NO_USAGE,
): { state: CadenceState; plan: CadencePlan } {
  // Nothing that happened before an enrolment counts for it.
  const course: Course = { definition, facts: { ...facts, events: facts.events ?? [] }, now: now.getTime() };
  const state = moveTo(course, initialState(now, options), definition.cadence.steps[0]?.key ?? null, now.getTime());
  return { state, plan: nextPlan(definition, state, facts, now, usage) };
}
