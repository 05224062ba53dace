import { InFlight, named, nullable, oneOf, optional, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { REENROLLMENT_POLICIES, RESUME_POLICIES } from '../rules/actions.js';

const TAG = 'Automation';
const LeadId = Type.Object({ id: Uuid() });
const Reason = Type.String({ minLength: 1, maxLength: 500, description: 'Reason, shown in the history.' });
const RunOrAgent = {
  workflow_run_id: optional(Uuid()),
  workflow_id: optional(Uuid('ID of the workflow whose run is meant. Specify this or the run.')),
};

export const isLeadPausedContract = contract({
  operationId: 'isLeadPaused',
  method: 'get',
  path: '/api/public/leads/{id}/is_paused',
  tag: TAG,
  scope: 'leads:read',
  summary: 'Check whether a user has taken over the automation of a lead.',
  params: LeadId,
  query: Type.Object({ workflow_id: Type.Optional(Uuid('Checks only this workflow.')) }),
  success: {
    200: named(
      'PauseState',
      strictObject({
        success: Success,
        paused: Type.Boolean({ description: 'Whether an open run is under human takeover.' }),
        reason: nullable(Type.String({ description: 'Reason for the takeover.' })),
        since: nullable(Timestamp('Start of the takeover.')),
        until: nullable(Timestamp("Time at which the run resumes automatically. Null if it doesn't.")),
        by: nullable(
          Type.String({ description: 'User, API key or rule that paused the run: `key:<id>`, `user:<id>` or `rule`.' }),
        ),
      }),
    ),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

export const stopAutomationContract = contract({
  operationId: 'stopAutomation',
  method: 'post',
  path: '/api/public/leads/{id}/automation/stop',
  tag: TAG,
  scope: 'automation:write',
  summary: 'Take over the automation of a lead.',
  description:
    'The run stays open under human takeover until it is resumed. No further automated messages of the run ' +
    'are sent, except those in `in_flight`. You can repeat the request to change the reason or the time of ' +
    'the automatic resume. Without a time, the run stays paused until a user resumes it.',
  params: LeadId,
  body: named(
    'StopAutomation',
    strictObject({
      ...RunOrAgent,
      reason: optional(Reason),
      auto_resume_after_minutes: optional(
        Type.Integer({
          minimum: 1,
          maximum: 527_040,
          description: 'Minutes after which the run resumes automatically.',
        }),
      ),
    }),
  ),
  idempotency: 'leased',
  deadlineMs: 6_000,
  success: {
    200: named(
      'AutomationStopped',
      strictObject({
        success: Success,
        workflow_run_id: Uuid(),
        cadence_paused: Type.Boolean({ description: 'Always true. The cadence is paused.' }),
        tasks_cancelled: Type.Integer({ description: 'Number of queued messages that were cancelled.' }),
        in_flight: Type.Array(Uuid('ID of a message.'), {
          description: 'Messages that were already being sent and may still be delivered.',
        }),
        already_stopped: Type.Boolean({ description: 'Whether the run was already under human takeover.' }),
      }),
    ),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'NO_ACTIVE_RUN'],
});

export const resumeAutomationContract = contract({
  operationId: 'resumeAutomation',
  method: 'post',
  path: '/api/public/leads/{id}/automation/resume',
  tag: TAG,
  scope: 'automation:write',
  summary: 'End the human takeover, and optionally resume the cadence.',
  params: LeadId,
  body: named(
    'ResumeAutomation',
    strictObject({
      ...RunOrAgent,
      resume_cadence: optional(
        Type.Boolean({ default: false, description: 'Whether to resume the cadence. If false, it stays paused.' }),
      ),
      resume_policy: optional(
        oneOf(RESUME_POLICIES, {
          description:
            'How to treat missed steps. `shift` (default) moves later steps by the length of the pause. ' +
            '`catch_up_one` executes the earliest missed step now and skips the others. `skip_missed` skips all ' +
            'missed steps.',
        }),
      ),
    }),
  ),
  success: {
    200: named(
      'AutomationResumed',
      strictObject({
        success: Success,
        workflow_run_id: Uuid(),
        cadence_resumed: Type.Boolean({ description: 'Whether the cadence was resumed.' }),
        already_running: Type.Boolean({ description: 'Whether the run was already active.' }),
      }),
    ),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'NO_ACTIVE_RUN'],
});

export const setLeadStatusContract = contract({
  operationId: 'setLeadStatus',
  method: 'post',
  path: '/api/public/leads/{id}/status',
  tag: TAG,
  scope: 'automation:write',
  summary: 'Set the status of a lead in a workflow.',
  description: 'A terminal status ends the run and can transfer the lead to another workflow.',
  params: LeadId,
  body: named(
    'SetStatus',
    strictObject({
      status_key: Type.String({ minLength: 1, maxLength: 50, description: 'Key of a status of the workflow.' }),
      reason: optional(Reason),
      workflow_id: optional(Uuid('Required if the lead has several active runs.')),
    }),
  ),
  success: {
    200: named(
      'StatusSet',
      strictObject({
        success: Success,
        changed: Type.Boolean({ description: 'Whether the status changed.' }),
        previous_status: Type.String({ description: 'Key of the status before the change.' }),
        new_status: Type.String({ description: 'Key of the status after the change.' }),
        workflow_run: strictObject({
          id: Uuid(),
          workflow_id: Uuid(),
        }),
        note: nullable(Type.String({ description: 'Further effects, such as a transfer.' })),
        in_flight: InFlight,
      }),
    ),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'NO_ACTIVE_RUN', 'AMBIGUOUS_RUN'],
});

export const assignAgentContract = contract({
  operationId: 'assignWorkflow',
  method: 'post',
  path: '/api/public/leads/{id}/assign-workflow',
  tag: TAG,
  scope: 'automation:write',
  summary: 'Enroll a lead in a workflow, or move it from another one.',
  params: LeadId,
  body: named(
    'AssignWorkflow',
    strictObject({
      workflow_id: Uuid('ID of the workflow to enroll in.'),
      from_workflow_id: optional(
        Uuid(
          "ID of the workflow to leave. Defaults to the lead's run in `workflow_id` if it restarts there, or to " +
            'its newest run.',
        ),
      ),
      reason: optional(Reason),
      skip_first_message: optional(
        Type.Boolean({ description: 'Whether to skip the first message or call. Defaults to false.' }),
      ),
      reenrollment: optional(
        oneOf(REENROLLMENT_POLICIES, { description: "Policy that replaces the workflow's re-enrollment policy." }),
      ),
    }),
  ),
  success: {
    201: named(
      'WorkflowAssigned',
      strictObject({
        success: Success,
        workflow_run_id: Uuid('ID of the new run.'),
        workflow_id: Uuid(),
        workflow_name: Type.String(),
        movement_type: oneOf(['enrollment', 'reassignment'] as const, {
          description: 'Whether another run was ended for this enrollment.',
        }),
        paused: Type.Boolean({ description: 'Whether the workflow is paused.' }),
        in_flight: InFlight,
      }),
    ),
  },
  errors: [
    'LEAD_NOT_FOUND',
    'LEAD_ERASED',
    'NO_ACTIVE_RUN',
    'WORKFLOW_NOT_FOUND',
    'WORKFLOW_NOT_PUBLISHED',
    'ALREADY_ENROLLED',
    'WORKFLOW_PAUSED',
  ],
});
