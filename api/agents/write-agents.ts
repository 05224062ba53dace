import type { AgentRow } from '../../db/tables.js';
import { createAgent, publishAgent, updateAgent } from '../../schemas/agent-contracts.js';
import { agentWarnings } from '../../services/agent-publication.js';
import * as agents from '../../services/agents.js';
import type { ApiDependencies } from '../dependencies.js';
import { pathId } from '../path-id.js';
import { type RouteInput, route } from '../route.js';
import { doneOrThrow } from './problems.js';
import { toAgent } from './to-agent.js';

const ownerOf = ({ account }: Pick<RouteInput<typeof createAgent>, 'account'>): agents.AgentOwner => ({
  accountId: account.id,
  timezone: account.timezone,
});

export const createAgentRoute = (_deps: ApiDependencies) =>
  route(createAgent).handle(async ({ account, db, body, now }) => {
    const { agent } = doneOrThrow(await agents.createAgent(db, now, ownerOf({ account }), body));
    return { status: 201, body: changed(agent) };
  });

export const updateAgentRoute = (_deps: ApiDependencies) =>
  route(updateAgent).handle(async ({ account, db, params, body, now, origin }) => {
    const id = pathId(params.id, 'WORKFLOW_NOT_FOUND');
    const { agent } = doneOrThrow(await agents.changeAgent(db, now, ownerOf({ account }), id, body, origin));
    return { status: 200, body: changed(agent) };
  });

export const publishAgentRoute = (_deps: ApiDependencies) =>
  route(publishAgent).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'WORKFLOW_NOT_FOUND');
    const { outcome, agent } = doneOrThrow(await agents.publishAgent(db, now, account.id, id));
    return { status: outcome === 'done' ? 201 : 200, body: changed(agent) };
  });

const changed = (agent: AgentRow) => ({
  success: true as const,
  workflow: toAgent(agent),
  warnings: agentWarnings(agents.draftOf(agent)),
});
