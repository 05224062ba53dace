import { oneOf, PageQuery, Pagination, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { Lead } from './leads.js';

const list = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 4000, description }));
const time = (description: string) => Type.Optional(Timestamp(description));

const LEAD_SORTS = ['created_at', 'updated_at'] as const;
export const ORDERS = ['asc', 'desc'] as const;

/** The filters by which leads are listed, counted and changed. */
export const LEAD_FILTERS = {
  workflow_id: Type.Optional(Uuid('Returns only leads with an open run of this agent.')),
  status_keys: list("Comma-separated status keys of that run, or of any run if `workflow_id` isn't set."),
  tags_any: list('Comma-separated tag names or slugs. Returns leads with at least one of them.'),
  tags_none: list('Comma-separated tag names or slugs. Returns leads with none of them.'),
  campaign_id: Type.Optional(Uuid('Returns only leads of this campaign.')),
  email: Type.Optional(
    Type.String({ minLength: 1, maxLength: 320, description: 'Returns only leads with this email address.' }),
  ),
  phone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Returns only leads with this phone number.' }),
  ),
  source: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Returns only leads from this source.' }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Searches the start of words in names, email address, phone number, company and WhatsApp username.',
    }),
  ),
  created_after: time('Returns only leads created after this time.'),
  created_before: time('Returns only leads created before this time.'),
  updated_after: time('Returns only leads changed after this time.'),
  updated_before: time('Returns only leads changed before this time.'),
  owner_id: Type.Optional(Uuid('Returns only leads owned by this user.')),
  ids: Type.Optional(
    Type.String({ minLength: 36, maxLength: 7_400, description: 'Comma-separated lead IDs, at most 200.' }),
  ),
  cadence_state: list('Comma-separated cadence states of an open run.'),
  hold_reason: list('Comma-separated hold reasons of an open run.'),
  paused: Type.Optional(Type.Boolean({ description: "Whether a user has taken over one of the lead's open runs." })),
  has_meeting: Type.Optional(Type.Boolean({ description: "Whether the lead has a meeting that isn't cancelled." })),
  lacks: list(
    'Comma-separated message variables, such as `lead.company`. Returns leads for which at least one of them ' +
      'is empty.',
  ),
};

/** The columns of a file of leads. */
export const FILE_COLUMNS = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 4000,
    description:
      'For files: comma-separated columns, such as `first_name,email,metadata.budget`. Defaults to all columns, ' +
      'with `metadata` as JSON.',
  }),
);

const ListQuery = Type.Object({
  ...LEAD_FILTERS,
  sort: Type.Optional(oneOf(LEAD_SORTS, { description: 'Sort field. Defaults to `created_at`.' })),
  order: Type.Optional(oneOf(ORDERS, { description: 'Sort order. Defaults to `desc`.' })),
  columns: FILE_COLUMNS,
  ...PageQuery,
});

export const listLeadsContract = contract({
  operationId: 'listLeads',
  method: 'get',
  path: '/api/public/leads',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'List leads.',
  description:
    'With `Accept: text/csv`, returns all leads from the cursor on as one file. This requires the additional ' +
    'scope `leads:export`.',
  query: ListQuery,
  answerTypes: { 'text/csv': Type.String({ description: 'One line per lead. Formulas are escaped.' }) },
  success: {
    200: strictObject({
      success: Success,
      leads: Type.Array(Lead, { description: 'One page of results.' }),
      pagination: Pagination,
    }),
  },
  errors: ['INVALID_DATE'],
});

/** The maximum count. A larger number has no use for the reader. */
export const MOST_COUNTED = 10_000;

export const countLeadsContract = contract({
  operationId: 'countLeads',
  method: 'get',
  path: '/api/public/leads/count',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'Count the leads that match the filters of a list, up to 10,000.',
  query: Type.Object(LEAD_FILTERS),
  success: {
    200: strictObject({
      success: Success,
      count: Type.Integer({ description: 'Number of leads, at most 10,000.' }),
      capped: Type.Boolean({ description: 'Whether there are more leads than `count`.' }),
    }),
  },
  errors: ['INVALID_DATE'],
});

export const countLackingLeadsContract = contract({
  operationId: 'countLackingLeads',
  method: 'get',
  path: '/api/public/leads/lacking',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'Count the leads with missing message variables, among the first 10,000 of a list.',
  description: 'To find the variables of a message, see `reads` in POST /messages/render.',
  query: Type.Object({
    ...LEAD_FILTERS,
    variables: Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        'Comma-separated variables, at most 20, such as `lead.company`, `metadata.budget` or `variables.need`.',
      examples: ['lead.company,metadata.budget'],
    }),
  }),
  success: {
    200: strictObject({
      success: Success,
      leads: Type.Integer({ description: 'Number of checked leads, at most 10,000.' }),
      capped: Type.Boolean({ description: "Whether leads beyond the first 10,000 weren't checked." }),
      lacking: Type.Array(
        strictObject({
          variable: Type.String({ description: 'Name of the variable.' }),
          leads: Type.Integer({ description: 'Number of leads without a value. Use the filter `lacks` to list them.' }),
        }),
        { description: 'The requested variables, in order.' },
      ),
    }),
  },
  errors: ['INVALID_DATE'],
});
