import type { ConversionRow, ConversionTypeRow } from '../../db/tables.js';
import type { Conversion } from '../../schemas/campaigns/conversions.js';
import type { Static } from '../../schemas/common.js';

/** Shows a conversion as the API answers it. */
export const toConversion = (
  row: ConversionRow,
  type: Pick<ConversionTypeRow, 'name' | 'category'> | undefined,
): Static<typeof Conversion> => ({
  id: row.id,
  conversion_type_id: row.conversion_type_id,
  conversion_type: {
    id: row.conversion_type_id,
    name: type?.name ?? '',
    category: (type?.category ?? 'final') as Static<typeof Conversion>['conversion_type']['category'],
  },
  lead_id: row.lead_id,
  workflow_run_id: row.agent_run_id,
  workflow_id: row.agent_id,
  amount: row.amount,
  currency: row.currency,
  converted_at: row.converted_at.toISOString(),
  metadata: JSON.parse(row.metadata),
  notes: row.notes,
  created_at: row.created_at.toISOString(),
});
