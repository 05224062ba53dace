import { named, nullable, oneOf, optional, type Static, strictObject, Type, Uuid } from '../common.js';
import { LeadEngagement, LeadVariables } from '../leads/lead-details.js';
import { Lead } from '../leads/leads.js';
import { Condition, MATCHES } from './conditions.js';

export const LEADS_SORTS = ['created_at', 'updated_at', 'last_inbound_at', 'status_entered_at'] as const;
export const LEADS_INCLUDES = ['variables', 'engagement'] as const;
/** The limits of one query of leads: leads per page, leads read, and time. */
export const LEADS_QUERY_LIMITS = { page: 200, total: 5_000, timeout_ms: 3_000 } as const;

/** A query for the leads of a function or its schedule. */
export const LeadsQuery = named(
  'LeadsQuery',
  strictObject(
    {
      where: optional(Type.Array(Condition, { maxItems: 10, description: 'Conditions on the lead.' })),
      match: optional(
        oneOf(MATCHES, { description: 'Whether `all` (default) or `any` of the conditions must match.' }),
      ),
      q: optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            'Searches the start of words in names, email address, phone number, company and WhatsApp username.',
        }),
      ),
      workflow_id: optional(Uuid('Returns only leads with an open run of this agent. Conditions refer to that run.')),
      status_keys: optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
          maxItems: 50,
          description: 'Returns only leads with an open or ended run in one of these statuses.',
        }),
      ),
      tags: optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
          maxItems: 20,
          description: 'Returns only leads with all of these tags.',
        }),
      ),
      limit: optional(
        Type.Integer({
          minimum: 1,
          maximum: LEADS_QUERY_LIMITS.page,
          description: 'Leads per page, 1 to 200. Defaults to 50.',
        }),
      ),
      cursor: optional(Type.String({ maxLength: 500, description: '`next_cursor` of the previous page.' })),
      sort: optional(oneOf(LEADS_SORTS, { description: 'Sort field. Defaults to `created_at`.' })),
      order: optional(oneOf(['asc', 'desc'], { description: 'Sort order: `asc` (default) or `desc`.' })),
      include: optional(
        Type.Array(oneOf(LEADS_INCLUDES, { description: 'Name of a part.' }), {
          maxItems: 2,
          description: 'Additional data of each lead: captured variables and engagement.',
        }),
      ),
    },
    { description: 'Selects leads by conditions, search, runs and tags.' },
  ),
);
export type LeadsQuery = Static<typeof LeadsQuery>;

/** A lead as a query answers it. */
export const QueriedLead = Type.Composite([
  Lead,
  Type.Object({
    variables: Type.Optional(LeadVariables),
    engagement: Type.Optional(LeadEngagement),
  }),
]);
export type QueriedLead = Static<typeof QueriedLead>;

/** A page of leads as a query answers it. */
export const LeadsPage = strictObject({
  leads: Type.Array(QueriedLead, { description: 'One page of matching leads.' }),
  next_cursor: nullable(
    Type.String({ description: 'Cursor of the next page. Send it as `cursor`. Null on the last page.' }),
  ),
  has_more: Type.Boolean({ description: 'Whether there may be more leads.' }),
  scanned: Type.Integer({ description: 'Number of checked leads.' }),
});
export type LeadsPage = Static<typeof LeadsPage>;
