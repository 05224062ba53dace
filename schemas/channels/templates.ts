import {
  JsonObject,
  named,
  nameText,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';

const CHANNELS = ['whatsapp', 'email'] as const;
export type TemplateChannel = (typeof CHANNELS)[number];
const STATUSES = ['APPROVED', 'PENDING', 'REJECTED'] as const;
const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;

const Name = nameText('Name of the template, unique per channel and language.');
const Language = Type.String({
  maxLength: 16,
  pattern: '^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})?$',
  description: 'Language code, such as `en` or `pt_BR`.',
});
const Category = oneOf(CATEGORIES, { description: 'Category of a WhatsApp template at Meta.' });
const Subject = Type.String({ minLength: 1, maxLength: 998, description: 'Subject. Supports Liquid variables.' });
const Html = Type.String({
  maxLength: 200_000,
  description: 'HTML. Supports Liquid variables, whose values are escaped.',
});
const Text = Type.String({
  maxLength: 200_000,
  description: 'Plain text. Supports Liquid variables. Generated from the HTML if omitted.',
});

/** A template as the API answers it. */
export const Template = named(
  'Template',
  strictObject({
    id: Uuid(),
    name: Name,
    channel: oneOf(CHANNELS),
    language: Language,
    category: nullable(Category),
    status: oneOf(STATUSES, { description: 'Approval status. Email templates are approved immediately.' }),
    rejected_reason: nullable(Type.String({ description: 'Rejection reason of the provider.' })),
    components: Type.Array(JsonObject("A component in WhatsApp's format."), {
      description: 'Components of a WhatsApp template. Empty for email.',
    }),
    subject: nullable(Subject),
    html: nullable(Html),
    text: nullable(Text),
    variables: Type.Array(
      strictObject({
        name: Type.String({ description: 'Name of the variable, such as `lead.first_name`.' }),
        position: Type.Integer({ description: 'Position among the variables of its component, from 1.' }),
        component: Type.String({
          description:
            'Location: `subject`, `html` or `text` in emails; `header`, `body`, `button_0` and so on in WhatsApp ' +
            'templates.',
        }),
      }),
      { description: 'Variables that the template uses.' },
    ),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);

const TemplateAnswer = strictObject({ success: Success, template: Template });
const params = Type.Object({ id: Uuid() });
const tag = 'Templates';
const ignoredKeys = ['id', 'status', 'variables', 'rejected_reason', 'created_at', 'updated_at'];

export const listTemplatesContract = contract({
  operationId: 'listTemplates',
  method: 'get',
  path: '/api/public/templates',
  tag,
  scope: 'templates:read',
  summary: 'List the templates, newest first.',
  query: Type.Object({
    channel: Type.Optional(oneOf(CHANNELS, { description: 'Returns only templates for this channel.' })),
    status: Type.Optional(oneOf(STATUSES, { description: 'Returns only templates with this status.' })),
    category: Type.Optional(oneOf(CATEGORIES, { description: 'Returns only templates in this category.' })),
    language: Type.Optional(Language),
    whatsapp_number_id: Type.Optional(Uuid('Returns only templates that this number can send.')),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      templates: Type.Array(Template, { description: 'One page of templates, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['NUMBER_NOT_FOUND'],
});

export const createTemplateContract = contract({
  operationId: 'createTemplate',
  method: 'post',
  path: '/api/public/templates',
  tag,
  ignoredKeys,
  scope: 'templates:write',
  summary: 'Create a template.',
  description:
    'The Liquid syntax of email templates is validated; errors contain the field and line. WhatsApp ' +
    'templates are submitted for approval and are PENDING until the provider decides.',
  body: strictObject({
    name: Name,
    channel: oneOf(CHANNELS),
    language: Language,
    category: optional(Category),
    subject: optional(Subject),
    html: optional(Html),
    text: optional(Text),
    components: optional(
      Type.Array(JsonObject("A component in WhatsApp's format."), {
        minItems: 1,
        maxItems: 10,
        description: 'Components of a WhatsApp template: HEADER, BODY, FOOTER, BUTTONS.',
      }),
    ),
    whatsapp_number_id: optional(
      Uuid('ID of the number whose business account the template belongs to. Defaults to the default number.'),
    ),
  }),
  success: { 201: TemplateAnswer },
  errors: ['NAME_TAKEN', 'CHANNEL_NOT_CONFIGURED', 'NUMBER_NOT_FOUND'],
});

export const getTemplateContract = contract({
  operationId: 'getTemplate',
  method: 'get',
  path: '/api/public/templates/{id}',
  tag,
  scope: 'templates:read',
  summary: 'Get a template.',
  params,
  success: { 200: TemplateAnswer },
  errors: ['TEMPLATE_NOT_FOUND'],
});

export const updateTemplateContract = contract({
  operationId: 'updateTemplate',
  method: 'patch',
  path: '/api/public/templates/{id}',
  tag,
  ignoredKeys: [...ignoredKeys, 'components', 'channel'],
  scope: 'templates:write',
  summary:
    'Update a template. Omitted fields are unchanged, and null clears a field. Later messages use the new ' + 'text.',
  description: 'With an `If-Match` header (the ETag), the request fails if the template has changed since then.',
  params,
  body: strictObject({
    name: optional(Name),
    language: optional(Language),
    category: Type.Optional(nullable(Category)),
    subject: optional(Subject),
    html: Type.Optional(nullable(Html)),
    text: Type.Optional(nullable(Text)),
  }),
  success: { 200: TemplateAnswer },
  errors: ['PRECONDITION_FAILED', 'TEMPLATE_NOT_FOUND', 'NAME_TAKEN', 'NOT_MODIFIABLE'],
});

export const deleteTemplateContract = contract({
  operationId: 'deleteTemplate',
  method: 'delete',
  path: '/api/public/templates/{id}',
  tag,
  scope: 'templates:write',
  summary: 'Delete a template. Fails if a workflow or a queued message uses it.',
  params,
  success: { 204: null },
  errors: ['TEMPLATE_NOT_FOUND', 'IN_USE'],
});

export const syncTemplatesContract = contract({
  operationId: 'syncTemplates',
  method: 'post',
  path: '/api/public/templates/sync',
  tag,
  scope: 'templates:write',
  summary: 'Sync the WhatsApp templates with the provider, in the background.',
  description:
    'New templates are added, statuses are updated, and templates created here are submitted. `template_sync` of ' +
    'each number shows the result.',
  body: strictObject({
    whatsapp_number_id: optional(Uuid('Syncs only the templates of this number. Defaults to all numbers.')),
  }),
  bodyOptional: true,
  success: {
    202: strictObject({
      success: Success,
      whatsapp_number_ids: Type.Array(Uuid('ID of a number.'), { description: 'IDs of the synced numbers.' }),
    }),
  },
  errors: ['NUMBER_NOT_FOUND', 'CHANNEL_NOT_CONFIGURED'],
});
