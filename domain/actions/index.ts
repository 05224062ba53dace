import type { Action, ActionOf, ActionType } from '../../schemas/actions.js';
import type { Effect } from '../../schemas/effects.js';
import { isOnOwnRun, RUN_ENDED } from '../effect-target.js';
import type { Facts } from '../facts.js';
import { planAddNote } from './add-note.js';
import { planAssignOwner } from './assign-owner.js';
import { planAssignWorkflow } from './assign-workflow.js';
import { planResumeAutomation, planStopAutomation } from './automation.js';
import { planGotoCadenceStep, planRestartCadence, planSkipCadenceStep } from './cadence-steps.js';
import { planCancelMeeting, planOfferMeeting, planRecordConversion } from './meetings.js';
import {
  planCallWebhook,
  planCreateTask,
  planNotifyUser,
  planPauseWorkflow,
  planResumeWorkflow,
  planTriggerCall,
} from './outgoing.js';
import type { PlanContext, Planned, Planner, Skipped } from './planner.js';
import { planRunFunction } from './run-function.js';
import { planSendMessage } from './send-message.js';
import { planSetField } from './set-field.js';
import { planSetMetadata } from './set-metadata.js';
import { planSetStatus } from './set-status.js';
import { planAddTag, planRemoveTag, planSetTags } from './tags.js';

export type { PlanContext, RenderText } from './planner.js';

const PLANNERS: { [T in ActionType]: Planner<T> } = {
  add_tag: planAddTag,
  remove_tag: planRemoveTag,
  set_tags: planSetTags,
  set_metadata: planSetMetadata,
  set_field: planSetField,
  set_status: planSetStatus,
  assign_workflow: planAssignWorkflow,
  stop_automation: planStopAutomation,
  resume_automation: planResumeAutomation,
  add_note: planAddNote,
  assign_owner: planAssignOwner,
  run_function: planRunFunction,
  send_message: planSendMessage,
  goto_cadence_step: planGotoCadenceStep,
  skip_cadence_step: planSkipCadenceStep,
  restart_cadence: planRestartCadence,
  trigger_call: planTriggerCall,
  call_webhook: planCallWebhook,
  notify_user: planNotifyUser,
  create_task: planCreateTask,
  pause_workflow: planPauseWorkflow,
  resume_workflow: planResumeWorkflow,
  offer_meeting: planOfferMeeting,
  cancel_meeting: planCancelMeeting,
  record_conversion: planRecordConversion,
};

/** What actions come to: effects in order, and the actions that do nothing with the reason. */
export interface ActionPlan {
  effects: Effect[];
  skipped: { index: number; type: ActionType; reason: string }[];
  /** Whether an action that can't be done keeps those after it from being done. */
  stopped: boolean;
}

const RUN_ACTIONS: ReadonlySet<ActionType> = new Set([
  ...(['set_status', 'stop_automation', 'resume_automation'] as const),
  ...(['goto_cadence_step', 'skip_cadence_step', 'restart_cadence'] as const),
]);
const AGENT_ACTIONS: ReadonlySet<ActionType> = new Set(['pause_workflow', 'resume_workflow'] as const);

function targetOf(type: ActionType, { facts }: PlanContext): Effect['target'] {
  if (AGENT_ACTIONS.has(type)) return { kind: 'workflow', id: facts.agentId };
  return RUN_ACTIONS.has(type) ? { kind: 'run', id: facts.agentId } : { kind: 'lead', id: facts.lead.id };
}

const plan = <T extends ActionType>(type: T, params: ActionOf<T>['params'], context: PlanContext): Planned<T> =>
  (PLANNERS[type] as Planner<T>)(params, context);

function planOne(action: Action, context: PlanContext, idempotency_key: string): Effect | Skipped {
  const planned = plan(action.type, action.params, context);
  if ('skipped' in planned) return planned;
  const effect = {
    ...{ type: action.type, target: targetOf(action.type, context), params: planned.params },
    ...{ idempotency_key, on_error: action.on_error ?? 'continue' },
  } as Effect;
  const { runEnded, agentId } = context.facts;
  return runEnded && isOnOwnRun(effect, agentId) ? { skipped: RUN_ENDED, failed: true } : effect;
}

/** The facts behind an effect, as far as planning those after it goes: whether a status goes back depends on the last. */
const factsAfter = (facts: Facts, effect: Effect): Facts =>
  effect.type === 'set_status' && facts.status && isOnOwnRun(effect, facts.agentId)
    ? { ...facts, status: { ...facts.status, key: effect.params.status_key } }
    : facts;

/**
 * Plans actions in order; each sees the facts as they were before, but for the status. `occasion` names what happens
 * just once (run, step and visit; or job, cycle, lead and step), so that an effect carries the same key whenever it is
 * planned again; `first` is the place of the first action where they are a part of what it brings.
 */
export function planActions(actions: readonly Action[], context: PlanContext, occasion: string, first = 0): ActionPlan {
  const result: ActionPlan = { effects: [], skipped: [], stopped: false };
  let { facts } = context;
  for (const [at, action] of actions.entries()) {
    const index = first + at;
    const planned = planOne(action, { ...context, facts }, `${occasion}/${index}`);
    if (!('skipped' in planned)) {
      result.effects.push(planned);
      facts = factsAfter(facts, planned);
      continue;
    }
    result.skipped.push({ index, type: action.type, reason: planned.skipped });
    result.stopped = planned.failed === true && action.on_error === 'stop';
    if (result.stopped) break;
  }
  return result;
}
