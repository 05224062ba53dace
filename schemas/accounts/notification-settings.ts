import { nullable, oneOf, optional, type Static, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

const tag = 'Notifications';

/** The ways in which users are notified outside the dashboard. */
export const NOTIFICATION_CHANNELS = ['email', 'slack', 'teams'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

export const WEBHOOK_CHANNELS = ['slack', 'teams'] as const;
export type WebhookChannel = (typeof WEBHOOK_CHANNELS)[number];

/** What users are notified of. */
export const NOTIFICATION_EVENTS = ['reply', 'handoff', 'task_due', 'connection_lost'] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

const Channels = (description: string) =>
  Type.Array(oneOf(NOTIFICATION_CHANNELS), { uniqueItems: true, maxItems: 3, description });

const Events = strictObject(
  {
    reply: Channels('A lead sent an email or a WhatsApp message, or wrote in a chat that a user handles.'),
    handoff: Channels('An agent handed a lead off. Goes to the users that the agent notifies in the dashboard.'),
    task_due: Channels('A task that is assigned to you is due.'),
    connection_lost: Channels(
      'A connection to Google or Microsoft lost its access. Goes to owners, admins and its creator.',
    ),
  },
  { description: 'Channels of each event. An empty list turns the event off.' },
);
export type NotificationChannelsOf = Static<typeof Events>;

const Local = (description: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: `${description}, in 24-hour format.` });

const QuietHours = strictObject({
  from: Local('Local time when they start'),
  to: Local('Local time when they end'),
});

const fields = {
  events: Events,
  leads: oneOf(['own', 'all'], {
    description:
      'Leads whose replies you are notified of: `own` for leads that you own, `all` for all leads of the account. ' +
      'Only owners and admins can use `all`.',
  }),
  wait_minutes: Type.Integer({
    minimum: 1,
    maximum: 240,
    description: 'Minutes that a notification waits for others, so that they are sent together.',
  }),
  quiet_hours: nullable(QuietHours),
  timezone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'IANA time zone of the quiet hours and of the weekly summary.',
  }),
  weekly_summary: nullable(
    strictObject(
      { at: Local('Local time on Mondays when it is sent') },
      {
        description:
          'Email with the results of the last week. Null if it is turned off, which is the default. It is sent once a ' +
          'week, and not if the account had no activity.',
      },
    ),
  ),
};

const Webhook = strictObject({
  host: Type.String({ description: 'Host of the URL. The URL itself is never shown.' }),
  created_at: Timestamp('When the URL was set.'),
  disabled_at: nullable(Timestamp('When it stopped working. Set the URL again to use it.')),
  failure: nullable(Type.String({ description: 'Why it stopped working.' })),
});

const Delivery = strictObject({
  id: Uuid('ID of the delivery.'),
  channel: oneOf(NOTIFICATION_CHANNELS),
  status: oneOf(['queued', 'delivered', 'failed', 'unknown'], {
    description: '`unknown` deliveries may have arrived, and are not sent again.',
  }),
  failure: nullable(Type.String({ description: 'Why it failed, or what it waits for.' })),
  created_at: Timestamp('Time of creation.'),
});

const NotificationSettings = strictObject({
  ...fields,
  webhooks: strictObject(
    { slack: nullable(Webhook), teams: nullable(Webhook) },
    { description: 'Incoming webhooks that your notifications are sent to.' },
  ),
  last_delivery: nullable(Delivery),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

const success = { 200: strictObject({ success: Success, settings: NotificationSettings }) };
const ofWebhook = Type.Object({ channel: oneOf(WEBHOOK_CHANNELS, { description: 'Channel of the webhook.' }) });

export const getNotificationSettingsContract = contract({
  operationId: 'getNotificationSettings',
  method: 'get',
  path: '/api/internal/notification-settings',
  tag,
  auth: 'user',
  summary: 'Get how you are notified by email, Slack and Teams.',
  success,
  errors: [],
});

export const updateNotificationSettingsContract = contract({
  operationId: 'updateNotificationSettings',
  method: 'patch',
  path: '/api/internal/notification-settings',
  tag,
  auth: 'user',
  summary:
    'Change how you are notified. Omitted fields are unchanged. Null turns quiet hours or the weekly summary off.',
  body: strictObject({
    events: optional(Events),
    leads: optional(fields.leads),
    wait_minutes: optional(fields.wait_minutes),
    quiet_hours: Type.Optional(fields.quiet_hours),
    timezone: optional(fields.timezone),
    weekly_summary: Type.Optional(fields.weekly_summary),
  }),
  success,
  errors: ['INVALID_TIMEZONE'],
});

export const setNotificationWebhookContract = contract({
  operationId: 'setNotificationWebhook',
  method: 'put',
  path: '/api/internal/notification-settings/webhooks/{channel}',
  tag,
  auth: 'user',
  summary: 'Set the incoming webhook of Slack or Teams that your notifications are sent to.',
  params: ofWebhook,
  body: strictObject({
    url: Type.String({
      pattern: '^https?://[^\\s]{1,2000}$',
      description: 'URL of the incoming webhook. It must start with https:// and point to a public address.',
    }),
  }),
  success,
  errors: [],
});

export const deleteNotificationWebhookContract = contract({
  operationId: 'deleteNotificationWebhook',
  method: 'delete',
  path: '/api/internal/notification-settings/webhooks/{channel}',
  tag,
  auth: 'user',
  summary: 'Delete your incoming webhook of Slack or Teams. Waiting notifications of the channel are deleted.',
  params: ofWebhook,
  success: { 204: null },
  errors: [],
});

export const testNotificationChannelContract = contract({
  operationId: 'testNotificationChannel',
  method: 'post',
  path: '/api/internal/notification-settings/{channel}/test',
  tag,
  auth: 'user',
  summary: 'Send yourself a test notification. `last_delivery` of the settings shows its outcome.',
  params: Type.Object({ channel: oneOf(NOTIFICATION_CHANNELS, { description: 'Channel to test.' }) }),
  success: { 202: strictObject({ success: Success, delivery: Delivery }) },
  errors: ['CHANNEL_NOT_CONFIGURED'],
});
