import { findRun } from '../../db/agent-runs/agent-runs.js';
import { findRunHistory, listRunMessages, listStepEvents } from '../../db/agent-runs/run-details.js';
import { findAgent, findDefinition } from '../../db/agents/agents.js';
import { getAgentRunContract } from '../../schemas/agent-runs/agent-runs.js';
import { toAgentRun } from '../../services/agent-runs/agent-run-view.js';
import { cadenceOf } from '../../services/agent-runs/run-plan.js';
import { createCadenceLinks } from '../../temporal/links.js';
import type { ApiDependencies } from '../dependencies.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { stepsOfRun } from './run-steps.js';

export const getAgentRunRoute = ({ config }: ApiDependencies) => {
  const linkTo = createCadenceLinks(config.TEMPORAL_UI_URL);
  return route(getAgentRunContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'RUN_NOT_FOUND');
    const run = found(await findRun(db, account.id, id), 'RUN_NOT_FOUND');
    const [agent, definition, events, messages, archivedBefore] = await Promise.all([
      findAgent(db, account.id, run.agent_id),
      findDefinition(db, run.agent_id, run.agent_version),
      listStepEvents(db, id),
      listRunMessages(db, account.id, id),
      findRunHistory(db, run),
    ]);
    const state = cadenceOf(run);
    return {
      status: 200,
      body: {
        success: true,
        workflow_run: {
          ...toAgentRun(run, definition),
          workflow: { id: run.agent_id, name: agent?.name ?? '' },
          steps: definition ? stepsOfRun(definition, { run, state, events, messages }) : [],
          ...(archivedBefore ? { activities_put_away_before: archivedBefore.toISOString() } : {}),
          temporal: linkTo(id),
        },
      },
    };
  });
};
