import { fromJson } from '../../db/connection.js';
import type { WhatsAppNumberRow } from '../../db/tables.js';
import type { WhatsAppNumber } from '../../schemas/channels/whatsapp-numbers.js';
import type { Static } from '../../schemas/common.js';
import type { TwilioHooks } from '../../services/channels/twilio-hooks.js';

type Body = Static<typeof WhatsAppNumber>;

/** Returns the outcome of the last template sync, unless another one was requested since. */
function templateSyncOf({ sync_asked_at, synced_at, sync_error }: WhatsAppNumberRow): Body['template_sync'] {
  const error = fromJson<Body['template_sync']['error']>(sync_error);
  const pending = sync_asked_at !== null && (synced_at === null || synced_at < sync_asked_at);
  const ended = error === null ? 'succeeded' : 'failed';
  const status = pending ? 'pending' : synced_at === null ? 'never' : ended;
  return { status, at: synced_at?.toISOString() ?? null, error };
}

/** Shows a number as the API answers it: of its token only whether there is one. */
export const toWhatsAppNumber = (row: WhatsAppNumberRow, workflowIds: string[], hooks: TwilioHooks): Body => ({
  id: row.id,
  phone_number: row.phone_number,
  display_name: row.display_name,
  provider: row.provider,
  ...AT[row.provider](row, hooks),
  status: row.status,
  quality_rating: row.quality_rating,
  messaging_limit: row.messaging_limit,
  throughput_per_second: row.throughput_per_second,
  profile: {
    about: row.about,
    photo_url: row.photo_url,
    photo_updated_at: row.photo_updated_at?.toISOString() ?? null,
  },
  template_sync: templateSyncOf(row),
  is_default: row.is_default,
  workflow_ids: workflowIds,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const atMeta = (row: WhatsAppNumberRow) => ({
  provider_phone_number_id: row.provider_phone_number_id,
  waba_id: row.waba_id,
  access_token_set: row.access_token !== null,
  account_sid: null,
  sender_sid: null,
  auth_token_set: false,
  webhook_url: null,
});

/** The columns hold for Twilio what they hold for Meta: the business account, the number's id there, and the token. */
const atTwilio = (row: WhatsAppNumberRow, hooks: TwilioHooks) => ({
  provider_phone_number_id: null,
  waba_id: null,
  access_token_set: false,
  account_sid: row.waba_id,
  sender_sid: row.provider_phone_number_id,
  auth_token_set: row.access_token !== null,
  webhook_url: hooks.urlOf({ accountId: row.account_id, numberId: row.id }),
});

/** The provider-specific fields of a number. */
const AT = { meta_cloud: atMeta, twilio: atTwilio, sandbox: atMeta } as const satisfies Record<
  Body['provider'],
  unknown
>;
