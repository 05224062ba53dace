import type { JobScope } from '../../../schemas/jobs/background-jobs.js';
import type { Action, ActionType } from '../../../schemas/rules/actions.js';
import type { Effect } from '../../../schemas/rules/effects.js';
import { isOnOwnRun, RUN_ENDED } from '../effect-target.js';
import { addNote } from './add-note.js';
import { assignOwner } from './assign-owner.js';
import { assignWorkflow } from './assign-workflow.js';
import { resumeAutomation, stopAutomation } from './automation.js';
import { gotoCadenceStep, restartCadence, skipCadenceStep } from './cadence-steps.js';
import { callWebhook } from './call-webhook.js';
import { cancelMeeting } from './cancel-meeting.js';
import { createTask } from './create-task.js';
import type { ActionDefinition } from './definition.js';
import { notifyUser } from './notify-user.js';
import { offerMeeting } from './offer-meeting.js';
import { optOut } from './opt-out.js';
import type { PlanContext, Skipped } from './planner.js';
import { recordConversion } from './record-conversion.js';
import { runFunction } from './run-function.js';
import { sendMessage } from './send-message.js';
import { setField } from './set-field.js';
import { setMetadata } from './set-metadata.js';
import { setStatus } from './set-status.js';
import { pauseWorkflow, resumeWorkflow } from './switch-workflow.js';
import { addTag, removeTag, setTags } from './tags.js';
import { triggerCall } from './trigger-call.js';

export type { PlanContext, RenderText } from './planner.js';

/** Every type of action, once. */
export const ACTIONS: { [T in ActionType]: ActionDefinition<T> } = {
  add_tag: addTag,
  remove_tag: removeTag,
  set_tags: setTags,
  set_metadata: setMetadata,
  set_field: setField,
  set_status: setStatus,
  assign_workflow: assignWorkflow,
  stop_automation: stopAutomation,
  resume_automation: resumeAutomation,
  add_note: addNote,
  assign_owner: assignOwner,
  send_message: sendMessage,
  goto_cadence_step: gotoCadenceStep,
  skip_cadence_step: skipCadenceStep,
  restart_cadence: restartCadence,
  trigger_call: triggerCall,
  create_task: createTask,
  offer_meeting: offerMeeting,
  cancel_meeting: cancelMeeting,
  record_conversion: recordConversion,
  opt_out: optOut,
  notify_user: notifyUser,
  call_webhook: callWebhook,
  run_function: runFunction,
  pause_workflow: pauseWorkflow,
  resume_workflow: resumeWorkflow,
};

/** Returns the definition of an action's or an effect's type. */
export const definitionOf = (type: ActionType) => ACTIONS[type] as ActionDefinition<ActionType>;

/** Lists the actions that jobs of a scope may ask for. */
export const actionsIn = (scope: JobScope): ActionType[] =>
  (Object.keys(ACTIONS) as ActionType[]).filter((type) => ACTIONS[type].scopes.includes(scope));

/** The result of actions: effects in order, and the actions without an effect with their reasons. */
export interface ActionPlan {
  effects: Effect[];
  skipped: { index: number; type: ActionType; reason: string }[];
  /** True if an action that can't be done keeps those after it from being done. */
  stopped: boolean;
}

function targetOf(type: ActionType, { facts }: PlanContext): Effect['target'] {
  const kind = ACTIONS[type].target;
  return { kind, id: kind === 'lead' ? facts.lead.id : facts.agentId };
}

function planOne(action: Action, context: PlanContext, idempotencyKey: string): Effect | Skipped {
  const planned = definitionOf(action.type).plan(action.params, context);
  if ('skipped' in planned) return planned;
  const effect = {
    type: action.type,
    target: targetOf(action.type, context),
    params: planned.params,
    idempotency_key: idempotencyKey,
    on_error: action.on_error ?? 'continue',
  } as Effect;
  const { runEnded, agentId } = context.facts;
  return runEnded && isOnOwnRun(effect, agentId) ? { skipped: RUN_ENDED, failed: true } : effect;
}

/**
 * Plans actions in order; each sees the facts as they were before, but for the status. `keyPrefix` names what happens
 * just once (run, step and visit; or job, cycle, lead and step), so that an effect carries the same key whenever it is
 * planned again; `first` is the position of the first action where they are a part of what it brings.
 */
export function planActions(
  actions: readonly Action[],
  context: PlanContext,
  keyPrefix: string,
  first = 0,
): ActionPlan {
  const result: ActionPlan = { effects: [], skipped: [], stopped: false };
  let { facts } = context;
  for (const [at, action] of actions.entries()) {
    const index = first + at;
    const planned = planOne(action, { ...context, facts }, `${keyPrefix}/${index}`);
    if (!('skipped' in planned)) {
      result.effects.push(planned);
      facts = definitionOf(planned.type).planned?.(facts, planned.params) ?? facts;
      continue;
    }
    result.skipped.push({ index, type: action.type, reason: planned.skipped });
    result.stopped = planned.failed === true && action.on_error === 'stop';
    if (result.stopped) break;
  }
  return result;
}
