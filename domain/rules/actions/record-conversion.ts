import type { Planner } from './planner.js';

/** Records a success of the lead. */
export const planRecordConversion: Planner<'record_conversion'> = (params) => ({
  params: {
    conversion_type_id: params.conversion_type_id,
    amount: params.amount ?? null,
    currency: params.currency ?? null,
  },
});
