import {
  AnyJson,
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
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Source } from './cloud-functions.js';

const tag = 'Cloud functions';
const path = '/api/public/cloud-functions';
const params = Type.Object({ id: Type.String({ description: 'The function.' }) });
const runParams = Type.Object({ run_id: Type.String({ description: 'The run.' }) });

export const FUNCTION_RUN_STATUSES = [
  ...(['success', 'error', 'timeout', 'memory_exceeded', 'effect_limit', 'rejected', 'cancelled'] as const),
] as const;

export type FunctionRunStatus = (typeof FUNCTION_RUN_STATUSES)[number];

/** What a function is given, as its first argument. */
export const FunctionContext = named(
  'FunctionContext',
  Type.Object(
    {
      event: optional(Type.String({ maxLength: 100, description: 'What set it off; the run’s `trigger_event`.' })),
      lead_id: optional(Type.String({ maxLength: 100, description: 'A lead of yours; it is loaded into `lead`.' })),
      lead: optional(JsonObject('A lead that needs no stored one.')),
      workflow_id: optional(Type.String({ maxLength: 100, description: 'The agent that effects on a run mean.' })),
      message: optional(JsonObject('A message.')),
      meeting: optional(JsonObject('A meeting.')),
      conversion: optional(JsonObject('A conversion.')),
      input: optional(AnyJson('Whatever else the function reads.')),
      now: optional(Type.String({ maxLength: 40, description: 'The time that the function’s clock shows.' })),
      timezone: optional(Type.String({ maxLength: 64, description: 'IANA zone; the account’s if not given.' })),
      sample_label: optional(Type.String({ maxLength: 200, description: 'A name for this run.' })),
    },
    { additionalProperties: true, description: 'What the function is given; other keys reach it unchanged.' },
  ),
);
export type FunctionContext = Static<typeof FunctionContext> & Record<string, unknown>;

const Effect = named(
  'FunctionEffect',
  strictObject({
    seq: Type.Integer({ description: 'Its place among the effects, from 1.' }),
    type: Type.String({ description: 'What it does, in the words of job actions.' }),
    target: strictObject({
      kind: Type.String({ description: 'lead, run, workflow or function.' }),
      id: Type.String({ description: 'Which one.' }),
    }),
    params: JsonObject('How.'),
    applied: Type.Boolean({ description: 'Whether it was carried out.' }),
    skipped_reason: Type.Optional(Type.String({ description: 'Why it was left out.' })),
    idempotency_key: Type.String({ description: 'The same effect of the same run has the same key.' }),
    before: Type.Optional(AnyJson('What it changes, as it was.')),
    after: Type.Optional(AnyJson('What it changes, as it then is.')),
  }),
);
export type FunctionEffect = Static<typeof Effect>;

const Log = named(
  'FunctionLog',
  strictObject({
    ts: Timestamp('When it was written.'),
    level: oneOf(['debug', 'info', 'warn', 'error'], { description: 'How important it is.' }),
    message: Type.String({ description: 'The text.' }),
    data: Type.Optional(AnyJson('What was written beside it.')),
  }),
);
export type FunctionLog = Static<typeof Log>;

const Request = named(
  'FunctionRequest',
  strictObject({
    seq: Type.Integer({ description: 'Its place among the requests, from 1.' }),
    method: Type.String({ description: 'GET, POST and so on.' }),
    url: Type.String({ description: 'Where to; values of the query are masked.' }),
    status: nullable(Type.Integer({ description: 'The answer’s status; null without an answer.' })),
    duration_ms: Type.Integer({ description: 'How long it took.' }),
    bytes_in: Type.Integer({ description: 'Bytes of the answer.' }),
    bytes_out: Type.Integer({ description: 'Bytes of the request.' }),
    blocked: Type.Boolean({ description: 'Whether it was kept from going out.' }),
    reason: Type.Optional(Type.String({ description: 'Why it was kept, or what went wrong.' })),
  }),
);
export type FunctionRequest = Static<typeof Request>;

const RunError = strictObject({
  name: Type.String({ description: 'The kind of error.' }),
  message: Type.String({ description: 'What it says.' }),
  stack: Type.String({ description: 'Lines of the function only.' }),
  line: nullable(Type.Integer({ description: 'The line in the source.' })),
  column: nullable(Type.Integer({ description: 'The column in the source.' })),
});
export type FunctionRunError = Static<typeof RunError>;

const summary = {
  id: Uuid('The run.'),
  function_id: Uuid('The function.'),
  client_id: Uuid('The account.'),
  function_name: Type.String({ description: 'The function’s name.' }),
  function_version: Type.Integer({ description: 'The version of its source that ran.' }),
  trigger_event: Type.String({
    description: '`manual_dry_run`, `schedule`, `background_job`, `api`, or the kind of an event.',
  }),
  sample_label: nullable(Type.String({ description: 'Its name, from `ctx.sample_label`.' })),
  lead_id: nullable(Type.String({ description: 'The lead it was about.' })),
  lead_name: nullable(Type.String({ description: 'The lead’s name.' })),
  lead_email: nullable(Type.String({ description: 'The lead’s e-mail address.' })),
  status: oneOf(FUNCTION_RUN_STATUSES, { description: 'How the code ended.' }),
  duration_ms: Type.Integer({ description: 'How long the code took.' }),
  log_count: Type.Integer({ description: 'How many logs were written.' }),
  ran_at: Timestamp('When it ran.'),
  has_result: Type.Boolean({ description: 'Whether it returned something.' }),
  error: nullable(RunError),
  dry_run: Type.Boolean({ description: 'Whether its effects were only recorded.' }),
  applied_at: nullable(Timestamp('When its effects were carried out; null if they weren’t.')),
  replay_of: nullable(Uuid('The run that this one replays.')),
  is_draft: Type.Boolean({ description: 'Whether it ran code that was not saved, in place of that version’s.' }),
};
export const FunctionRunSummary = named('CloudFunctionRunSummary', strictObject(summary));
export type FunctionRunSummary = Static<typeof FunctionRunSummary>;

export const FunctionRun = named(
  'CloudFunctionRun',
  strictObject({
    ...summary,
    result: AnyJson('What it returned; null if nothing.'),
    lead_before: nullable(JsonObject('The lead as it was.')),
    lead_after: nullable(JsonObject('The lead as its effects leave it.')),
    ctx: JsonObject('What the code was given.'),
    effects: Type.Array(Effect, { description: 'What it asked for, in order.' }),
    logs: Type.Array(Log, { description: 'What it wrote.' }),
    requests: Type.Array(Request, { description: 'What it fetched.' }),
  }),
);
export type FunctionRun = Static<typeof FunctionRun>;

const answered = strictObject({
  success: Success,
  run: FunctionRun,
  dry_run: Type.Boolean({ description: 'Whether nothing was applied.' }),
});
/** A function may take 30 s; the rest is for its worker and its rows. */
const RUN_DEADLINE_MS = 45_000;

export const runFunctionContract = contract({
  operationId: 'runCloudFunction',
  method: 'post',
  path: `${path}/{id}/run`,
  tag,
  scope: 'functions:run',
  summary: 'Deploy a cloud function and run it as a dry run: its effects are recorded and not applied.',
  description:
    '200 says that the run was made and stored, `run.status` how the code ended: a function that throws, takes too ' +
    'long or too much memory is answered with 200 as well. A deployment that fails is answered with 500, its stage ' +
    'and its place, and stores no run. With `source` that code runs instead of the saved one, which asks for the ' +
    'scope functions:write too, as code can read the function’s secrets; its effects can not be applied.',
  params,
  body: strictObject({ ctx: optional(FunctionContext), source: optional(Source) }),
  bodyOptional: true,
  idempotency: 'leased',
  deadlineMs: RUN_DEADLINE_MS,
  success: { 200: answered },
  errors: [
    ...(['FUNCTION_NOT_FOUND', 'LEAD_NOT_FOUND', 'INVALID_DATE', 'INVALID_TIMEZONE'] as const),
    ...(['FUNCTION_DEPLOY_FAILED', 'FUNCTION_BUSY'] as const),
  ],
});

export const listFunctionRunsContract = contract({
  operationId: 'listCloudFunctionRuns',
  method: 'get',
  path: `${path}/{id}/runs`,
  tag,
  scope: 'functions:read',
  summary: 'List the runs of a function, newest first.',
  params,
  query: Type.Object({
    status: Type.Optional(oneOf(FUNCTION_RUN_STATUSES, { description: 'Only runs that ended so.' })),
    trigger_event: Type.Optional(Type.String({ maxLength: 100, description: 'Only runs set off so.' })),
    dry_run: Type.Optional(oneOf(['true', 'false'], { description: 'Only dry runs, or only others.' })),
    lead_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only runs about this lead.' })),
    fire_id: Type.Optional(Uuid('Only runs of this fire of the schedule.')),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      runs: Type.Array(FunctionRunSummary, { description: 'The runs.' }),
      pagination: Pagination,
    }),
  },
  errors: ['FUNCTION_NOT_FOUND'],
});

export const getFunctionRunContract = contract({
  operationId: 'getCloudFunctionRun',
  method: 'get',
  path: `${path}/runs/{run_id}`,
  tag,
  scope: 'functions:read',
  summary: 'Get a run with its effects, logs and requests.',
  params: runParams,
  success: { 200: strictObject({ success: Success, run: FunctionRun }) },
  errors: ['FUNCTION_RUN_NOT_FOUND'],
});

export const applyFunctionRunContract = contract({
  operationId: 'applyCloudFunctionRun',
  method: 'post',
  path: `${path}/runs/{run_id}/apply`,
  tag,
  scope: 'functions:run',
  summary: 'Carry out the effects of a dry run, once, and only while its leads are as it saw them.',
  params: runParams,
  body: strictObject({}),
  bodyOptional: true,
  idempotency: 'leased',
  success: { 200: strictObject({ success: Success, run: FunctionRun }) },
  errors: ['FUNCTION_RUN_NOT_FOUND', 'NOT_MODIFIABLE', 'LEAD_CHANGED'],
});

export const replayFunctionRunContract = contract({
  operationId: 'replayCloudFunctionRun',
  method: 'post',
  path: `${path}/runs/{run_id}/replay`,
  tag,
  scope: 'functions:run',
  summary: 'Run a function again on what an earlier run was given and answered, as a dry run.',
  description:
    'Time, leads, stored values and responses are those of the earlier run: nothing is fetched. Secrets are masked.',
  params: runParams,
  body: strictObject({
    version: optional(
      Type.Integer({ minimum: 1, description: 'The version of the source; the one that ran if not given.' }),
    ),
  }),
  bodyOptional: true,
  idempotency: 'leased',
  deadlineMs: RUN_DEADLINE_MS,
  success: { 200: answered },
  errors: ['FUNCTION_RUN_NOT_FOUND', 'NOT_MODIFIABLE', 'FUNCTION_DEPLOY_FAILED', 'FUNCTION_BUSY'],
});
