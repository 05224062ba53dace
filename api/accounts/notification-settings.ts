import { type Db, fromJson } from '../../db/connection.js';
import {
  deleteNoticeWebhook,
  deleteWaitingNotices,
  findLastNoticeMail,
  findNoticeSettings,
  listNoticeWebhooks,
  saveNoticeSettings,
  saveNoticeWebhook,
} from '../../db/messages/notices.js';
import type { NoticeSettingsRow, NoticeWebhookRow, UserMailRow } from '../../db/tables.js';
import { DEFAULT_NOTICES } from '../../domain/accounts/notices.js';
import { nextSummary } from '../../domain/accounts/weekly-summary.js';
import { secretsOf } from '../../runtime/config.js';
import { privateHostsFor } from '../../runtime/private-host-settings.js';
import { isPrivateHost, portOf } from '../../runtime/private-hosts.js';
import { isRefusedLiteral } from '../../runtime/public-address.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import * as contracts from '../../schemas/accounts/notification-settings.js';
import type { Contract } from '../../schemas/contract.js';
import { MANAGERS } from '../../schemas/roles.js';
import { systemMail } from '../../services/channels/system-sender.js';
import { noticeChannelOf, sendTestNotice, webhookContext } from '../../services/messages/notices.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { timezoneField } from '../http/request/fields.js';
import { type RouteInput, route, type SignedIn } from '../http/route.js';
import { signedIn } from './session.js';

type Input = Pick<RouteInput<Contract>, 'db' | 'account' | 'user' | 'now'>;

/** The settings of a user, or the defaults of one who hasn't changed any. */
async function settingsOf({ db, account, now }: Input, { id }: SignedIn): Promise<NoticeSettingsRow> {
  const { channels, ...defaults } = DEFAULT_NOTICES;
  return (
    (await findNoticeSettings(db, id)) ?? {
      user_id: id,
      account_id: account.id,
      channels: JSON.stringify(channels),
      ...defaults,
      quiet_from: null,
      quiet_to: null,
      timezone: account.timezone,
      weekly_at: null,
      weekly_due_at: null,
      updated_at: now,
    }
  );
}

const toWebhook = (row: NoticeWebhookRow | undefined) =>
  row
    ? {
        host: row.host,
        created_at: row.created_at.toISOString(),
        disabled_at: row.disabled_at?.toISOString() ?? null,
        failure: row.failure,
      }
    : null;

const toDelivery = (row: UserMailRow) => ({
  id: row.id,
  channel: noticeChannelOf(row.kind) ?? 'email',
  status: row.status === 'sending' ? ('queued' as const) : row.status,
  failure: row.failure,
  created_at: row.created_at.toISOString(),
});

async function toSettings(db: Db, row: NoticeSettingsRow): Promise<contracts.NotificationSettings> {
  const webhooks = await listNoticeWebhooks(db, row.user_id);
  const last = await findLastNoticeMail(db, row);
  const { quiet_from: from, quiet_to: to } = row;
  return {
    events: fromJson<contracts.NotificationChannelsOf>(row.channels),
    leads: row.leads,
    wait_minutes: row.wait_minutes,
    quiet_hours: from === null || to === null ? null : { from, to },
    timezone: row.timezone,
    weekly_summary: row.weekly_at === null ? null : { at: row.weekly_at },
    webhooks: {
      slack: toWebhook(webhooks.find(({ channel }) => channel === 'slack')),
      teams: toWebhook(webhooks.find(({ channel }) => channel === 'teams')),
    },
    last_delivery: last ? toDelivery(last) : null,
  };
}

const answer = async (db: Db, row: NoticeSettingsRow) =>
  ({ status: 200, body: { success: true, settings: await toSettings(db, row) } }) as const;

export const getNotificationSettingsRoute = (_deps: ApiDependencies) =>
  route(contracts.getNotificationSettingsContract).handle(async (input) =>
    answer(input.db, await settingsOf(input, signedIn(input))),
  );

export const updateNotificationSettingsRoute = (_deps: ApiDependencies) =>
  route(contracts.updateNotificationSettingsContract).handle(async (input) => {
    const { db, body, now } = input;
    const user = signedIn(input);
    if (body.leads === 'all' && !MANAGERS.includes(user.role)) {
      throw new ApiError('FORBIDDEN', { message: `Your role, ${user.role}, can't choose all leads.` });
    }
    const before = await settingsOf(input, user);
    const { events, quiet_hours: quiet, timezone, leads, wait_minutes, weekly_summary: weekly } = body;
    const changed: NoticeSettingsRow = {
      ...before,
      ...(events && { channels: JSON.stringify(events) }),
      ...(leads && { leads }),
      ...(wait_minutes && { wait_minutes }),
      ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
      ...(timezone && { timezone: timezoneField(timezone, '/timezone') }),
      ...(weekly !== undefined && { weekly_at: weekly?.at ?? null }),
      updated_at: now,
    };
    const isMoved = weekly !== undefined || timezone !== undefined;
    const row = isMoved ? { ...changed, weekly_due_at: nextSummary(changed, now) } : changed;
    await saveNoticeSettings(db, row);
    return answer(db, row);
  });

export const setNotificationWebhookRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  const privateHosts = privateHostsFor(config, 'WEBHOOK_PRIVATE_HOSTS');
  return route(contracts.setNotificationWebhookContract).handle(async (input) => {
    const { account, db, body, params, now } = input;
    const user = signedIn(input);
    const { channel } = params;
    const url = webhookUrl(body.url, account.id, privateHosts);
    const settings = await settingsOf(input, user);
    await saveNoticeSettings(db, settings);
    await saveNoticeWebhook(db, {
      user_id: user.id,
      channel,
      account_id: account.id,
      url: box.seal(url.href, webhookContext(user.id, channel)),
      host: url.host.slice(0, 255),
      disabled_at: null,
      failure: null,
      created_at: now,
    });
    return answer(db, settings);
  });
};

/** Reads the URL of a webhook. The address that its host resolves to is checked with each request. */
function webhookUrl(text: string, accountId: string, privateHosts: readonly string[]): URL {
  const refuse = (message: string) => new ApiError('VALIDATION_ERROR', { field: '/url', message });
  if (!URL.canParse(text)) throw refuse('The URL is invalid.');
  const url = new URL(text);
  if (url.username || url.password) throw refuse("The URL can't contain a user or password.");
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isPrivateHost(privateHosts, { host, port: portOf(url), accountId })) return url;
  if (url.protocol !== 'https:') throw refuse('The URL must start with https://.');
  if (isRefusedLiteral(host)) throw refuse('The URL must point to a public address.');
  return url;
}

export const deleteNotificationWebhookRoute = (_deps: ApiDependencies) =>
  route(contracts.deleteNotificationWebhookContract).handle(async (input) => {
    const of = { user_id: signedIn(input).id, channel: input.params.channel };
    await deleteNoticeWebhook(input.db, of);
    await deleteWaitingNotices(input.db, of);
    return { status: 204, body: null };
  });

const MISSING = {
  email: 'This service and the account have no email sender. Add one to receive emails.',
  slack: 'Set the webhook of Slack first.',
  teams: 'Set the webhook of Teams first.',
};

export const testNotificationChannelRoute = ({ config }: ApiDependencies) => {
  const access = { system: systemMail(config) };
  return route(contracts.testNotificationChannelContract).handle(async (input) => {
    const { account, work, params } = input;
    const user = signedIn(input);
    const { channel } = params;
    const of = { account_id: account.id, user_id: user.id, channel, to: user.email };
    const mail = await sendTestNotice(work, access, of);
    if (!mail) throw new ApiError('CHANNEL_NOT_CONFIGURED', { message: MISSING[channel] });
    return { status: 202, body: { success: true, delivery: toDelivery(mail) } };
  });
};
