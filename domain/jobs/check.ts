import type { JobEvent, JobScope, TriggerType } from '../../schemas/jobs/background-jobs.js';
import type { ActionType } from '../../schemas/rules/actions.js';
import { isZone } from '../leads/lead-zone.js';
import type { Problem } from '../problem.js';
import { checkAction } from '../rules/actions/check-action.js';
import { actionsIn } from '../rules/actions/index.js';
import { checkConditions } from '../rules/conditions/index.js';
import { parseCron } from '../time/cron.js';
import { actionsOf, type FullStep, isFlow } from './steps.js';

/** The part of a job that is checked before it is saved. */
export interface JobDefinition {
  trigger_type: TriggerType;
  cron_expression: string | null;
  timezone: string;
  event: JobEvent | null;
  scope: JobScope;
  steps: readonly FullStep[];
}

const wrong = (field: string, message: string, code: Problem['code'] = 'VALIDATION_ERROR'): Problem => ({
  code,
  field,
  message,
});

/** Finds what keeps a job from being saved, each with the JSON pointer of what has to change. */
export const checkJob = (job: JobDefinition): Problem[] => [
  ...checkTrigger(job),
  ...job.steps.flatMap((step, index) => checkStep(job, step, index)),
];

function checkTrigger(job: JobDefinition): Problem[] {
  const problems: Problem[] = [];
  if (!isZone(job.timezone)) {
    problems.push(wrong('/timezone', 'Unknown time zone. Use an IANA name such as Europe/Madrid.', 'INVALID_TIMEZONE'));
  }
  if (job.cron_expression !== null) {
    const parsed = parseCron(job.cron_expression);
    if (!parsed.ok) problems.push(wrong('/cron_expression', parsed.message, 'INVALID_CRON'));
  } else if (job.trigger_type === 'cron') {
    problems.push(wrong('/cron_expression', 'is required when trigger_type is cron.'));
  }
  if (job.event !== null) {
    problems.push(...checkConditions(job.event.filter, '/event/filter', { event: true }));
  }
  if (job.trigger_type === 'event') {
    if (job.event === null) problems.push(wrong('/event', 'is required when trigger_type is event.'));
    if (job.scope === 'workflow_scoped') {
      problems.push(wrong('/scope', 'A job that is triggered by events must be lead_scoped.'));
    }
  }
  return problems;
}

function checkStep(job: JobDefinition, step: FullStep, index: number): Problem[] {
  const at = `/steps/${index}`;
  const scope = {
    event: job.trigger_type === 'event',
    scope: job.scope === 'workflow_scoped' ? ('agent' as const) : ('lead' as const),
  };
  return [
    ...checkShape(step, at),
    ...checkConditions(step.conditions, `${at}/conditions`, scope),
    ...checkFlows(job.steps.length, step, index),
    ...actionsOf(step).flatMap(({ action, property }) => [
      ...checkScope(job.scope, action.type, `${at}/${property}/type`),
      ...checkAction(action, `${at}/${property}/params`),
    ]),
  ];
}

function checkShape(step: FullStep, at: string): Problem[] {
  if (step.action !== null) {
    if (step.conditions.length > 0)
      return [wrong(`${at}/action`, "can't be combined with conditions. Use on_match instead.")];
    if (step.on_match !== null)
      return [wrong(`${at}/on_match`, 'requires conditions. Omit it if the step has only an action.')];
    if (step.on_no_match !== null) return [wrong(`${at}/on_no_match`, 'requires conditions.')];
    return [];
  }
  if (step.conditions.length === 0) return [wrong(at, 'must have either an action, or conditions with on_match.')];
  return step.on_match === null ? [wrong(`${at}/on_match`, 'is required when the step has conditions.')] : [];
}

function checkFlows(steps: number, step: FullStep, index: number): Problem[] {
  return (['on_match', 'on_no_match'] as const).flatMap((property) => {
    const branch = step[property];
    if (!branch || !isFlow(branch) || branch.type !== 'goto_step') return [];
    const field = `/steps/${index}/${property}/index`;
    if (branch.index <= index) return [wrong(field, 'must name a later step.')];
    return branch.index < steps ? [] : [wrong(field, `must be at most ${steps - 1}; the job has ${steps} steps.`)];
  });
}

function checkScope(scope: JobScope, type: ActionType, field: string): Problem[] {
  const allowed = actionsIn(scope);
  if (allowed.includes(type)) return [];
  const message =
    scope === 'workflow_scoped'
      ? `must be one of: ${allowed.join(', ')} in a workflow_scoped job.`
      : `${type} is only supported in workflow_scoped jobs.`;
  return [wrong(field, message, 'UNKNOWN_ACTION')];
}
