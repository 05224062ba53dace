import { CONNECTION_HEADERS } from '../../values/headers.js';
import { invalid, onEither } from './definition.js';
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
const planCallWebhook: Planner<'call_webhook'> = (params, context) => {
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

export const callWebhook = onEither<'call_webhook'>(planCallWebhook, {
  check: ({ headers = {} }, at) =>
    Object.keys(headers)
      .filter((name) => CONNECTION_HEADERS.test(name.toLowerCase()))
      .map((name) => invalid(`${at}/headers/${name}`, 'is set by the connection. Omit it.')),
});
