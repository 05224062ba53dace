import { findDefinition } from '../../db/agents/agents.js';
import { resumeAutomationContract } from '../../schemas/agent-runs/automation.js';
import { resumeRun } from '../../services/agent-runs/pause-resume.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { requireLead } from '../leads/find.js';
import { requireOpenRun } from './find.js';

export const resumeAutomationRoute = (_deps: ApiDependencies) =>
  route(resumeAutomationContract).handle(async ({ work, account, params, body, db, origin }) => {
    const lead = await requireLead(db, account.id, params.id);
    const run = await requireOpenRun(db, lead, body);
    const definition = await findDefinition(db, run.agent_id, run.agent_version);
    if (!definition) throw new ApiError('NO_ACTIVE_RUN');
    const resumed = await resumeRun(work, run, definition, {
      resumeCadence: body.resume_cadence ?? false,
      policy: body.resume_policy ?? 'shift',
      origin,
    });
    return {
      status: 200,
      body: {
        success: true,
        workflow_run_id: run.id,
        cadence_resumed: (resumed && (body.resume_cadence ?? false)) || !run.cadence_paused,
        already_running: !resumed,
      },
    };
  });
