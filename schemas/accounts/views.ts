import {
  JsonObject,
  nullable,
  oneOf,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';

const tag = 'Views';
const RESOURCES = ['leads', 'inbox', 'runs', 'tasks', 'meetings', 'messages', 'conversions'] as const;

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'What people call it.' }),
  query: JsonObject('What it filters by, as the list takes it.'),
  columns: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 100,
    description: 'What is shown, in this order; empty: what is usually shown.',
  }),
  sort: nullable(Type.String({ minLength: 1, maxLength: 100, description: 'What it is ordered by.' })),
  shared: Type.Boolean({ description: 'Whether all users see it; else only who made it.' }),
};

const View = strictObject({
  id: Uuid('The view.'),
  resource: oneOf(RESOURCES, { description: 'Which list it is of.' }),
  ...fields,
  user_id: Uuid('Who made it.'),
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When it was last changed.'),
});
export type View = Static<typeof View>;

const ofView = Type.Object({ id: Uuid('The view.') });
const ViewAnswer = strictObject({ success: Success, view: View });

export const listViewsContract = contract({
  operationId: 'listViews',
  method: 'get',
  path: '/api/internal/views',
  tag,
  auth: 'user',
  scope: 'leads:read',
  summary: 'List the views you see, the newest first.',
  query: Type.Object({
    resource: Type.Optional(oneOf(RESOURCES, { description: 'Only those of this list.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      views: Type.Array(View, { description: 'Your own, and those that are shared.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createViewContract = contract({
  operationId: 'createView',
  method: 'post',
  path: '/api/internal/views',
  tag,
  auth: 'user',
  scope: 'leads:read',
  summary: 'Keep a list as it is now, to find it again.',
  description: 'Sharing it asks for the right to change leads.',
  body: strictObject({
    resource: oneOf(RESOURCES, { description: 'Which list it is of.' }),
    name: fields.name,
    query: Type.Optional(fields.query),
    columns: Type.Optional(fields.columns),
    sort: Type.Optional(fields.sort),
    shared: Type.Optional(fields.shared),
  }),
  success: { 201: ViewAnswer },
  errors: [],
});

export const updateViewContract = contract({
  operationId: 'updateView',
  method: 'patch',
  path: '/api/internal/views/{id}',
  tag,
  auth: 'user',
  scope: 'leads:read',
  summary: 'Change a view: your own, or a shared one where you may change leads.',
  params: ofView,
  ignoredKeys: ['id', 'resource', 'user_id', 'created_at', 'updated_at'],
  body: Type.Partial(strictObject(fields), { additionalProperties: false }),
  success: { 200: ViewAnswer },
  errors: ['VIEW_NOT_FOUND'],
});

export const deleteViewContract = contract({
  operationId: 'deleteView',
  method: 'delete',
  path: '/api/internal/views/{id}',
  tag,
  auth: 'user',
  scope: 'leads:read',
  summary: 'Delete a view: your own, or a shared one where you may change leads.',
  params: ofView,
  success: { 204: null },
  errors: ['VIEW_NOT_FOUND'],
});
