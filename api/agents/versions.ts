import { countRunsByPlace } from '../../db/agent-runs/run-list.js';
import { draftOf, findAgent, findDefinition } from '../../db/agents/agents.js';
import { countOpenRunsByVersion, findVersion, listVersions } from '../../db/agents/versions.js';
import { fromJson } from '../../db/connection.js';
import { agentSettings } from '../../domain/agent/settings.js';
import { destinationOf, differing, stepChanges } from '../../domain/cadence/migrate.js';
import {
  checkAgentContract,
  getAgentVersionContract,
  listAgentVersionsContract,
  planAgentContract,
} from '../../schemas/agents/agent-versions.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { checkAgent } from '../../services/agents/agents.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, pageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'workflow_versions';

export const listAgentVersionsRoute = (_deps: ApiDependencies) =>
  route(listAgentVersionsContract).handle(async ({ account, db, params, query }) => {
    const id = pathId(params.id, 'WORKFLOW_NOT_FOUND');
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = Number(decodeCursor(query.cursor, KIND)?.[0] ?? Number.MAX_SAFE_INTEGER);
    found(await findAgent(db, account.id, id), 'WORKFLOW_NOT_FOUND');
    const versions = await listVersions(db, id, { before, limit: limit + 1 });
    const { rows, pagination } = pageOf(versions, limit, (last) => encodeCursor(KIND, [String(last.version)]));
    const runs = await countOpenRunsByVersion(db, account.id, id);
    const shown = rows.map((row) => ({
      version: row.version,
      published_at: row.created_at.toISOString(),
      open_runs: runs.get(row.version) ?? 0,
    }));
    return { status: 200, body: { success: true, versions: shown, pagination } };
  });

export const getAgentVersionRoute = (_deps: ApiDependencies) =>
  route(getAgentVersionContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'WORKFLOW_NOT_FOUND');
    found(await findAgent(db, account.id, id), 'WORKFLOW_NOT_FOUND');
    if (!/^[1-9]\d{0,8}$/.test(params.version)) throw new ApiError('VERSION_NOT_FOUND');
    const row = found(await findVersion(db, id, Number(params.version)), 'VERSION_NOT_FOUND');
    const runs = await countOpenRunsByVersion(db, account.id, id);
    return {
      status: 200,
      body: {
        success: true,
        workflow_id: id,
        version: row.version,
        published_at: row.created_at.toISOString(),
        open_runs: runs.get(row.version) ?? 0,
        definition: agentSettings(fromJson<AgentDefinition>(row.definition)),
      },
    };
  });

export const checkAgentRoute = (_deps: ApiDependencies) =>
  route(checkAgentContract).handle(async ({ account, db, body }) => {
    const { problems, warnings } = await checkAgent(db, { accountId: account.id, timezone: account.timezone }, body);
    const errors = problems.map(({ code, field, message }) => ({ code, field, message }));
    return { status: 200, body: { success: true, valid: errors.length === 0, errors, warnings } };
  });

export const planAgentRoute = (_deps: ApiDependencies) =>
  route(planAgentContract).handle(async ({ account, db, params, body }) => {
    const agent = found(await findAgent(db, account.id, pathId(params.id, 'WORKFLOW_NOT_FOUND')), 'WORKFLOW_NOT_FOUND');
    const published = async (version: number) =>
      found(await findDefinition(db, agent.id, version), 'VERSION_NOT_FOUND');
    const version = body.version ?? null;
    const after = agentSettings(version === null ? draftOf(agent) : await published(version));
    const against = body.against ?? (agent.version > 0 ? agent.version : null);
    const before = against === null ? undefined : agentSettings(await published(against));
    const none = { ...after, cadence: { ...after.cadence, steps: [] } };
    const { steps: _before, ...rules } = (before ?? none).cadence;
    const { steps: _after, ...newRules } = after.cadence;
    const settings = before
      ? [
          ...differing({ ...before, cadence: null }, { ...after, cadence: null }),
          ...differing(rules, newRules).map((key) => `cadence.${key}`),
        ]
      : [];
    const places = await countRunsByPlace(db, account.id, { agentId: agent.id, open: true });
    const open_runs = places
      .filter((each) => each.version !== version)
      .map(({ version: followed, place, runs }) => {
        const destination = destinationOf(after, body.steps ?? {}, place);
        return {
          version: followed,
          step_key: place.stepKey,
          status_key: place.statusKey,
          runs,
          to_step_key: 'problem' in destination ? null : destination.stepKey,
          problem: 'problem' in destination ? destination.problem : null,
        };
      });
    const changes = stepChanges(before ?? none, after).map((change) => ({
      ...change,
      before: change.before && { ...change.before },
      after: change.after && { ...change.after },
    }));
    return { status: 200, body: { success: true, version, against, changes, settings, open_runs } };
  });
