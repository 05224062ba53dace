import { named, nullable, oneOf, optional, type Static, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { JobEvent } from '../jobs/background-jobs.js';
import { LeadsQuery } from '../rules/leads-query.js';

/** How long a function runs when nothing else is said, and at most. */
export const FUNCTION_TIMEOUT_MS = { usual: 5_000, most: 30_000 } as const;
export const MAX_SOURCE = 262_144;

const Name = Type.String({ minLength: 1, maxLength: 200, description: 'What people call it.' });
const Description = Type.String({ maxLength: 2000, description: 'What it is for.' });
export const Source = Type.String({
  minLength: 1,
  maxLength: MAX_SOURCE,
  description: 'TypeScript or JavaScript: `export default async function (ctx, svc) { ... }`.',
  examples: ["export default async function (ctx, svc) {\n  await svc.tags.add(ctx.lead_id, ['seen']);\n}\n"],
});
const Timeout = Type.Integer({
  minimum: 100,
  maximum: FUNCTION_TIMEOUT_MS.most,
  description: 'How long one run may take, 100 to 30,000 ms; 5,000.',
});
const Hosts = Type.Array(
  Type.String({
    maxLength: 253,
    pattern: '^(\\*\\.)?([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,62}$',
    examples: ['api.example.com'],
    description: 'A host name, or `*.` and a domain for all hosts below it.',
  }),
  {
    maxItems: 50,
    description: 'The hosts that `svc.http.fetch` may ask, over https only.',
    examples: [['api.example.com']],
  },
);
const HttpWrites = Type.Boolean({
  description: 'Whether requests that change something also go out in a dry run; false.',
});
const Active = Type.Boolean({ description: 'Whether schedules, events and jobs run it; true. A dry run always may.' });

export const CreateFunctionBody = strictObject({
  name: Name,
  source: Source,
  description: optional(Description),
  timeout_ms: optional(Timeout),
  allowed_hosts: optional(Hosts),
  allow_http_writes: optional(HttpWrites),
  is_active: optional(Active),
  event: optional(JobEvent),
});
export type CreateFunctionBody = Static<typeof CreateFunctionBody>;

export const UpdateFunctionBody = strictObject({
  name: optional(Name),
  source: optional(Source),
  description: Type.Optional(nullable(Description)),
  timeout_ms: optional(Timeout),
  allowed_hosts: optional(Hosts),
  allow_http_writes: optional(HttpWrites),
  is_active: optional(Active),
  event: Type.Optional(nullable(JobEvent)),
});
export type UpdateFunctionBody = Static<typeof UpdateFunctionBody>;

const Cron = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Five fields such as `0 9 * * *`, or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`.',
});
const MaxLeads = Type.Integer({ minimum: 1, maximum: 500, description: 'Leads that one fire runs for at most; 50.' });

export const ScheduleBody = strictObject({
  cron_expression: Cron,
  timezone: optional(Type.String({ maxLength: 64, description: 'IANA zone; the account’s if not given.' })),
  leads_query: optional(LeadsQuery),
  max_leads: optional(MaxLeads),
});
export type ScheduleBody = Static<typeof ScheduleBody>;

const Schedule = named(
  'FunctionSchedule',
  strictObject({
    cron_expression: Cron,
    cron_in_words: Type.String({ description: 'The same as people say it.' }),
    timezone: Type.String({ description: 'The zone of the schedule.' }),
    leads_query: nullable(LeadsQuery),
    max_leads: MaxLeads,
    next_runs: Type.Array(Timestamp('A run to come.'), {
      description: 'The next five runs; empty while the function is inactive.',
    }),
  }),
);

export const FIRE_STATUSES = ['running', 'completed', 'partial', 'failed', 'skipped_overlap'] as const;
export type FireStatus = (typeof FIRE_STATUSES)[number];

export const Fire = named(
  'FunctionFire',
  strictObject({
    id: Uuid('The fire.'),
    nominal_at: Timestamp('The time of the schedule that it stands for.'),
    status: oneOf(FIRE_STATUSES, {
      description: '`partial`: some runs failed; `skipped_overlap`: the fire before it was not done at its time.',
    }),
    matched: Type.Integer({ minimum: 0, description: 'Runs it makes: one for each lead of the query.' }),
    succeeded: Type.Integer({ minimum: 0, description: 'Runs that went well; 0 until it ends.' }),
    failed: Type.Integer({ minimum: 0, description: 'The other runs; 0 until it ends.' }),
    ended_at: nullable(Timestamp('When its last run ended; null while it goes on.')),
  }),
);

const summary = {
  id: Uuid('The function.'),
  name: Name,
  description: nullable(Description),
  version: Type.Integer({ description: 'The version of its source; rises with each change of it.' }),
  deployed_at: nullable(Timestamp('When this version was deployed; null before.')),
  timeout_ms: Timeout,
  allowed_hosts: Hosts,
  allow_http_writes: HttpWrites,
  is_active: Active,
  event: nullable(JobEvent),
  schedule: nullable(Schedule),
  last_run_at: nullable(Timestamp('When it last ran, dry runs included.')),
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When it was last changed.'),
};
export const FunctionSummary = named('CloudFunctionSummary', strictObject(summary));
export type FunctionSummary = Static<typeof FunctionSummary>;
export const CloudFunction = named(
  'CloudFunction',
  strictObject({
    ...summary,
    fires: Type.Array(Fire, { description: 'The latest ten fires of its schedule, the newest first.' }),
    source: Source,
  }),
);
export type CloudFunction = Static<typeof CloudFunction>;

export const FunctionVersion = named(
  'CloudFunctionVersion',
  strictObject({
    version: Type.Integer({ description: 'Which version.' }),
    source: Source,
    deployed_at: nullable(Timestamp('When it was deployed; null if never.')),
    created_by: Type.String({ description: 'Who wrote it: `key:<id>` or `user:<id>`.' }),
    created_at: Timestamp('When it was made.'),
  }),
);
export type FunctionVersion = Static<typeof FunctionVersion>;
