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
} from './common.js';
import { contract } from './contract.js';

const TASK_STATUSES = ['open', 'done', 'cancelled'] as const;
const Title = Type.String({ minLength: 1, maxLength: 500, description: 'What to do.' });
const TaskStatus = oneOf(TASK_STATUSES, { description: 'Where it stands.' });

export const Task = named(
  'Task',
  strictObject({
    id: Uuid('The task.'),
    lead_id: nullable(Uuid('The lead it is about.')),
    title: Title,
    status: TaskStatus,
    due_at: nullable(Timestamp('When it is due.')),
    assignee_id: nullable(Uuid('The user who does it.')),
    background_job_id: nullable(Uuid('The job that made it.')),
    completed_at: nullable(Timestamp('When it was done.')),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);
export type Task = Static<typeof Task>;

export const listTasks = contract({
  operationId: 'listTasks',
  method: 'get',
  path: '/api/public/tasks',
  tag: 'Tasks',
  scope: 'leads:read',
  summary: 'List the tasks, newest first.',
  query: Type.Object({
    status: Type.Optional(TaskStatus),
    assignee_id: Type.Optional(Uuid('Only those of this user.')),
    lead_id: Type.Optional(Uuid('Only those about this lead.')),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      tasks: Type.Array(Task, { description: 'The tasks.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const updateTask = contract({
  operationId: 'updateTask',
  method: 'patch',
  path: '/api/public/tasks/{id}',
  tag: 'Tasks',
  scope: 'leads:write',
  summary: 'Change a task: what is left out stays, null clears.',
  params: Type.Object({ id: Uuid('The task.') }),
  ignoredKeys: ['id', 'lead_id', 'background_job_id', 'completed_at', 'created_at', 'updated_at'],
  body: strictObject({
    title: optional(Title),
    status: optional(TaskStatus),
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
    channel: oneOf(['in_app', 'email'], { description: 'How it was told.' }),
    title: Type.String({ description: 'What it is about.' }),
    lines: Type.Array(
      strictObject({
        lead_id: nullable(Uuid('The lead.')),
        text: Type.String({ description: 'What.' }),
      }),
      { description: 'A line for each lead.' },
    ),
    background_job_id: nullable(Uuid('The job that told it.')),
    status: oneOf(['delivered', 'queued', 'failed'], { description: 'Whether an e-mail has left.' }),
    read_at: nullable(Timestamp('When it was read.')),
    created_at: Timestamp('When it was made.'),
  }),
);
export type Notification = Static<typeof Notification>;

export const listNotifications = contract({
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

export const readNotification = contract({
  operationId: 'readNotification',
  method: 'post',
  path: '/api/public/notifications/{id}/read',
  tag: 'Notifications',
  scope: 'background_jobs:write',
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

export const putSecret = contract({
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

export const listSecrets = contract({
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

export const deleteSecret = contract({
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
