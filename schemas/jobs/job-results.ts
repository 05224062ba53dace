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
const Title = Type.String({ minLength: 1, maxLength: 500, description: 'What to do.' });
const NewTitle = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', description: 'What to do.' });
const Standing = oneOf(TASK_STATUSES, { description: 'Where it stands.' });

export const Task = named(
  'Task',
  strictObject({
    id: Uuid('The task.'),
    lead_id: nullable(Uuid('The lead it is about.')),
    title: Title,
    status: Standing,
    due_at: nullable(Timestamp('When it is due.')),
    assignee_id: nullable(Uuid('The user who does it.')),
    background_job_id: nullable(Uuid('The job that made it.')),
    completed_at: nullable(Timestamp('When it was done.')),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
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
    assignee_id: Type.Optional(Uuid('Only those of this user.')),
    lead_id: Type.Optional(Uuid('Only those about this lead.')),
    ...IncludeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      tasks: Type.Array(Task, { description: 'The tasks.' }),
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
  summary: 'Add a task for a person.',
  body: strictObject({
    title: NewTitle,
    lead_id: optional(Uuid('The lead it is about; none if not given.')),
    due_at: optional(Timestamp('When it is due; no date if not given.')),
    assignee_id: Type.Optional(nullable(Uuid('The user who does it; the lead’s owner if not given, nobody if null.'))),
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
  summary: 'Change a task: what is left out stays, null clears.',
  params: Type.Object({ id: Uuid('The task.') }),
  ignoredKeys: ['id', 'lead_id', 'background_job_id', 'completed_at', 'created_at', 'updated_at'],
  body: strictObject({
    title: optional(NewTitle),
    status: optional(Standing),
    due_at: Type.Optional(nullable(Timestamp('When it is due.'))),
    assignee_id: Type.Optional(nullable(Uuid('The user who does it.'))),
  }),
  success: { 200: strictObject({ success: Success, task: Task }) },
  errors: ['TASK_NOT_FOUND', 'INVALID_DATE'],
});

export const Notification = named(
  'Notification',
  strictObject({
    id: Uuid('The notification.'),
    user_id: Uuid('For whom.'),
    channel: oneOf(NOTIFICATION_CHANNELS, { description: 'How it was told.' }),
    title: Type.String({ description: 'What it is about.' }),
    lines: Type.Array(
      strictObject({
        lead_id: nullable(Uuid('The lead.')),
        text: Type.String({ description: 'What.' }),
      }),
      { description: 'A line for each lead.' },
    ),
    background_job_id: nullable(Uuid('The job that told it.')),
    status: oneOf(NOTIFICATION_STATUSES, {
      description: 'Whether an e-mail has left; `unknown`: that could not be learned, and it is not sent again.',
    }),
    read_at: nullable(Timestamp('When it was read.')),
    created_at: Timestamp('When it was made.'),
  }),
);
export type Notification = Static<typeof Notification>;

export const listNotificationsContract = contract({
  operationId: 'listNotifications',
  method: 'get',
  path: '/api/public/notifications',
  tag: 'Notifications',
  scope: 'background_jobs:read',
  summary: 'List what users were told, newest first.',
  query: Type.Object({
    user_id: Type.Optional(Uuid('Only those for this user.')),
    unread: Type.Optional(oneOf(['true', 'false'], { description: 'Only unread, or only read ones.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      notifications: Type.Array(Notification, { description: 'The notifications.' }),
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
  summary: 'Mark a notification as read.',
  params: Type.Object({ id: Uuid('The notification.') }),
  success: { 200: strictObject({ success: Success }) },
  errors: ['NOTIFICATION_NOT_FOUND'],
});

const Secret = strictObject({
  name: SecretName,
  created_at: Timestamp('When it was first written.'),
  updated_at: Timestamp('When it was last written.'),
});

export const putSecretContract = contract({
  operationId: 'putSecret',
  method: 'put',
  path: '/api/public/secrets/{name}',
  tag: 'Secrets',
  scope: 'background_jobs:write',
  summary: 'Write a secret that signs requests to your addresses. It is never answered again.',
  params: Type.Object({ name: SecretName }),
  body: strictObject({ value: Type.String({ minLength: 8, maxLength: 1000, description: 'The secret.' }) }),
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
  summary: 'Remove a secret.',
  params: Type.Object({ name: SecretName }),
  success: { 204: null },
  errors: ['SECRET_NOT_FOUND'],
});
