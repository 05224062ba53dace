import { fromJson } from '../../db/connection.js';
import type { EmailSenderRow } from '../../db/tables.js';
import type { EmailSender } from '../../schemas/channels/email-senders.js';
import type { Static } from '../../schemas/common.js';
import type { RampStep, StoredSmtp } from '../../services/channels/email-senders.js';

/** Shows a sender as the API answers it: of its password only whether there is one. */
export const toEmailSender = (row: EmailSenderRow): Static<typeof EmailSender> => ({
  id: row.id,
  name: row.name,
  from_email: row.from_email,
  from_name: row.from_name,
  reply_to: row.reply_to,
  provider: row.provider,
  smtp: fromJson<StoredSmtp | null>(row.smtp),
  smtp_password_set: row.smtp_password !== null,
  connection_id: row.connection_id,
  shared_mailbox: row.shared_mailbox,
  per_minute: row.per_minute,
  per_day: row.per_day,
  ramp: fromJson<RampStep[] | null>(row.ramp),
  track_opens: row.track_opens,
  track_clicks: row.track_clicks,
  dkim_selector: row.dkim_selector,
  tracking_domain: row.tracking_domain,
  tracking_domain_verified_at: row.tracking_verified_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
