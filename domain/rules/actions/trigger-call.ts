import { onLead } from './definition.js';
import type { Planner } from './planner.js';

/** Plans a call of the lead. */
const planTriggerCall: Planner<'trigger_call'> = (params, { render }) => ({
  params: {
    begin_message: params.begin_message === undefined ? null : render(params.begin_message),
    max_attempts: params.max_attempts ?? 1,
    retry_minutes: params.retry_minutes ?? [],
  },
});

export const triggerCall = onLead<'trigger_call'>(planTriggerCall);
