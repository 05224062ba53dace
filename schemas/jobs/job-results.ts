import {
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  SecretName,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Included, IncludeQuery } from '../included.js';
import { ROLES } from '../roles.js';

const TASK_STATUSES = ['open', 'done', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
const NOTIFICATION_CHANNELS = ['in_app', 'email'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];
const NOTIFICATION_STATUSES = ['delivered', 'queued', 'failed', 'unknown'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];
const Title = Type.String({ minLength: 1, maxLength: 500 });
const NewTitle = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
const Standing = oneOf(TASK_STATUSES, { description: 'Whether the task is open, done or cancelled.' });

export const Task = named(
  'Task',
  strictObject({
    id: Uuid(),
    lead_id: nullable(Uuid('ID of the lead that the task or notification is about. Null if it is about none.')),
    title: Title,
    status: Standing,
    due_at: nullable(Timestamp('Due time.')),
    assignee_id: nullable(Uuid('ID of the user who is assigned to the task. Null if it is unassigned.')),
    background_job_id: nullable(Uuid('ID of the background job that created the task. Null if something else did.')),
    completed_at: nullable(Timestamp('Time of completion.')),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);
export type Task = Static<typeof Task>;

export const listTasksContract = contract({
  operationId: 'listTasks',
  method: 'get',
  path: '/api/public/tasks',
  tag: 'Tasks',
  scope: 'leads:read',
  summary: 'List the tasks, newest first.',
  query: Type.Object({
    status: Type.Optional(Standing),
    assignee_id: Type.Optional(Uuid('Returns only tasks of this user.')),
    lead_id: Type.Optional(Uuid('Returns only tasks for this lead.')),
    ...IncludeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      tasks: Type.Array(Task, { description: 'One page of tasks, newest first.' }),
      included: Included,
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createTaskContract = contract({
  operationId: 'createTask',
  method: 'post',
  path: '/api/public/tasks',
  tag: 'Tasks',
  scope: 'leads:write',
  summary: 'Create a task for a user.',
  body: strictObject({
    title: NewTitle,
    lead_id: optional(Uuid('ID of the lead. Defaults to none.')),
    due_at: optional(Timestamp('Due time. Defaults to none.')),
    assignee_id: Type.Optional(
      nullable(Uuid("ID of the assignee. Defaults to the lead's owner. Null for an unassigned task.")),
    ),
  }),
  success: { 201: strictObject({ success: Success, task: Task }) },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'INVALID_DATE'],
});

export const updateTaskContract = contract({
  operationId: 'updateTask',
  method: 'patch',
  path: '/api/public/tasks/{id}',
  tag: 'Tasks',
  scope: 'leads:write',
  summary: 'Update a task. Omitted fields are unchanged, and null clears a field.',
  params: Type.Object({ id: Uuid() }),
  ignoredKeys: ['id', 'lead_id', 'background_job_id', 'completed_at', 'created_at', 'updated_at'],
  body: strictObject({
    title: optional(NewTitle),
    status: optional(Standing),
    due_at: Type.Optional(nullable(Timestamp('Due time.'))),
    assignee_id: Type.Optional(nullable(Uuid())),
  }),
  success: { 200: strictObject({ success: Success, task: Task }) },
  errors: ['TASK_NOT_FOUND', 'INVALID_DATE'],
});

export const Notification = named(
  'Notification',
  strictObject({
    id: Uuid(),
    user_id: Uuid('ID of the recipient.'),
    channel: oneOf(NOTIFICATION_CHANNELS),
    title: Type.String(),
    lines: Type.Array(
      strictObject({
        lead_id: nullable(Uuid('ID of the lead that the task or notification is about. Null if it is about none.')),
        text: Type.String(),
      }),
      { description: 'One line per lead.' },
    ),
    background_job_id: nullable(
      Uuid('ID of the background job that sent the notification. Null if something else did.'),
    ),
    status: oneOf(NOTIFICATION_STATUSES, {
      description: "Status of the email. `unknown`: the outcome is unknown, and the email isn't sent again.",
    }),
    read_at: nullable(Timestamp('Time at which the notification was read.')),
    created_at: Timestamp('Time of creation.'),
  }),
);
export type Notification = Static<typeof Notification>;

export const listNotificationsContract = contract({
  operationId: 'listNotifications',
  method: 'get',
  path: '/api/public/notifications',
  tag: 'Notifications',
  scope: 'background_jobs:read',
  summary: 'List the notifications of users, newest first.',
  query: Type.Object({
    user_id: Type.Optional(Uuid('Returns only notifications for this user.')),
    unread: Type.Optional(oneOf(['true', 'false'], { description: 'Returns only unread or only read notifications.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      notifications: Type.Array(Notification, { description: 'One page of notifications, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const readNotificationContract = contract({
  operationId: 'readNotification',
  method: 'post',
  path: '/api/public/notifications/{id}/read',
  tag: 'Notifications',
  scope: 'background_jobs:write',
  roles: ROLES,
  audited: false,
  summary: 'Mark a notification as read.',
  params: Type.Object({ id: Uuid() }),
  success: { 200: strictObject({ success: Success }) },
  errors: ['NOTIFICATION_NOT_FOUND'],
});

const Secret = strictObject({
  name: SecretName,
  created_at: Timestamp('Time at which the secret was created.'),
  updated_at: Timestamp('Time at which the secret was last changed.'),
});

export const putSecretContract = contract({
  operationId: 'putSecret',
  method: 'put',
  path: '/api/public/secrets/{name}',
  tag: 'Secrets',
  scope: 'background_jobs:write',
  summary: 'Create or replace a secret that signs requests to your URLs. Its value is never returned.',
  params: Type.Object({ name: SecretName }),
  body: strictObject({ value: Type.String({ minLength: 8, maxLength: 1000 }) }),
  success: { 200: strictObject({ success: Success, secret: strictObject({ name: SecretName }) }) },
  errors: [],
});

export const listSecretsContract = contract({
  operationId: 'listSecrets',
  method: 'get',
  path: '/api/public/secrets',
  tag: 'Secrets',
  scope: 'background_jobs:read',
  summary: 'List the names of the secrets.',
  success: {
    200: strictObject({
      success: Success,
      secrets: Type.Array(Secret, { description: 'The secrets, without values.' }),
    }),
  },
  errors: [],
});

export const deleteSecretContract = contract({
  operationId: 'deleteSecret',
  method: 'delete',
  path: '/api/public/secrets/{name}',
  tag: 'Secrets',
  scope: 'background_jobs:write',
  summary: 'Delete a secret.',
  params: Type.Object({ name: SecretName }),
  success: { 204: null },
  errors: ['SECRET_NOT_FOUND'],
});
