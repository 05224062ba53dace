import { named, nullable, optional, type Static, Success, strictObject, Type } from '../common.js';
import { contract } from '../contract.js';
import { LEAD_FILTERS } from '../leads/leads.js';
import { LeadsPage, LeadsQuery } from './leads-query.js';

/** A query of leads among those of a list. */
export const FilteredLeadsQuery = named(
  'FilteredLeadsQuery',
  strictObject(
    {
      ...LeadsQuery.properties,
      filter: optional(
        Type.Object(LEAD_FILTERS, {
          additionalProperties: false,
          description: 'As `GET /leads` has it: only leads that fit it too.',
        }),
      ),
    },
    { description: 'Which leads are meant.' },
  ),
);
export type FilteredLeadsQuery = Static<typeof FilteredLeadsQuery>;

/** A query looks for three seconds at most. */
const LONGEST_MS = 8_000;

export const queryLeadsContract = contract({
  operationId: 'queryLeads',
  method: 'post',
  path: '/api/public/leads/query',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'Find leads by conditions on what they are, said and did.',
  description:
    'The query is that of `svc.leads.query` in cloud functions, and may name a `filter` of `GET /leads` besides. A page ends after `limit` leads, 5,000 looked at, or ' +
    'three seconds; `has_more` and `next_cursor` say whether and where it goes on. With `Accept: text/csv` all leads from there on as one file, for callers with the ' +
    'scope `leads:export` besides.',
  body: FilteredLeadsQuery,
  bodyOptional: true,
  bodyExample: { where: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5000 }], limit: 50 },
  deadlineMs: LONGEST_MS,
  answerTypes: { 'text/csv': Type.String({ description: 'One line for each lead, formulas escaped.' }) },
  success: { 200: strictObject({ success: Success, ...LeadsPage.properties }) },
  errors: ['UNKNOWN_OPERATOR', 'INVALID_REGEX', 'INVALID_DATE', 'INVALID_TIMEZONE'],
});

export const countQueriedLeadsContract = contract({
  operationId: 'countQueriedLeads',
  method: 'post',
  path: '/api/public/leads/query/count',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'Count the leads that meet conditions, a piece at a time.',
  description:
    'The query is that of `POST /leads/query`; its `limit` counts for nothing. A piece ends after 5,000 leads looked ' +
    'at, or three seconds: ask on with `next_cursor`, and add up until it is null.',
  body: FilteredLeadsQuery,
  bodyOptional: true,
  bodyExample: { where: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5000 }] },
  deadlineMs: LONGEST_MS,
  success: {
    200: strictObject({
      success: Success,
      count: Type.Integer({ description: 'How many of those looked at meet it.' }),
      next_cursor: nullable(Type.String({ description: 'Send it as `cursor` for the next piece; null on the last.' })),
      scanned: Type.Integer({ description: 'How many leads were looked at.' }),
    }),
  },
  errors: ['UNKNOWN_OPERATOR', 'INVALID_REGEX', 'INVALID_DATE', 'INVALID_TIMEZONE'],
});
