import { InFlight, named, nullable, oneOf, optional, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { REENROLLMENT_POLICIES, RESUME_POLICIES } from '../rules/actions.js';

const TAG = 'Automation';
const LeadId = Type.Object({ id: Uuid('The lead.') });
const Reason = Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the history.' });
const RunOrAgent = {
  workflow_run_id: optional(Uuid('The run.')),
  workflow_id: optional(Uuid('The workflow whose run is meant; give this or the run.')),
};

export const isLeadPausedContract = contract({
  operationId: 'isLeadPaused',
  method: 'get',
  path: '/api/public/leads/{id}/is_paused',
  tag: TAG,
  scope: 'leads:read',
  summary: 'Tell whether a person has taken over a lead’s automation.',
  params: LeadId,
  query: Type.Object({ workflow_id: Type.Optional(Uuid('Looks at this workflow only.')) }),
  success: {
    200: named(
      'PauseState',
      strictObject({
        success: Success,
        paused: Type.Boolean({ description: 'True when an open run is under human takeover.' }),
        reason: nullable(Type.String({ description: 'Why.' })),
        since: nullable(Timestamp('Since when.')),
        until: nullable(Timestamp('When it goes on by itself.')),
        by: nullable(Type.String({ description: 'Who paused it: `key:<id>`, `user:<id>` or `rule`.' })),
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
  summary: 'Stop the automation of a lead: a person takes over.',
  description:
    'The run stays open under human takeover until it is resumed. After the answer no automated message of the run ' +
    'leaves, but for those that `in_flight` names. A repeat may give another reason and another time to resume at; ' +
    'without a time the run stays stopped until somebody resumes it.',
  params: LeadId,
  body: named(
    'StopAutomation',
    strictObject({
      ...RunOrAgent,
      reason: optional(Reason),
      auto_resume_after_minutes: optional(
        Type.Integer({ minimum: 1, maximum: 527_040, description: 'Resumes by itself after this time.' }),
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
        workflow_run_id: Uuid('The run.'),
        cadence_paused: Type.Boolean({ description: 'Always true: the cadence rests.' }),
        tasks_cancelled: Type.Integer({ description: 'Waiting messages that were cancelled.' }),
        in_flight: Type.Array(Uuid('A message.'), {
          description: 'Messages that were being sent at this moment and may still leave.',
        }),
        already_stopped: Type.Boolean({ description: 'Whether it was stopped before this request.' }),
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
  summary: 'Give control back to the agent, and let the cadence go on if asked to.',
  params: LeadId,
  body: named(
    'ResumeAutomation',
    strictObject({
      ...RunOrAgent,
      resume_cadence: optional(
        Type.Boolean({ default: false, description: 'Whether the cadence goes on; otherwise it stays paused.' }),
      ),
      resume_policy: optional(
        oneOf(RESUME_POLICIES, {
          description:
            '`shift` (default) moves later steps by the length of the pause; `catch_up_one` does the earliest missed ' +
            'step now and skips the others; `skip_missed` skips all missed ones.',
        }),
      ),
    }),
  ),
  success: {
    200: named(
      'AutomationResumed',
      strictObject({
        success: Success,
        workflow_run_id: Uuid('The run.'),
        cadence_resumed: Type.Boolean({ description: 'Whether the cadence goes on.' }),
        already_running: Type.Boolean({ description: 'Whether there was nothing to resume.' }),
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
  summary: 'Set a lead’s status in a workflow.',
  description: 'A terminal status ends the run and may transfer the lead to another workflow.',
  params: LeadId,
  body: named(
    'SetStatus',
    strictObject({
      status_key: Type.String({ minLength: 1, maxLength: 50, description: 'A status of the workflow.' }),
      reason: optional(Reason),
      workflow_id: optional(Uuid('Needed only when the lead has several active runs.')),
    }),
  ),
  success: {
    200: named(
      'StatusSet',
      strictObject({
        success: Success,
        changed: Type.Boolean({ description: 'Whether the status is another one now.' }),
        previous_status: Type.String({ description: 'The status before.' }),
        new_status: Type.String({ description: 'The status now.' }),
        workflow_run: strictObject({
          id: Uuid('The run.'),
          workflow_id: Uuid('Its workflow.'),
        }),
        note: nullable(Type.String({ description: 'What else happened, such as a transfer.' })),
        in_flight: InFlight,
      }),
    ),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'NO_ACTIVE_RUN', 'AMBIGUOUS_RUN'],
});

export const assignWorkflowContract = contract({
  operationId: 'assignWorkflow',
  method: 'post',
  path: '/api/public/leads/{id}/assign-workflow',
  tag: TAG,
  scope: 'automation:write',
  summary: 'Enroll a lead in a workflow, or move it there from another.',
  params: LeadId,
  body: named(
    'AssignWorkflow',
    strictObject({
      workflow_id: Uuid('The workflow to enroll in.'),
      from_workflow_id: optional(
        Uuid(
          'The workflow to leave; if not given, the lead’s run in `workflow_id` where it starts anew, else its newest.',
        ),
      ),
      reason: optional(Reason),
      skip_first_message: optional(
        Type.Boolean({ description: 'Whether the first message or call is left out; false if not given.' }),
      ),
      reenrollment: optional(
        oneOf(REENROLLMENT_POLICIES, { description: 'Instead of the workflow’s own re-enrolment policy.' }),
      ),
    }),
  ),
  success: {
    201: named(
      'WorkflowAssigned',
      strictObject({
        success: Success,
        workflow_run_id: Uuid('The new run.'),
        workflow_id: Uuid('Its workflow.'),
        workflow_name: Type.String({ description: 'The workflow’s name.' }),
        movement_type: oneOf(['enrollment', 'reassignment'] as const, {
          description: 'Whether another run was ended for it.',
        }),
        paused: Type.Boolean({ description: 'Whether the workflow is paused at present.' }),
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
