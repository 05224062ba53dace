import type { Planner } from './planner.js';

/** Moves the lead to a status. */
export const planSetStatus: Planner<'set_status'> = (params, { facts }) =>
  params.status_key === facts.status?.key && !params.workflow_id
    ? { skipped: 'The lead is in this status already.' }
    : {
        params: {
          status_key: params.status_key,
          reason: params.reason ?? null,
          workflow_id: params.workflow_id ?? null,
          allow_downgrade: params.allow_downgrade ?? false,
        },
      };
