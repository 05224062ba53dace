import { findRun } from '../../db/agent-runs.js';
import { findAgent, findDefinition } from '../../db/agents.js';
import { listRunMessages, listStepEvents } from '../../db/reads/agent-run-details.js';
import { getAgentRun } from '../../schemas/agent-runs.js';
import { cadenceOf } from '../../services/cadence-state.js';
import { createCadenceLinks } from '../../temporal/links.js';
import type { ApiDependencies } from '../dependencies.js';
import { found, pathId } from '../path-id.js';
import { route } from '../route.js';
import { stepsOfRun } from './run-steps.js';
import { toAgentRun } from './to-agent-run.js';

export const getAgentRunRoute = ({ config }: ApiDependencies) => {
  const linkTo = createCadenceLinks(config.TEMPORAL_UI_URL);
  return route(getAgentRun).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'RUN_NOT_FOUND');
    const run = found(await findRun(db, account.id, id), 'RUN_NOT_FOUND');
    const [agent, definition, events, messages] = await Promise.all([
      findAgent(db, account.id, run.agent_id),
      findDefinition(db, run.agent_id, run.agent_version),
      listStepEvents(db, id),
      listRunMessages(db, account.id, id),
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
          temporal: linkTo(id),
        },
      },
    };
  });
};
