import { type PlanContext, type Planner, renderDeep } from './planner.js';

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
