import { findRun } from '../../db/agent-runs/agent-runs.js';
import { wakeAgentRunContract } from '../../schemas/agent-runs/agent-runs.js';
import { wakeRun } from '../../services/instructions/agent-runs.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

export const wakeAgentRunRoute = (_deps: ApiDependencies) =>
  route(wakeAgentRunContract).handle(async ({ account, db, work, params }) => {
    const run = found(await findRun(db, account.id, pathId(params.id, 'RUN_NOT_FOUND')), 'RUN_NOT_FOUND');
    if (run.open_slot !== 1) throw new ApiError('NOT_MODIFIABLE', { message: 'The run has ended.' });
    await wakeRun(work, run, 'asked for');
    return { status: 202, body: { success: true, workflow_run_id: run.id } };
  });
