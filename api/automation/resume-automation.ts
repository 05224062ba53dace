import { findDefinition } from '../../db/agents.js';
import { resumeAutomation } from '../../schemas/automation.js';
import { resumeRun } from '../../services/automation.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { route } from '../route.js';
import { requireLead, requireOpenRun } from './find.js';

export const resumeAutomationRoute = (_deps: ApiDependencies) =>
  route(resumeAutomation).handle(async ({ account, params, body, db, now, origin }) => {
    const lead = await requireLead(db, account.id, params.id);
    const run = await requireOpenRun(db, lead, body);
    const definition = await findDefinition(db, run.agent_id, run.agent_version);
    if (!definition) throw new ApiError('NO_ACTIVE_RUN');
    const resumed = await resumeRun(db, now, run, definition, {
      resumeCadence: body.resume_cadence ?? false,
      policy: body.resume_policy ?? 'shift',
      origin,
    });
    return {
      status: 200,
      body: {
        success: true,
        workflow_run_id: run.id,
        cadence_resumed: (resumed && (body.resume_cadence ?? false)) || run.cadence_paused === 0,
        already_running: !resumed,
      },
    };
  });
