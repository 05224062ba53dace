import {
  named,
  nameText,
  nullable,
  oneOf,
  optional,
  type Static,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { FunctionEvent } from '../jobs/background-jobs.js';
import { LeadsQuery } from '../rules/leads-query.js';

/** The default and the maximum run time of a function, in milliseconds. */
export const FUNCTION_TIMEOUT_MS = { usual: 5_000, most: 30_000 } as const;
export const MAX_SOURCE = 262_144;

const Name = nameText();
const Description = Type.String({ maxLength: 2000 });
export const Source = Type.String({
  minLength: 1,
  maxLength: MAX_SOURCE,
  description: 'TypeScript or JavaScript: `export default async function (ctx, svc) { ... }`.',
  examples: ["export default async function (ctx, svc) {\n  await svc.tags.add(ctx.lead_id, ['seen']);\n}\n"],
});
const Timeout = Type.Integer({
  minimum: 100,
  maximum: FUNCTION_TIMEOUT_MS.most,
  description: 'Maximum duration of a run in milliseconds, 100 to 30,000. Defaults to 5,000.',
});
const Hosts = Type.Array(
  Type.String({
    maxLength: 253,
    pattern: '^(\\*\\.)?([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,62}$',
    examples: ['api.example.com'],
    description: 'A host name, or `*.` followed by a domain for all its subdomains.',
  }),
  {
    maxItems: 50,
    description: 'Hosts that `svc.http.fetch` can call, over https only.',
    examples: [['api.example.com']],
  },
);
const HttpWrites = Type.Boolean({
  description: 'Whether requests with side effects are also sent in a dry run. Defaults to false.',
});
const Active = Type.Boolean({
  description:
    'Whether schedules, events and jobs can run the function. Dry runs are always possible. Defaults to true.',
});

export const CreateFunctionBody = strictObject({
  name: Name,
  source: Source,
  description: optional(Description),
  timeout_ms: optional(Timeout),
  allowed_hosts: optional(Hosts),
  allow_http_writes: optional(HttpWrites),
  is_active: optional(Active),
  event: optional(FunctionEvent),
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
  event: Type.Optional(nullable(FunctionEvent)),
});
export type UpdateFunctionBody = Static<typeof UpdateFunctionBody>;

const Cron = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Cron expression with five fields, such as `0 9 * * *`, or `@hourly`, `@daily`, `@weekly`, `@monthly` or `@yearly`.',
});
const MaxLeads = Type.Integer({
  minimum: 1,
  maximum: 500,
  description: 'Maximum number of leads per firing. Defaults to 50.',
});

export const ScheduleBody = strictObject({
  cron_expression: Cron,
  timezone: optional(
    Type.String({ maxLength: 64, description: "IANA time zone. Defaults to the account's time zone." }),
  ),
  leads_query: optional(LeadsQuery),
  max_leads: optional(MaxLeads),
});
export type ScheduleBody = Static<typeof ScheduleBody>;

const Schedule = named(
  'FunctionSchedule',
  strictObject({
    cron_expression: Cron,
    cron_in_words: Type.String({ description: 'Description of the schedule.' }),
    timezone: Type.String({ description: 'IANA time zone of the schedule.' }),
    leads_query: nullable(LeadsQuery),
    max_leads: MaxLeads,
    next_runs: Type.Array(Timestamp('Time of a run.'), {
      description: 'Next five runs. Empty while the function is inactive.',
    }),
  }),
);

export const FIRE_STATUSES = ['running', 'completed', 'partial', 'failed', 'skipped_overlap'] as const;
export type FireStatus = (typeof FIRE_STATUSES)[number];

export const Fire = named(
  'FunctionFire',
  strictObject({
    id: Uuid(),
    nominal_at: Timestamp('Scheduled time of the firing.'),
    status: oneOf(FIRE_STATUSES, {
      description:
        'Status of the firing. `partial`: some runs failed. `skipped_overlap`: the previous firing was still ' +
        'running.',
    }),
    matched: Type.Integer({ minimum: 0, description: 'Number of runs, one for each lead of the query.' }),
    succeeded: Type.Integer({ minimum: 0, description: 'Number of successful runs. 0 until the firing ends.' }),
    failed: Type.Integer({ minimum: 0, description: 'Number of failed runs. 0 until the firing ends.' }),
    ended_at: nullable(Timestamp('End of the last run. Null while the firing is running.')),
  }),
);

const summary = {
  id: Uuid(),
  name: Name,
  description: nullable(Description),
  version: Type.Integer({ description: 'Version of the source, which increases with each change of it.' }),
  deployed_at: nullable(Timestamp("Time at which this version was deployed. Null if it wasn't.")),
  timeout_ms: Timeout,
  allowed_hosts: Hosts,
  allow_http_writes: HttpWrites,
  is_active: Active,
  event: nullable(FunctionEvent),
  schedule: nullable(Schedule),
  last_run_at: nullable(Timestamp('Time of the last run, including dry runs.')),
  created_at: Timestamp('Time of creation.'),
  updated_at: Timestamp('Time of the last change.'),
};
export const FunctionSummary = named('CloudFunctionSummary', strictObject(summary));
export type FunctionSummary = Static<typeof FunctionSummary>;
export const CloudFunction = named(
  'CloudFunction',
  strictObject({
    ...summary,
    fires: Type.Array(Fire, { description: 'The latest ten firings of the schedule, newest first.' }),
    source: Source,
  }),
);
export type CloudFunction = Static<typeof CloudFunction>;

export const FunctionVersion = named(
  'CloudFunctionVersion',
  strictObject({
    version: Type.Integer({ description: 'Version number.' }),
    source: Source,
    deployed_at: nullable(Timestamp('Time at which the version was deployed. Null if it never was.')),
    created_by: Type.String({ description: 'Author: `key:<id>` or `user:<id>`.' }),
    created_at: Timestamp('Time of creation.'),
  }),
);
export type FunctionVersion = Static<typeof FunctionVersion>;
