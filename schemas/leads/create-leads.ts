import {
  JsonObject,
  named,
  nullable,
  oneOf,
  optional,
  type Static,
  Success,
  strictObject,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { PROOF_ERRORS, PROOF_HEADER } from '../widget/proof.js';
import { CreateLeadBody } from './lead-bodies.js';
import { Lead, MAX_BULK } from './leads.js';

const CreatedRun = named(
  'CreatedWorkflowRun',
  strictObject({
    id: Uuid(),
    workflow: strictObject({
      id: Uuid('ID of the agent.'),
      name: Type.String({ description: 'Name of the agent.' }),
    }),
    cadence_state: Type.String({ description: 'State of the cadence. `pending` until the run starts.' }),
    cadence: strictObject({
      step_index: Type.Integer({ description: 'Index of the next step, from 0.' }),
      channel: nullable(Type.String({ description: 'Channel of the next step.' })),
      attempt_number: Type.Integer(),
      max_attempts: Type.Integer({ description: 'Maximum number of attempts.' }),
      total_steps: Type.Integer({ description: 'Number of steps in the cadence.' }),
    }),
  }),
);

const Warnings = Type.Array(Type.String(), {
  description: 'Warnings, such as `duplicate_lead`, `ambiguous_match`, `duplicate_in_cadence` or `already_enrolled`.',
});

const BulkResult = named(
  'BulkResult',
  strictObject({
    index: Type.Integer({ description: 'Index of the lead in the request, from 0.' }),
    success: Type.Boolean({ description: 'Whether the lead was saved.' }),
    outcome: Type.Optional(oneOf(['created', 'reused', 'updated'] as const, { description: 'Outcome for the lead.' })),
    lead_id: Type.Optional(Uuid()),
    workflow_run_id: Type.Optional(nullable(Uuid("ID of the new run. Null if the lead wasn't enrolled."))),
    warnings: Type.Optional(Warnings),
    error: Type.Optional(Type.String({ description: 'Error message.' })),
    code: Type.Optional(Type.String({ description: 'Machine-readable error code.' })),
    field: Type.Optional(Type.String({ description: 'JSON pointer to the invalid field within the lead.' })),
  }),
);
export type BulkResult = Static<typeof BulkResult>;

const count = (description: string) => Type.Integer({ minimum: 0, description });
const Bulk = named(
  'LeadsCreated',
  strictObject({
    success: Success,
    created: count('Number of created leads.'),
    reused: count('Number of existing leads that were returned unchanged.'),
    updated: count('Number of existing leads that were updated.'),
    failed: count('Number of rejected leads.'),
    results: Type.Array(BulkResult, { description: 'Results, in the order of the request.' }),
  }),
);

const Created = named(
  'LeadCreated',
  strictObject({
    success: Success,
    lead: Lead,
    workflow_run: nullable(CreatedRun),
    deduplicated: Type.Boolean({ description: 'Whether an existing lead was reused or updated.' }),
    warnings: Warnings,
  }),
);

const ContactCreated = named(
  'ContactCreated',
  strictObject(
    { success: Success, lead: strictObject({ id: Uuid() }) },
    { description: 'Response to a web page that creates a lead with a widget key. Contains only the ID.' },
  ),
);

const BULK_MS = 10_000;
const BULK_BYTES = 8 * 1024 * 1024;

const CreateLeads = named(
  'CreateLeads',
  strictObject(
    {
      leads: Type.Array(CreateLeadBody, {
        minItems: 1,
        maxItems: MAX_BULK,
        description: 'Leads to create, in the order of the results.',
      }),
      defaults: optional(JsonObject("Default values for fields that a lead doesn't set.")),
    },
    { description: 'Several leads with common defaults.' },
  ),
);

export const createLeadContract = contract({
  operationId: 'createLead',
  method: 'post',
  path: '/api/public/leads',
  tag: 'Leads',
  scope: 'leads:write',
  summary: 'Create a lead, or up to 1,000 at once.',
  description:
    'Send one lead as an object, or several as an array or as `{leads, defaults}`. Valid leads are saved ' +
    'even if others fail. The status is 201 if all were saved, 207 if some were, and 400 if none was. With ' +
    '`workflow_id`, a lead is enrolled in the cadence of that agent. A web page can create one lead at a ' +
    "time with the `svc_pub_` key of a widget that has `request_contact` on. It can't send `on_duplicate`, " +
    '`tags` or `force_first_message`, the lead is never matched to an existing one, and the response ' +
    'contains only its ID. `X-Widget-Proof` carries the proof of work, which is required when many contacts are ' +
    'created at once. `svc_live_` keys are rejected in web pages.',
  takesContacts: true,
  headers: Type.Object({
    [PROOF_HEADER]: Type.Optional(
      Type.String({
        description: 'Proof of work of a web page: the `id` of the solved challenge, a full stop and the number.',
      }),
    ),
  }),
  body: Type.Unsafe<unknown>({
    anyOf: [
      CreateLeadBody,
      Type.Array(CreateLeadBody, {
        minItems: 1,
        maxItems: MAX_BULK,
        description: 'Leads to create, in the order of the results.',
      }),
      CreateLeads,
    ],
  }),
  bodyExample: {
    first_name: 'Ana',
    email: 'ana@example.com',
    phone: '600 123 456',
    country: 'ES',
    metadata: { budget: 9000 },
    tags: ['fair'],
  },
  maxBytes: BULK_BYTES,
  listLimit: { lists: ['', '/leads'], items: MAX_BULK, code: 'TOO_MANY_LEADS' },
  deadlineMs: (body) => (Array.isArray(body) || (body as { leads?: unknown })?.leads ? BULK_MS : undefined),
  success: { 201: Type.Union([Created, Bulk, ContactCreated]), 207: Bulk },
  errors: [
    ...PROOF_ERRORS,
    'INVALID_PHONE',
    'INVALID_TIMEZONE',
    'WORKFLOW_NOT_FOUND',
    'CAMPAIGN_NOT_FOUND',
    'DUPLICATE_LEAD',
    'WORKFLOW_PAUSED',
    'WORKFLOW_NOT_PUBLISHED',
    'ALREADY_ENROLLED',
    'TOO_MANY_LEADS',
    'CHANNEL_NOT_CONFIGURED',
  ],
});
