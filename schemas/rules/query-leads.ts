import { named, nullable, optional, type Static, Success, strictObject, Type } from '../common.js';
import { contract } from '../contract.js';
import { FILE_COLUMNS, LEAD_FILTERS } from '../leads/list-leads.js';
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
          description: 'Additional filter, as in `GET /leads`.',
        }),
      ),
    },
    { description: 'Selects leads by conditions, search, runs, tags and other fields.' },
  ),
);
export type FilteredLeadsQuery = Static<typeof FilteredLeadsQuery>;

const QueryLeadsBody = strictObject({ ...FilteredLeadsQuery.properties, columns: FILE_COLUMNS });

/** A query looks for three seconds at most. */
const LONGEST_MS = 8_000;

export const queryLeadsContract = contract({
  operationId: 'queryLeads',
  method: 'post',
  path: '/api/public/leads/query',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'Find leads by conditions on their data, messages and activity.',
  description:
    'The query is the same as for `svc.leads.query` in cloud functions, with an optional `filter` as in `GET ' +
    '/leads`. A page ends after `limit` leads, 5,000 checked leads, or three seconds; use `has_more` and ' +
    '`next_cursor` to continue. With `Accept: text/csv`, returns all leads from the cursor on as one file. ' +
    'This requires the additional scope `leads:export`.',
  body: QueryLeadsBody,
  bodyOptional: true,
  bodyExample: { where: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5000 }], limit: 50 },
  deadlineMs: LONGEST_MS,
  answerTypes: { 'text/csv': Type.String({ description: 'One line per lead. Formulas are escaped.' }) },
  success: { 200: strictObject({ success: Success, ...LeadsPage.properties }) },
  errors: ['UNKNOWN_OPERATOR', 'INVALID_REGEX', 'INVALID_DATE', 'INVALID_TIMEZONE'],
});

export const countQueriedLeadsContract = contract({
  operationId: 'countQueriedLeads',
  method: 'post',
  path: '/api/public/leads/query/count',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'Count the leads that match conditions, in several requests.',
  description:
    'The query is the same as for `POST /leads/query`; its `limit` is ignored. A request ends after 5,000 ' +
    'checked leads or three seconds. Repeat it with `next_cursor` until that is null, and add the counts.',
  body: FilteredLeadsQuery,
  bodyOptional: true,
  bodyExample: { where: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5000 }] },
  deadlineMs: LONGEST_MS,
  success: {
    200: strictObject({
      success: Success,
      count: Type.Integer({ description: 'Number of matching leads in this request.' }),
      next_cursor: nullable(
        Type.String({
          description: 'Cursor for the next request. Send it as `cursor`. Null if all leads are counted.',
        }),
      ),
      scanned: Type.Integer({ description: 'Number of checked leads.' }),
    }),
  },
  errors: ['UNKNOWN_OPERATOR', 'INVALID_REGEX', 'INVALID_DATE', 'INVALID_TIMEZONE'],
});
