import {
  JsonObject,
  named,
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

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$',
  description: 'Unique per channel and language.',
});
const Language = Type.String({
  maxLength: 16,
  pattern: '^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})?$',
  description: 'Language code such as `en` or `pt_BR`.',
});
const Category = oneOf(CATEGORIES, { description: 'What kind of message it is.' });
const Subject = Type.String({ minLength: 1, maxLength: 998, description: 'Subject line, with Liquid variables.' });
const Html = Type.String({ maxLength: 200_000, description: 'HTML part, with Liquid variables; values are escaped.' });
const Text = Type.String({
  maxLength: 200_000,
  description: 'Plain part, with Liquid variables; made from the HTML if not given.',
});

/** A template as the API answers it. */
export const Template = named(
  'Template',
  strictObject({
    id: Uuid('The template.'),
    name: Name,
    channel: oneOf(CHANNELS, { description: 'Which channel it is for.' }),
    language: Language,
    category: nullable(Category),
    status: oneOf(STATUSES, { description: 'Whether it may be sent; e-mail templates are approved at once.' }),
    rejected_reason: nullable(Type.String({ description: 'Why the provider rejected it, where it said so.' })),
    components: Type.Array(JsonObject('A component in the form WhatsApp uses.'), {
      description: 'The parts of a WhatsApp template; empty for e-mail.',
    }),
    subject: nullable(Subject),
    html: nullable(Html),
    text: nullable(Text),
    variables: Type.Array(
      strictObject({
        name: Type.String({ description: 'The variable, such as `lead.first_name`.' }),
        position: Type.Integer({ description: 'Its place among the variables of its component, from 1.' }),
        component: Type.String({
          description: 'Where it stands: `subject`, `html`, `text`; `header`, `body`, `button_0`, ... of WhatsApp.',
        }),
      }),
      { description: 'Every variable the template reads.' },
    ),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);

const TemplateAnswer = strictObject({ success: Success, template: Template });
const params = Type.Object({ id: Uuid('The template.') });
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
    channel: Type.Optional(oneOf(CHANNELS, { description: 'Only this channel.' })),
    status: Type.Optional(oneOf(STATUSES, { description: 'Only this status.' })),
    category: Type.Optional(oneOf(CATEGORIES, { description: 'Only this category.' })),
    language: Type.Optional(Language),
    whatsapp_number_id: Type.Optional(Uuid('Only templates that this number can send.')),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      templates: Type.Array(Template, { description: 'The templates.' }),
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
  summary: 'Add a template.',
  description:
    'The Liquid of an e-mail template is checked: a fault is answered with its field and line. A WhatsApp template is handed in for approval and is PENDING until the provider has decided.',
  body: strictObject({
    name: Name,
    channel: oneOf(CHANNELS, { description: 'Which channel it is for.' }),
    language: Language,
    category: optional(Category),
    subject: optional(Subject),
    html: optional(Html),
    text: optional(Text),
    components: optional(
      Type.Array(JsonObject('A component in the form WhatsApp uses.'), {
        minItems: 1,
        maxItems: 10,
        description: 'The parts of a WhatsApp template: HEADER, BODY, FOOTER, BUTTONS.',
      }),
    ),
    whatsapp_number_id: optional(
      Uuid('The number whose business account it belongs to; the default one if not given.'),
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
  summary: 'Change a template: what is left out stays, null clears. Later messages use the new text.',
  description: 'With an `If-Match` header (the ETag) the change is refused when it was changed meanwhile.',
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
  summary: 'Remove a template that no workflow and no waiting message needs.',
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
  summary: 'Bring the WhatsApp templates up to date with the provider, in the background.',
  description:
    'New ones are added, the status of known ones is taken over, templates made here are handed in. How it went stands in `template_sync` of each number.',
  body: strictObject({
    whatsapp_number_id: optional(Uuid('Only the templates of this number; of all numbers if not given.')),
  }),
  bodyOptional: true,
  success: {
    202: strictObject({
      success: Success,
      whatsapp_number_ids: Type.Array(Uuid('A number.'), { description: 'The numbers that are looked at.' }),
    }),
  },
  errors: ['NUMBER_NOT_FOUND', 'CHANNEL_NOT_CONFIGURED'],
});
