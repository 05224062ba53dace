import type { WhatsAppNumberRow } from '../../db/tables-outgoing.js';
import type { Static } from '../../schemas/common.js';
import type { WhatsAppNumber } from '../../schemas/whatsapp-numbers.js';

type Body = Static<typeof WhatsAppNumber>;

/** A number as the API answers it: of its access token only whether there is one. */
export const toWhatsAppNumber = (row: WhatsAppNumberRow, workflowIds: string[]): Body => ({
  id: row.id,
  phone_number: row.phone_number,
  display_name: row.display_name,
  provider: row.provider as Body['provider'],
  provider_phone_number_id: row.provider_phone_number_id,
  waba_id: row.waba_id,
  access_token_set: row.access_token !== null,
  status: row.status as Body['status'],
  quality_rating: row.quality_rating as Body['quality_rating'],
  messaging_limit: row.messaging_limit,
  throughput_per_second: row.throughput_per_second,
  profile: {
    about: row.about,
    photo_url: row.photo_url,
    photo_updated_at: row.photo_updated_at?.toISOString() ?? null,
  },
  is_default: row.is_default === 1,
  workflow_ids: workflowIds,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
