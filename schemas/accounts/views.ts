import {
  JsonObject,
  nameText,
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
  name: nameText(undefined, 100),
  query: JsonObject('Query parameters of the list.'),
  columns: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 100,
    description: 'Columns in order. Empty for the default columns.',
  }),
  sort: nullable(Type.String({ minLength: 1, maxLength: 100 })),
  shared: Type.Boolean({ description: 'Whether the view is shared with all users. Otherwise it is private.' }),
};

const View = strictObject({
  id: Uuid('ID of the view.'),
  resource: oneOf(RESOURCES, { description: 'List of the view.' }),
  ...fields,
  user_id: Uuid('ID of the user who created the view.'),
  created_at: Timestamp('Time of creation.'),
  updated_at: Timestamp('Time of the last change.'),
});
export type View = Static<typeof View>;

const ofView = Type.Object({ id: Uuid('ID of the view.') });
const ViewAnswer = strictObject({ success: Success, view: View });

export const listViewsContract = contract({
  operationId: 'listViews',
  method: 'get',
  path: '/api/internal/views',
  tag,
  auth: 'user',
  scope: 'leads:read',
  summary: 'List your views and shared ones, newest first.',
  query: Type.Object({
    resource: Type.Optional(oneOf(RESOURCES, { description: 'Returns only views of this list.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      views: Type.Array(View, { description: 'Your views and shared ones.' }),
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
  audited: true,
  summary: 'Save a view of a list.',
  description: 'Sharing a view requires the permission to change leads.',
  body: strictObject({
    resource: oneOf(RESOURCES, { description: 'List of the view.' }),
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
  audited: true,
  summary: 'Update your own view, or a shared one if you can change leads.',
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
  audited: true,
  summary: 'Delete your own view, or a shared one if you can change leads.',
  params: ofView,
  success: { 204: null },
  errors: ['VIEW_NOT_FOUND'],
});
