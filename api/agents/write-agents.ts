import { lockAccount } from '../../db/accounts/accounts.js';
import { deleteAgent, draftOf, lockAgent } from '../../db/agents/agents.js';
import { whatNeedsAgent } from '../../db/leads/references.js';
import type { AgentRow } from '../../db/tables.js';
import { completeDefinition } from '../../domain/cadence/complete.js';
import {
  createAgentContract,
  deleteAgentContract,
  publishAgentContract,
  updateAgentContract,
} from '../../schemas/agents/agent-contracts.js';
import type { CreateAgentBody } from '../../schemas/agents/agents.js';
import * as agents from '../../services/agents/agents.js';
import { draftWarnings } from '../../services/agents/publication.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { contentTag, requireMatch } from '../http/request/if-match.js';
import { found, pathId } from '../http/request/path-id.js';
import { type RouteInput, route } from '../http/route.js';
import { doneOrThrow } from './problems.js';
import { toAgent } from './to-agent.js';

const ownerOf = ({ account }: Pick<RouteInput<typeof createAgentContract>, 'account'>): agents.AgentOwner => ({
  accountId: account.id,
  timezone: account.timezone,
});

export const createAgentRoute = (_deps: ApiDependencies) =>
  route(createAgentContract).handle(async ({ work, account, body }) => {
    const { agent } = doneOrThrow(await agents.createAgent(work, ownerOf({ account }), body));
    return { status: 201, ...changed(agent) };
  }, canonicalAgent);

/** The whole agent that a body describes. */
const canonicalAgent = (body: CreateAgentBody, { timezone }: { timezone: string }) => ({
  ...completeDefinition(body, timezone),
  is_active: body.is_active ?? true,
});

export const updateAgentRoute = (_deps: ApiDependencies) =>
  route(updateAgentContract).handle(async ({ work, account, db, params, body, origin, req }) => {
    const id = pathId(params.id, 'WORKFLOW_NOT_FOUND');
    await requireMatch(req, async () => toAgent(found(await lockAgent(db, account.id, id), 'WORKFLOW_NOT_FOUND')));
    const { agent } = doneOrThrow(await agents.changeAgent(work, ownerOf({ account }), id, body, origin));
    return { status: 200, ...changed(agent) };
  });

export const publishAgentRoute = (_deps: ApiDependencies) =>
  route(publishAgentContract).handle(async ({ work, account, db, params, req }) => {
    const id = pathId(params.id, 'WORKFLOW_NOT_FOUND');
    await requireMatch(req, async () => toAgent(found(await lockAgent(db, account.id, id), 'WORKFLOW_NOT_FOUND')));
    const { outcome, agent } = doneOrThrow(await agents.publishAgent(work, account.id, id));
    return { status: outcome === 'done' ? 201 : 200, ...changed(agent) };
  });

export const deleteAgentRoute = (_deps: ApiDependencies) =>
  route(deleteAgentContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'WORKFLOW_NOT_FOUND');
    // The lock prevents the publication of an agent that references it.
    await lockAccount(db, account.id);
    const agent = found(await lockAgent(db, account.id, id), 'WORKFLOW_NOT_FOUND');
    const needs = await whatNeedsAgent(db, account.id, agent.id);
    if (needs.length > 0)
      throw new ApiError('IN_USE', { message: `The workflow is still used by ${needs.join(', ')}.` });
    await deleteAgent(db, now, agent);
    return { status: 204, body: null };
  });

function changed(agent: AgentRow) {
  const workflow = toAgent(agent);
  return {
    headers: { ETag: contentTag(workflow) },
    body: { success: true as const, workflow, warnings: draftWarnings(draftOf(agent)) },
  };
}
