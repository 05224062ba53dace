import { findAccount } from '../../db/accounts/accounts.js';
import { listUsersOfRoles } from '../../db/accounts/owners.js';
import { findUser } from '../../db/accounts/users.js';
import { insertEvents } from '../../db/events/events.js';
import type { WebhookRow } from '../../db/tables.js';
import { updateWebhook } from '../../db/webhooks/webhooks.js';
import type { Work } from '../../db/work.js';
import { stoppedWebhookMail } from '../../domain/accounts/stopped-webhook-mail.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import type { NotifyAccess } from '../connections/notify-of-loss.js';
import { outgoingSender } from '../messages/mail-access.js';
import { mailUser } from '../messages/user-mails.js';

const MANAGERS = ['owner', 'admin'];
const DAY_MS = 86_400_000;
const SYSTEM: EventOrigin = { kind: 'system', id: null };

/** Returns the columns of a webhook that is disabled. */
export const disabledColumns = (now: Date, reason: NonNullable<WebhookRow['disabled_reason']>) => ({
  is_active: false,
  disabled_reason: reason,
  disabled_at: now,
  walking: false,
  look_at: null,
  updated_at: now,
});

/** Disables a webhook: its cursor stays, the event is written, and owners and admins are emailed. */
export async function disableWebhook(
  work: Work,
  access: NotifyAccess,
  webhook: WebhookRow,
  reason: 'gone' | 'failing',
): Promise<void> {
  const { tx, now } = work;
  await updateWebhook(tx, webhook.id, disabledColumns(now, reason));
  await emitDisabled(work, webhook, reason, SYSTEM);
  const sender = await outgoingSender(tx, access, webhook.account_id);
  if (!sender) return;
  const account = await findAccount(tx, webhook.account_id);
  for (const { id } of await listUsersOfRoles(tx, account.id, MANAGERS)) {
    const user = await findUser(tx, account.id, id);
    if (!user || user.disabled_at) continue;
    const url = `${access.publicUrl}/integrations/webhooks`;
    await mailUser(work, access.box, {
      account_id: account.id,
      kind: 'webhook_stopped',
      user_id: id,
      lead_id: null,
      to_address: user.email,
      sender,
      content: stoppedWebhookMail({ account: account.name, host: hostOf(webhook.url), reason, url }, user.language),
      expires_at: new Date(now.getTime() + DAY_MS),
    });
  }
}

/** Writes the event of a webhook that is disabled. */
export const emitDisabled = (
  { tx, now }: Work,
  { id, account_id: accountId }: Pick<WebhookRow, 'id' | 'account_id'>,
  reason: NonNullable<WebhookRow['disabled_reason']>,
  origin: EventOrigin,
): Promise<void> =>
  insertEvents(tx, now, [{ accountId, type: 'webhook.disabled', data: { webhook_id: id, reason }, origin }]);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
