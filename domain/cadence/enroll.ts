import type { AgentDefinition } from '../../schemas/agents.js';
import type { Facts } from '../facts.js';
import { NO_USAGE, type Usage } from './limits.js';
import { type Course, go } from './movement.js';
import { type CadencePlan, nextPlan } from './plan.js';
import { type CadenceState, initialState } from './state.js';

/** What an enrolment asks for. */
export interface EnrollOptions {
  skip_first_message?: boolean | undefined;
  force_first_message?: string | null | undefined;
}

/** Puts a lead at the first step of a cadence and says what comes next, and when. */
export function enroll(
  definition: AgentDefinition,
  options: EnrollOptions,
  facts: Facts,
  now: Date,
  usage: Usage = NO_USAGE,
): { state: CadenceState; plan: CadencePlan } {
  const course: Course = { definition, facts, now: now.getTime() };
  const state = go(course, initialState(now, options), definition.cadence.steps[0]?.key ?? null, now.getTime());
  return { state, plan: nextPlan(definition, state, facts, now, usage) };
}
