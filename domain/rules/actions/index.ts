import type { JobScope } from '../../../schemas/jobs/background-jobs.js';
import type { Action, ActionType } from '../../../schemas/rules/actions.js';
import type { Effect } from '../../../schemas/rules/effects.js';
import type { Facts } from '../../facts.js';
import { isOnOwnRun, RUN_ENDED } from '../effect-target.js';
import { planAddNote } from './add-note.js';
import { planAssignOwner } from './assign-owner.js';
import { planAssignWorkflow } from './assign-workflow.js';
import { planResumeAutomation, planStopAutomation } from './automation.js';
import { planGotoCadenceStep, planRestartCadence, planSkipCadenceStep } from './cadence-steps.js';
import { planCallWebhook } from './call-webhook.js';
import { planCancelMeeting } from './cancel-meeting.js';
import { planCreateTask } from './create-task.js';
import { planNotifyUser } from './notify-user.js';
import { planOfferMeeting } from './offer-meeting.js';
import { planOptOut } from './opt-out.js';
import type { PlanContext, Planner, Skipped } from './planner.js';
import { planRecordConversion } from './record-conversion.js';
import { planRunFunction } from './run-function.js';
import { planSendMessage } from './send-message.js';
import { planSetField } from './set-field.js';
import { planSetMetadata } from './set-metadata.js';
import { planSetStatus } from './set-status.js';
import { planPauseWorkflow, planResumeWorkflow } from './switch-workflow.js';
import { planAddTag, planRemoveTag, planSetTags } from './tags.js';
import { planTriggerCall } from './trigger-call.js';

export type { PlanContext, RenderText } from './planner.js';

/** How an action is planned, what its effect changes, and the jobs that may ask for it. */
interface Entry<T extends ActionType> {
  plan: Planner<T>;
  target: Effect['target']['kind'];
  scopes: readonly JobScope[];
}

const ofLead = <T extends ActionType>(plan: Planner<T>): Entry<T> => ({
  ...{ plan, target: 'lead', scopes: ['lead_scoped'] },
});
const ofRun = <T extends ActionType>(plan: Planner<T>): Entry<T> => ({
  ...{ plan, target: 'run', scopes: ['lead_scoped'] },
});
const ofAgent = <T extends ActionType>(plan: Planner<T>): Entry<T> => ({
  ...{ plan, target: 'workflow', scopes: ['workflow_scoped'] },
});
const ofEither = <T extends ActionType>(plan: Planner<T>): Entry<T> => ({
  ...{ plan, target: 'lead', scopes: ['lead_scoped', 'workflow_scoped'] },
});

const ACTIONS: { [T in ActionType]: Entry<T> } = {
  add_tag: ofLead(planAddTag),
  remove_tag: ofLead(planRemoveTag),
  set_tags: ofLead(planSetTags),
  set_metadata: ofLead(planSetMetadata),
  set_field: ofLead(planSetField),
  set_status: ofRun(planSetStatus),
  assign_workflow: ofLead(planAssignWorkflow),
  stop_automation: ofRun(planStopAutomation),
  resume_automation: ofRun(planResumeAutomation),
  add_note: ofLead(planAddNote),
  assign_owner: ofLead(planAssignOwner),
  send_message: ofLead(planSendMessage),
  goto_cadence_step: ofRun(planGotoCadenceStep),
  skip_cadence_step: ofRun(planSkipCadenceStep),
  restart_cadence: ofRun(planRestartCadence),
  trigger_call: ofLead(planTriggerCall),
  create_task: ofLead(planCreateTask),
  offer_meeting: ofLead(planOfferMeeting),
  cancel_meeting: ofLead(planCancelMeeting),
  record_conversion: ofLead(planRecordConversion),
  opt_out: ofLead(planOptOut),
  notify_user: ofEither(planNotifyUser),
  call_webhook: ofEither(planCallWebhook),
  run_function: ofEither(planRunFunction),
  pause_workflow: ofAgent(planPauseWorkflow),
  resume_workflow: ofAgent(planResumeWorkflow),
};

/** Lists the actions that jobs of a scope may ask for. */
export const actionsIn = (scope: JobScope): ActionType[] =>
  (Object.keys(ACTIONS) as ActionType[]).filter((type) => ACTIONS[type].scopes.includes(scope));

/** What actions come to: effects in order, and the actions that do nothing with the reason. */
export interface ActionPlan {
  effects: Effect[];
  skipped: { index: number; type: ActionType; reason: string }[];
  /** Whether an action that can't be done keeps those after it from being done. */
  stopped: boolean;
}

function targetOf(type: ActionType, { facts }: PlanContext): Effect['target'] {
  const kind = ACTIONS[type].target;
  return { kind, id: kind === 'lead' ? facts.lead.id : facts.agentId };
}

function planOne(action: Action, context: PlanContext, idempotencyKey: string): Effect | Skipped {
  const plan = ACTIONS[action.type].plan as Planner<ActionType>;
  const planned = plan(action.params, context);
  if ('skipped' in planned) return planned;
  const effect = {
    ...{ type: action.type, target: targetOf(action.type, context), params: planned.params },
    ...{ idempotency_key: idempotencyKey, on_error: action.on_error ?? 'continue' },
  } as Effect;
  const { runEnded, agentId } = context.facts;
  return runEnded && isOnOwnRun(effect, agentId) ? { skipped: RUN_ENDED, failed: true } : effect;
}

/** Gives the facts behind an effect, as far as the next plans need them: whether a status goes back depends on the last. */
const factsAfter = (facts: Facts, effect: Effect): Facts =>
  effect.type === 'set_status' && facts.status && isOnOwnRun(effect, facts.agentId)
    ? { ...facts, status: { ...facts.status, key: effect.params.status_key } }
    : facts;

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
      facts = factsAfter(facts, planned);
      continue;
    }
    result.skipped.push({ index, type: action.type, reason: planned.skipped });
    result.stopped = planned.failed === true && action.on_error === 'stop';
    if (result.stopped) break;
  }
  return result;
}
