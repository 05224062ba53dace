import { onLead } from './definition.js';
import type { Planner } from './planner.js';

/** Records a success of the lead. */
const planRecordConversion: Planner<'record_conversion'> = (params) => ({
  params: {
    conversion_type_id: params.conversion_type_id,
    amount: params.amount ?? null,
    currency: params.currency ?? null,
  },
});

export const recordConversion = onLead<'record_conversion'>(planRecordConversion, {
  simulate: (run, { conversion_type_id, amount }) => run.recordConversion(conversion_type_id.toLowerCase(), amount),
});
