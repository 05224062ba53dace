import {
  NAME,
  named,
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

/** A tag as it stands on a lead. */
export const TagRef = named(
  'TagRef',
  strictObject({
    id: Uuid('The tag.'),
    name: Type.String({ description: 'As people wrote it first.' }),
    slug: Type.String({ description: 'Under which spellings of one name are the same tag.' }),
  }),
);

/** A tag by name; a tag that was read back works too. */
export const TagName = Type.Unsafe<string | { name: string }>({
  anyOf: [
    { type: 'string', minLength: 1, maxLength: 64, description: 'The name.' },
    {
      [NAME]: 'NamedTag',
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1, maxLength: 64, description: 'The name.' } },
      additionalProperties: true,
      description: 'A tag as an answer shows it.',
    },
  ],
  description: 'A tag by its name, 1 to 64 characters.',
});

/** How many tags one request may carry. */
export const MAX_TAGS = 100;

const LeadParams = Type.Object({ id: Type.String({ description: 'The lead.' }) });
const TagList = Type.Array(TagRef, { description: "All of the lead's tags, by name." });
const LeadTags = strictObject({ success: Success, lead_id: Uuid('The lead.'), tags: TagList });

export const syncLeadTagsContract = contract({
  operationId: 'syncLeadTags',
  method: 'put',
  path: '/api/public/leads/tags',
  tag: 'Tags',
  scope: 'leads:write',
  summary: "Replace a lead's whole set of tags.",
  description:
    'Names are found or made by slug; an empty list clears. The lead is named by `lead_id` or, if that is absent, by ' +
    '`email`: of several leads with the address the most recently updated one is meant.',
  body: strictObject({
    lead_id: optional(Uuid('The lead; wins over `email`.')),
    email: optional(Type.String({ minLength: 3, maxLength: 254, description: "The lead's e-mail address." })),
    tags: Type.Array(TagName, { maxItems: MAX_TAGS, description: 'The whole new set.' }),
  }),
  bodyExample: { email: 'ana@example.com', tags: ['fair', 'vip'] },
  success: {
    200: strictObject({
      success: Success,
      lead_id: Uuid('The lead.'),
      tags: TagList,
      added: Type.Array(TagRef, { description: 'Tags it did not have before.' }),
      removed: Type.Array(TagRef, { description: 'Tags it no longer has.' }),
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

export const listLeadTagsContract = contract({
  operationId: 'listLeadTags',
  method: 'get',
  path: '/api/public/leads/{id}/tags',
  tag: 'Tags',
  scope: 'leads:read',
  summary: "List a lead's tags.",
  params: LeadParams,
  success: { 200: LeadTags },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

export const addLeadTagsContract = contract({
  operationId: 'addLeadTags',
  method: 'post',
  path: '/api/public/leads/{id}/tags',
  tag: 'Tags',
  scope: 'leads:write',
  summary: 'Add tags to a lead.',
  description: 'Takes `tag_id` or `tag_ids` (or both); tags the lead has already are skipped.',
  params: LeadParams,
  body: strictObject({
    tag_id: optional(Uuid('One tag.')),
    tag_ids: optional(Type.Array(Uuid('A tag.'), { minItems: 1, maxItems: MAX_TAGS, description: 'Several tags.' })),
  }),
  success: {
    201: strictObject({
      success: Success,
      lead_id: Uuid('The lead.'),
      tags: TagList,
      added: Type.Array(TagRef, { description: 'Tags it did not have before.' }),
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'TAG_NOT_FOUND'],
});

export const listTagsContract = contract({
  operationId: 'listTags',
  method: 'get',
  path: '/api/public/tags',
  tag: 'Tags',
  scope: 'leads:read',
  summary: "List the account's tags, the oldest first.",
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      tags: Type.Array(
        strictObject({
          ...TagRef.properties,
          created_at: Timestamp('When it was first used.'),
        }),
        { description: 'One page.' },
      ),
      pagination: Pagination,
    }),
  },
  errors: [],
});
