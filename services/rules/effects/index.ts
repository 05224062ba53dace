import { lockOpenRunIn, lockRun } from '../../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../../db/agents/agents.js';
import { isOnOwnRun, RUN_ENDED } from '../../../domain/rules/effect-target.js';
import type { ActionType } from '../../../schemas/rules/actions.js';
import type { Effect } from '../../../schemas/rules/effects.js';
import type { ApplyEffect, ApplyToLead, ApplyToRun } from '../effect.js';
import { applyAddNote } from './add-note.js';
import { applyAssignOwner } from './assign-owner.js';
import { applyAssignWorkflow } from './assign-workflow.js';
import { applyResumeAutomation, applyStopAutomation } from './automation.js';
import { applyGotoCadenceStep, applyRestartCadence, applySkipCadenceStep } from './cadence-steps.js';
import { applyCallWebhook } from './call-webhook.js';
import { applyCancelMeeting } from './cancel-meeting.js';
import { applyCreateTask } from './create-task.js';
import { applyNotifyUser } from './notify-user.js';
import { applyOfferMeeting } from './offer-meeting.js';
import { applyOptOut } from './opt-out.js';
import { applyRecordConversion } from './record-conversion.js';
import { applyRunFunction } from './run-function.js';
import { applySendMessage } from './send-message.js';
import { applySetField } from './set-field.js';
import { applySetMetadata } from './set-metadata.js';
import { applySetStatus } from './set-status.js';
import { applyPauseWorkflow, applyResumeWorkflow } from './switch-workflow.js';
import { applyAddTag, applyRemoveTag, applySetTags } from './tags.js';
import { applyTriggerCall } from './trigger-call.js';

/** Leaves an effect out where there is no lead. */
const onLead =
  <T extends ActionType>(apply: ApplyToLead<T>): ApplyEffect<T> =>
  async (work, target, effect, source) =>
    target.leadId === null
      ? { skipped: 'This action requires a lead.' }
      : apply(work, { ...target, leadId: target.leadId }, effect, source);

/**
 * Finds the run that an effect is about, as the effects before left it: the acting agent's, which they may have ended,
 * or that of an agent which the params name.
 */
const onRun = <T extends ActionType>(apply: ApplyToRun<T>): ApplyEffect<T> =>
  onLead(async (work, target, effect, source) => {
    const { tx } = work;
    const { account, leadId, agentId, run } = target;
    const { params } = effect as Effect;
    if (isOnOwnRun(effect as Effect, agentId)) {
      if (!run) return { skipped: 'The lead has no run of this workflow.' };
      const row = await lockRun(tx, run.row.id);
      if (row?.open_slot !== 1) return { skipped: RUN_ENDED };
      return apply(work, { ...target, run: { ...run, row } }, effect, source);
    }
    const named = 'workflow_id' in params && params.workflow_id;
    const row = named ? await lockOpenRunIn(tx, account.id, leadId, named) : undefined;
    const definition = row && (await findDefinition(tx, row.agent_id, row.agent_version));
    if (!row || !definition) return { skipped: 'The lead has no open run of this workflow.' };
    return apply(work, { ...target, run: { row, definition } }, effect, source);
  });

/** The function that applies each type of effect. */
export const EFFECTS: { [T in ActionType]: ApplyEffect<T> } = {
  add_tag: onLead(applyAddTag),
  remove_tag: onLead(applyRemoveTag),
  set_tags: onLead(applySetTags),
  set_metadata: onLead(applySetMetadata),
  set_field: onLead(applySetField),
  set_status: onRun(applySetStatus),
  assign_workflow: onLead(applyAssignWorkflow),
  stop_automation: onRun(applyStopAutomation),
  resume_automation: onRun(applyResumeAutomation),
  add_note: onLead(applyAddNote),
  assign_owner: onLead(applyAssignOwner),
  send_message: onLead(applySendMessage),
  goto_cadence_step: onRun(applyGotoCadenceStep),
  skip_cadence_step: onRun(applySkipCadenceStep),
  restart_cadence: onRun(applyRestartCadence),
  trigger_call: onLead(applyTriggerCall),
  create_task: onLead(applyCreateTask),
  offer_meeting: onLead(applyOfferMeeting),
  cancel_meeting: onLead(applyCancelMeeting),
  record_conversion: onLead(applyRecordConversion),
  opt_out: onLead(applyOptOut),
  notify_user: applyNotifyUser,
  call_webhook: applyCallWebhook,
  run_function: applyRunFunction,
  pause_workflow: applyPauseWorkflow,
  resume_workflow: applyResumeWorkflow,
};
