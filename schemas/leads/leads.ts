import type { TOptional, TUnsafe } from '@sinclair/typebox';
import {
  InFlight,
  JsonObject,
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Timestamp,
  type TSchema,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { LeadEngagement, LeadVariables } from './lead-details.js';
import { MAX_TAGS, TagName, TagRef } from './tags.js';

export const CONSENT_STATES = ['opted_in', 'opted_out', 'unknown'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];
export const CONSENT_CHANNELS = ['whatsapp', 'email', 'call', 'sms'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

export const DUPLICATE_POLICIES = ['create', 'reuse', 'update', 'reject'] as const;
/** What to do with a lead whose address or external id is known already. */
export type DuplicatePolicy = (typeof DUPLICATE_POLICIES)[number];

/** How many leads one request may carry. */
export const MAX_BULK = 1_000;

const text = (maxLength: number, description: string) => Type.String({ maxLength, description });
const consentState = (channel: string) => oneOf(CONSENT_STATES, { description: `Consent to ${channel}.` });

/** The primary enrolment of a lead: the newest open one. */
export const ActiveRun = named(
  'ActiveWorkflowRun',
  strictObject({
    id: Uuid('The run.'),
    workflow_id: Uuid('The AI agent.'),
    is_active: Type.Boolean({ description: 'Whether the run is open.' }),
    human_takeover: Type.Boolean({ description: 'Whether a person took over; nothing is sent by itself then.' }),
    cadence_state: Type.String({ description: 'What the cadence is doing.' }),
    run_status: Type.String({ description: 'Whether the run is open, or how it ended.' }),
    workflow: strictObject({
      id: Uuid('The AI agent.'),
      name: Type.String({ description: 'Its name.' }),
      goal_type: Type.String({ description: 'What it is for.' }),
    }),
    current_status: strictObject({
      id: Type.String({ description: 'The status; keys are unique within an agent, so it is the key.' }),
      key: Type.String({ description: "The status's key." }),
      label: Type.String({ description: 'What people read.' }),
      category: Type.String({ description: 'open, active, won, lost or expired.' }),
    }),
  }),
);
export type ActiveRun = Static<typeof ActiveRun>;

/** A lead as the API answers it. */
export const Lead = named(
  'Lead',
  strictObject({
    id: Uuid('The lead.'),
    first_name: Type.String({ description: 'First name.' }),
    last_name: nullable(Type.String({ description: 'Last name.' })),
    email: nullable(Type.String({ description: 'E-mail address.' })),
    phone: nullable(Type.String({ description: 'Phone number, E.164.' })),
    source: Type.String({ description: 'Where it came from.' }),
    company: nullable(Type.String({ description: 'Company.' })),
    title: nullable(Type.String({ description: 'Job title.' })),
    timezone: nullable(Type.String({ description: 'IANA zone.' })),
    country: nullable(Type.String({ description: 'ISO 3166 alpha-2.' })),
    owner_id: nullable(Uuid('The user who owns it.')),
    external_id: nullable(Type.String({ description: 'Its id in your own system.' })),
    whatsapp_user: Type.Optional(
      strictObject(
        {
          user_id: Type.String({
            description:
              'The business-scoped user ID that WhatsApp reaches the person by, such as `ES.13491208655302741918`.',
          }),
          username: nullable(Type.String({ description: 'The username, without `@`; null where none is known.' })),
        },
        { description: 'Who the person is on WhatsApp; absent where WhatsApp has named no user ID.' },
      ),
    ),
    consent: strictObject({
      whatsapp: consentState('WhatsApp'),
      email: consentState('e-mail'),
      call: consentState('calls'),
      sms: consentState('SMS'),
    }),
    metadata: JsonObject('Whatever else is known.'),
    tags: Type.Array(TagRef, { description: 'Its tags, by name.' }),
    campaign: nullable(
      strictObject({
        id: Uuid('The campaign.'),
        name: Type.String({ description: 'Its name.' }),
      }),
    ),
    active_workflow_run: nullable(ActiveRun),
    version: Type.Integer({ description: 'Rises with each change; also the ETag.' }),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);
export type Lead = Static<typeof Lead>;

const Consent = named(
  'ConsentChange',
  strictObject(
    {
      whatsapp: optional(consentState('WhatsApp')),
      email: optional(consentState('e-mail')),
      call: optional(consentState('calls')),
      sms: optional(consentState('SMS')),
    },
    { description: 'What the person agreed to; channels that are absent stay as they are.' },
  ),
);

const columns = {
  last_name: text(200, 'Last name.'),
  email: text(320, 'E-mail address.'),
  phone: text(64, 'Phone number; national ones are read by `country`, else by the account’s country.'),
  company: text(200, 'Company.'),
  title: text(200, 'Job title.'),
  timezone: text(64, 'IANA zone such as Europe/Madrid.'),
  country: text(100, 'Country: ISO code or name.'),
  owner_id: Uuid('The user who owns it.'),
  external_id: text(255, 'Its id in your own system.'),
  campaign_id: Uuid('The campaign it belongs to.'),
};
type Columns = typeof columns;
const eachOptional = <P extends Record<string, TSchema>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, optional(schema)])) as {
    [K in keyof P]: ReturnType<typeof optional<P[K]>>;
  };
const eachCleared = <P extends Record<string, TSchema>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, Type.Optional(nullable(schema))])) as {
    [K in keyof P]: TOptional<TUnsafe<Static<P[K]> | null>>;
  };

const firstName = Type.String({ minLength: 1, maxLength: 200, description: 'First name.' });
const source = Type.String({ minLength: 1, maxLength: 100, description: 'Where it came from; `api` if not given.' });
const tagNames = Type.Array(TagName, { maxItems: MAX_TAGS, description: 'Names of tags, found or made by slug.' });
const OTHERS = 'Any other key is moved into `metadata`; a value given there wins.';

/** One lead of POST /leads. */
export const CreateLeadBody = named(
  'CreateLead',
  Type.Object(
    {
      first_name: firstName,
      ...eachOptional<Columns>(columns),
      source: optional({ ...source, default: 'api' }),
      consent: optional(Consent),
      metadata: optional(JsonObject('Whatever else is known: 64 KiB, 200 keys and 16 levels at most.')),
      tags: optional(tagNames),
      workflow_id: optional(Uuid('The AI agent to enrol it in.')),
      skip_first_message: optional(
        Type.Boolean({ default: false, description: 'Enrol, but leave out the cadence’s first message or call.' }),
      ),
      force_first_message: optional(
        Type.String({
          minLength: 1,
          maxLength: 4096,
          description: 'A text instead of the cadence’s first message; needs `workflow_id`.',
        }),
      ),
      on_duplicate: optional(
        oneOf(DUPLICATE_POLICIES, {
          default: 'create',
          description:
            'What to do when the external id, else the e-mail address, else the phone number is known: `create` ' +
            '(default) makes a second lead and warns, `reuse` answers the known lead, `update` changes it, `reject` ' +
            'answers 409.',
        }),
      ),
    },
    { additionalProperties: true, description: OTHERS },
  ),
);
export type CreateLeadBody = Static<typeof CreateLeadBody>;

/** What PATCH /leads/{id} takes. */
export const UpdateLeadBody = named(
  'UpdateLead',
  Type.Object(
    {
      first_name: Type.Optional(firstName),
      ...eachCleared<Columns>(columns),
      source: optional(source),
      consent: optional(Consent),
      metadata: Type.Optional(
        JsonObject('Given keys are replaced whole, the others kept; a null value removes its key.'),
      ),
      tags: optional(tagNames),
    },
    { additionalProperties: true, description: `Absent fields stay, null clears. ${OTHERS}` },
  ),
);
export type UpdateLeadBody = Static<typeof UpdateLeadBody>;

/** Keys of a lead that only answers carry; ignored in bodies, so that a lead read back can be sent again. */
export const LEAD_RESPONSE_KEYS = [
  ...['id', 'campaign', 'active_workflow_run', 'whatsapp_user', 'version', 'created_at', 'updated_at'],
];

const CreatedRun = named(
  'CreatedWorkflowRun',
  strictObject({
    id: Uuid('The run.'),
    workflow: strictObject({
      id: Uuid('The AI agent.'),
      name: Type.String({ description: 'Its name.' }),
    }),
    cadence_state: Type.String({ description: 'What the cadence is doing; `pending` until its run has started.' }),
    cadence: strictObject({
      step_index: Type.Integer({ description: 'Which step comes next, from 0.' }),
      channel: nullable(Type.String({ description: 'Its channel.' })),
      attempt_number: Type.Integer({ description: 'Which attempt it is.' }),
      max_attempts: Type.Integer({ description: 'How many it has.' }),
      total_steps: Type.Integer({ description: 'How many steps the cadence has.' }),
    }),
  }),
);

const Warnings = Type.Array(Type.String(), {
  description:
    'What is worth knowing: `duplicate_lead`, `ambiguous_match`, `duplicate_in_cadence`, `already_enrolled`, ...',
});

const BulkResult = named(
  'BulkResult',
  strictObject({
    index: Type.Integer({ description: 'Which lead of the request, from 0.' }),
    success: Type.Boolean({ description: 'Whether it was taken.' }),
    outcome: Type.Optional(oneOf(['created', 'reused', 'updated'] as const, { description: 'What became of it.' })),
    lead_id: Type.Optional(Uuid('The lead.')),
    workflow_run_id: Type.Optional(nullable(Uuid('Its enrolment.'))),
    warnings: Type.Optional(Warnings),
    error: Type.Optional(Type.String({ description: 'What is wrong with it.' })),
    code: Type.Optional(Type.String({ description: 'Machine-readable code of the error.' })),
    field: Type.Optional(Type.String({ description: 'JSON pointer into that lead.' })),
  }),
);
export type BulkResult = Static<typeof BulkResult>;

const count = (description: string) => Type.Integer({ minimum: 0, description });
const Bulk = named(
  'LeadsCreated',
  strictObject({
    success: Success,
    created: count('Leads made.'),
    reused: count('Leads that were known and left as they are.'),
    updated: count('Leads that were known and changed.'),
    failed: count('Leads refused.'),
    results: Type.Array(BulkResult, { description: 'One for each lead, in order.' }),
  }),
);

const Created = named(
  'LeadCreated',
  strictObject({
    success: Success,
    lead: Lead,
    workflow_run: nullable(CreatedRun),
    deduplicated: Type.Boolean({ description: 'Whether a known lead was reused or updated.' }),
    warnings: Warnings,
  }),
);

const ContactCreated = named(
  'ContactCreated',
  strictObject(
    { success: Success, lead: strictObject({ id: Uuid('The lead.') }) },
    { description: 'What a page hears that created a lead with a widget’s key: no more than its id.' },
  ),
);

const BULK_MS = 10_000;
const BULK_BYTES = 8 * 1024 * 1024;

export const createLeadContract = contract({
  operationId: 'createLead',
  method: 'post',
  path: '/api/public/leads',
  tag: 'Leads',
  scope: 'leads:write',
  summary: 'Create a lead, or up to 1,000 at once.',
  description:
    'One lead as an object, several as an array or as `{leads, defaults}`. Of several, the valid ones are taken even ' +
    'if others fail: 201 when all were, 207 when some were, 400 when none was. With `workflow_id` a lead is enrolled ' +
    'in that AI agent’s cadence. A page may create one lead at a time with the `svc_pub_` key of a widget that has ' +
    '`request_contact` on, without `on_duplicate`, `tags` and `force_first_message`; it is never matched to a known ' +
    'lead, and the answer is its id. A `svc_live_` key is refused in pages of other sites.',
  takesContacts: true,
  body: Type.Unsafe<unknown>({
    anyOf: [
      CreateLeadBody,
      Type.Array(CreateLeadBody, { minItems: 1, maxItems: MAX_BULK, description: 'Several leads.' }),
      strictObject(
        {
          leads: Type.Array(CreateLeadBody, { minItems: 1, maxItems: MAX_BULK, description: 'Several leads.' }),
          defaults: optional(JsonObject('Fields for leads that lack them.')),
        },
        { description: 'Several leads with common fields.' },
      ),
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

const LeadParams = Type.Object({ id: Type.String({ description: 'The lead.' }) });
const list = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 4000, description }));
const time = (description: string) => Type.Optional(Timestamp(description));

const LEAD_SORTS = ['created_at', 'updated_at'] as const;
export const ORDERS = ['asc', 'desc'] as const;

/** What leads are listed, counted and changed by. */
export const LEAD_FILTERS = {
  workflow_id: Type.Optional(Uuid('Leads with an open run of this AI agent.')),
  status_keys: list('Status keys of that run (of any run without `workflow_id`), separated by commas.'),
  tags_any: list('Names or slugs of tags, separated by commas: leads with at least one of them.'),
  tags_none: list('Names or slugs of tags, separated by commas: leads with none of them.'),
  campaign_id: Type.Optional(Uuid('Leads of this campaign.')),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 320, description: 'This e-mail address.' })),
  phone: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'This phone number.' })),
  source: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'This source.' })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Words that names, e-mail address, phone number or company begin with.',
    }),
  ),
  created_after: time('Made after this moment.'),
  created_before: time('Made before this moment.'),
  updated_after: time('Changed after this moment.'),
  updated_before: time('Changed before this moment.'),
  owner_id: Type.Optional(Uuid('Leads of this user.')),
  ids: Type.Optional(
    Type.String({ minLength: 36, maxLength: 7_400, description: 'These leads, up to 200, separated by commas.' }),
  ),
  cadence_state: list('States of an open run’s cadence, separated by commas.'),
  hold_reason: list('What holds an open run, separated by commas.'),
  paused: Type.Optional(Type.Boolean({ description: 'Whether a person took over one of its open runs.' })),
  has_meeting: Type.Optional(Type.Boolean({ description: 'Whether it has a meeting that was not cancelled.' })),
  lacks: list('Variables of messages, such as `lead.company`, separated by commas: leads with nothing in one of them.'),
};
const ListQuery = Type.Object({
  ...LEAD_FILTERS,
  sort: Type.Optional(oneOf(LEAD_SORTS, { description: 'What to sort by; `created_at` if not given.' })),
  order: Type.Optional(oneOf(ORDERS, { description: '`desc` if not given.' })),
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
    'With `Accept: text/csv` all leads from there on as one file, for callers with the scope `leads:export` besides.',
  query: ListQuery,
  answerTypes: { 'text/csv': Type.String({ description: 'One line for each lead, formulas escaped.' }) },
  success: {
    200: strictObject({
      success: Success,
      leads: Type.Array(Lead, { description: 'One page.' }),
      pagination: Pagination,
    }),
  },
  errors: ['INVALID_DATE'],
});

/** Counting stops here: whoever sees this many wants to know no more. */
export const MOST_COUNTED = 10_000;

export const countLeadsContract = contract({
  operationId: 'countLeads',
  method: 'get',
  path: '/api/public/leads/count',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'Count the leads that a list with the same filters has, up to 10,000.',
  query: Type.Object(LEAD_FILTERS),
  success: {
    200: strictObject({
      success: Success,
      count: Type.Integer({ description: 'How many there are, 10,000 at most.' }),
      capped: Type.Boolean({ description: 'Whether there are more than that.' }),
    }),
  },
  errors: ['INVALID_DATE'],
});

export const countLackingContract = contract({
  operationId: 'countLackingLeads',
  method: 'get',
  path: '/api/public/leads/lacking',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'Count how many leads of a list have nothing in a variable of messages, among its first 10,000.',
  description: '`reads` of POST /messages/render says which variables a message reads.',
  query: Type.Object({
    ...LEAD_FILTERS,
    variables: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'Up to 20, separated by commas: `lead.company`, `metadata.budget`, `variables.need`.',
      examples: ['lead.company,metadata.budget'],
    }),
  }),
  success: {
    200: strictObject({
      success: Success,
      leads: Type.Integer({ description: 'How many leads were looked at, 10,000 at most.' }),
      capped: Type.Boolean({ description: 'Whether there may be more than that.' }),
      lacking: Type.Array(
        strictObject({
          variable: Type.String({ description: 'The variable.' }),
          leads: Type.Integer({ description: 'How many have nothing there; the filter `lacks` lists them.' }),
        }),
        { description: 'Each variable that was asked for, in that order.' },
      ),
    }),
  },
  errors: ['INVALID_DATE'],
});

export const getLeadContract = contract({
  operationId: 'getLead',
  method: 'get',
  path: '/api/public/leads/{id}',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'Get a lead with its captured variables and engagement.',
  params: LeadParams,
  success: {
    200: strictObject({
      success: Success,
      lead: Lead,
      local_timezone: Type.String({
        description: 'The zone of its clock: its own, else that of its phone number, else the account’s.',
      }),
      variables: LeadVariables,
      engagement: LeadEngagement,
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

export const updateLeadContract = contract({
  operationId: 'updateLead',
  method: 'patch',
  path: '/api/public/leads/{id}',
  tag: 'Leads',
  scope: 'leads:write',
  summary: 'Change a lead.',
  description: 'With an `If-Match` header (the ETag) the change is refused when the lead was changed meanwhile.',
  params: LeadParams,
  body: UpdateLeadBody,
  bodyExample: { company: 'Acme', metadata: { budget: 12000 } },
  ignoredKeys: LEAD_RESPONSE_KEYS,
  success: { 200: strictObject({ success: Success, lead: Lead, in_flight: InFlight }) },
  errors: [
    'INVALID_PHONE',
    'INVALID_TIMEZONE',
    'LEAD_NOT_FOUND',
    'LEAD_ERASED',
    'CAMPAIGN_NOT_FOUND',
    'PRECONDITION_FAILED',
  ],
});

export const deleteLeadContract = contract({
  operationId: 'deleteLead',
  method: 'delete',
  path: '/api/public/leads/{id}',
  tag: 'Leads',
  scope: 'leads:delete',
  summary: 'Hide a lead and end its open runs.',
  description: 'Its data stays; POST /leads/{id}/erase removes them for good.',
  params: LeadParams,
  success: { 204: null },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'PRECONDITION_FAILED'],
});

export const eraseLeadContract = contract({
  operationId: 'eraseLead',
  method: 'post',
  path: '/api/public/leads/{id}/erase',
  tag: 'Leads',
  scope: 'leads:delete',
  summary: 'Erase the personal data of a lead for good.',
  description: 'Ends its runs and removes their histories from Temporal. The lead answers 410 from then on.',
  params: LeadParams,
  body: strictObject({}),
  bodyOptional: true,
  success: {
    200: strictObject({
      success: Success,
      lead_id: Uuid('The lead.'),
      erased_at: Timestamp('When it was erased.'),
      in_flight: InFlight,
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});
