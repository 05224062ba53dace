import { type PlanContext, type Planner, renderDeep } from './planner.js';

const HOUR_MS = 3_600_000;

/** Calls the lead. */
export const planTriggerCall: Planner<'trigger_call'> = (params, { render }) => ({
  params: {
    begin_message: params.begin_message === undefined ? null : render(params.begin_message),
    max_attempts: params.max_attempts ?? 1,
    retry_minutes: params.retry_minutes ?? [],
  },
});

/** The body that a webhook gets when none was written. */
const factsBody = ({ facts, now }: PlanContext) => ({
  lead_id: facts.lead.id,
  workflow_id: facts.agentId,
  status: facts.status?.key ?? null,
  tags: facts.tags,
  metadata: facts.metadata,
  at: now.toISOString(),
});

/** Posts to an address of the account's own. */
export const planCallWebhook: Planner<'call_webhook'> = (params, context) => {
  const body = params.body === undefined ? factsBody(context) : renderDeep(params.body, context.render);
  return {
    params: {
      url: params.url,
      headers: params.headers ?? {},
      body: typeof body === 'string' ? body : JSON.stringify(body),
      secret_name: params.secret_name ?? null,
      timeout_ms: params.timeout_ms ?? 10_000,
    },
  };
};

/** Tells users. */
export const planNotifyUser: Planner<'notify_user'> = (params, { render }) => {
  const text = render(params.text).trim();
  if (text === '') return { skipped: 'The text is empty.' };
  return {
    params: {
      user_id: params.user_id ?? null,
      role: params.role ?? null,
      channel: params.channel ?? 'in_app',
      text,
    },
  };
};

/** Makes a task, for the lead's owner if nobody is named. */
export const planCreateTask: Planner<'create_task'> = (params, { facts, now, render }) => {
  const title = render(params.title).trim();
  if (title === '') return { skipped: 'The title is empty.' };
  const hours = params.due_in_hours;
  return {
    params: {
      title: title.slice(0, 500),
      due_at: hours === undefined ? null : new Date(now.getTime() + hours * HOUR_MS).toISOString(),
      assignee_id: params.assignee_id ?? facts.lead.owner_id,
    },
  };
};

const switched = (params: { workflow_id?: string; reason?: string }) => ({
  params: { workflow_id: params.workflow_id ?? null, reason: params.reason ?? null },
});

/** Pauses an agent for all its leads. */
export const planPauseWorkflow: Planner<'pause_workflow'> = switched;

/** Lets a paused agent go on. */
export const planResumeWorkflow: Planner<'resume_workflow'> = switched;
