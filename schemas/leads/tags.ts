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

/** A tag in the format of a lead. */
export const TagRef = named(
  'TagRef',
  strictObject({
    id: Uuid(),
    name: Type.String({ description: 'Name in its first spelling.' }),
    slug: Type.String({ description: 'Normalized name. Spellings with the same slug are the same tag.' }),
  }),
);

/** A tag by name; a tag that was read back works too. */
export const TagName = Type.Unsafe<string | { name: string }>({
  anyOf: [
    { type: 'string', minLength: 1, maxLength: 64, description: 'Tag name.' },
    {
      [NAME]: 'NamedTag',
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1, maxLength: 64 } },
      additionalProperties: true,
      description: 'A tag as returned by the API.',
    },
  ],
  description: 'Tag name, 1 to 64 characters.',
});

/** The maximum number of tags in one request. */
export const MAX_TAGS = 100;

const LeadParams = Type.Object({ id: Type.String() });
const TagList = Type.Array(TagRef, { description: 'All tags of the lead, ordered by name.' });
const LeadTags = strictObject({ success: Success, lead_id: Uuid(), tags: TagList });

export const syncLeadTagsContract = contract({
  operationId: 'syncLeadTags',
  method: 'put',
  path: '/api/public/leads/tags',
  tag: 'Tags',
  scope: 'leads:write',
  summary: 'Replace all tags of a lead.',
  description:
    'Unknown tags are created; an empty list removes all tags. Specify the lead with `lead_id` or `email`. ' +
    'If several leads have the email address, the most recently updated one is used.',
  body: strictObject({
    lead_id: optional(Uuid('ID of the lead. Takes precedence over `email`.')),
    email: optional(Type.String({ minLength: 3, maxLength: 254, description: 'Email address of the lead.' })),
    tags: Type.Array(TagName, { maxItems: MAX_TAGS, description: 'The new set of tags.' }),
  }),
  bodyExample: { email: 'ana@example.com', tags: ['fair', 'vip'] },
  success: {
    200: strictObject({
      success: Success,
      lead_id: Uuid(),
      tags: TagList,
      added: Type.Array(TagRef, { description: 'Tags that were added.' }),
      removed: Type.Array(TagRef, { description: 'Tags that were removed.' }),
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
  summary: 'List the tags of a lead.',
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
  description: 'Specify `tag_id`, `tag_ids` or both. Tags that the lead already has are skipped.',
  params: LeadParams,
  body: strictObject({
    tag_id: optional(Uuid()),
    tag_ids: optional(
      Type.Array(Uuid('ID of a tag.'), { minItems: 1, maxItems: MAX_TAGS, description: 'IDs of several tags.' }),
    ),
  }),
  success: {
    201: strictObject({
      success: Success,
      lead_id: Uuid(),
      tags: TagList,
      added: Type.Array(TagRef, { description: 'Tags that were added.' }),
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
  summary: 'List the tags of the account, oldest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      tags: Type.Array(
        strictObject({
          ...TagRef.properties,
          created_at: Timestamp('Time at which the tag was first used.'),
        }),
        { description: 'One page of results.' },
      ),
      pagination: Pagination,
    }),
  },
  errors: [],
});
