import { named, nullable, oneOf, optional, type Static, strictObject, Type, Uuid } from '../common.js';
import { LeadEngagement, LeadVariables } from '../leads/lead-details.js';
import { Lead } from '../leads/leads.js';
import { Condition, MATCHES } from './conditions.js';

export const LEADS_SORTS = ['created_at', 'updated_at', 'last_inbound_at', 'status_entered_at'] as const;
export const LEADS_INCLUDES = ['variables', 'engagement'] as const;
/** How far one query of leads goes: leads a page, leads looked at, and time. */
export const LEADS_QUERY_LIMITS = { page: 200, total: 5_000, timeout_ms: 3_000 } as const;

/** Which leads a function or its schedule looks for. */
export const LeadsQuery = named(
  'LeadsQuery',
  strictObject(
    {
      where: optional(Type.Array(Condition, { maxItems: 10, description: 'What a lead must meet.' })),
      match: optional(oneOf(MATCHES, { description: '`all` (default) or `any` of the conditions.' })),
      q: optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Words that names, e-mail address, phone number or company begin with.',
        }),
      ),
      workflow_id: optional(Uuid('Only leads with an open run of this agent; conditions then see that run.')),
      status_keys: optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
          maxItems: 50,
          description: 'Only leads with a run, open or ended, in one of these statuses.',
        }),
      ),
      tags: optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
          maxItems: 20,
          description: 'Only leads with all of these tags.',
        }),
      ),
      limit: optional(
        Type.Integer({ minimum: 1, maximum: LEADS_QUERY_LIMITS.page, description: 'Leads a page, 1 to 200; 50.' }),
      ),
      cursor: optional(Type.String({ maxLength: 500, description: 'The `next_cursor` of the page before.' })),
      sort: optional(oneOf(LEADS_SORTS, { description: 'What leads are ordered by; `created_at` if not given.' })),
      order: optional(oneOf(['asc', 'desc'], { description: '`asc` (default) or `desc`.' })),
      include: optional(
        Type.Array(oneOf(LEADS_INCLUDES, { description: 'A part.' }), {
          maxItems: 2,
          description: 'What else each lead carries: captured variables, engagement.',
        }),
      ),
    },
    { description: 'Which leads are meant.' },
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
  leads: Type.Array(QueriedLead, { description: 'The leads that meet it.' }),
  next_cursor: nullable(Type.String({ description: 'Send it as `cursor` for the next page; null on the last one.' })),
  has_more: Type.Boolean({ description: 'Whether there may be more.' }),
  scanned: Type.Integer({ description: 'How many leads were looked at.' }),
});
export type LeadsPage = Static<typeof LeadsPage>;
