import { deleteAgent as deleteRow, lockAgent } from '../../db/agents.js';
import { whatNeedsAgent } from '../../db/references.js';
import type { AgentRow } from '../../db/tables.js';
import { completeDefinition } from '../../domain/cadence/complete.js';
import { createAgent, deleteAgent, publishAgent, updateAgent } from '../../schemas/agent-contracts.js';
import type { CreateAgentBody } from '../../schemas/agents.js';
import { agentWarnings } from '../../services/agent-publication.js';
import * as agents from '../../services/agents.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { found, pathId } from '../path-id.js';
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
  }, meaningOfAgent);

/** The whole agent that a body describes. */
const meaningOfAgent = (body: CreateAgentBody, { timezone }: { timezone: string }) => ({
  ...completeDefinition(body, timezone),
  is_active: body.is_active ?? true,
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

export const deleteAgentRoute = (_deps: ApiDependencies) =>
  route(deleteAgent).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'WORKFLOW_NOT_FOUND');
    const agent = found(await lockAgent(db, account.id, id), 'WORKFLOW_NOT_FOUND');
    const needs = await whatNeedsAgent(db, account.id, agent.id);
    if (needs.length > 0) throw new ApiError('IN_USE', { message: `It is still needed by ${needs.join(', ')}.` });
    await deleteRow(db, now, agent);
    return { status: 204, body: null };
  });

const changed = (agent: AgentRow) => ({
  success: true as const,
  workflow: toAgent(agent),
  warnings: agentWarnings(agents.draftOf(agent)),
});
