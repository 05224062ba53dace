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
const params = Type.Object({ id: Type.String() });
const runParams = Type.Object({ run_id: Type.String() });

export const FUNCTION_RUN_STATUSES = [
  ...(['success', 'error', 'timeout', 'memory_exceeded', 'effect_limit', 'rejected', 'cancelled'] as const),
] as const;

export type FunctionRunStatus = (typeof FUNCTION_RUN_STATUSES)[number];

/** The first argument of a function. */
export const FunctionContext = named(
  'FunctionContext',
  Type.Object(
    {
      event: optional(
        Type.String({ maxLength: 100, description: 'The trigger, which becomes `trigger_event` of the run.' }),
      ),
      lead_id: optional(Type.String({ maxLength: 100, description: 'ID of a lead, which is loaded into `lead`.' })),
      lead: optional(JsonObject("A lead that doesn't need to exist.")),
      workflow_id: optional(Type.String({ maxLength: 100, description: 'ID of the agent for effects on runs.' })),
      message: optional(JsonObject('Message that triggered the function.')),
      meeting: optional(JsonObject('Meeting that triggered the function.')),
      conversion: optional(JsonObject('Conversion that triggered the function.')),
      input: optional(AnyJson('Further input of the function.')),
      now: optional(Type.String({ maxLength: 40, description: "Time of the function's clock." })),
      timezone: optional(
        Type.String({ maxLength: 64, description: "IANA time zone. Defaults to the account's time zone." }),
      ),
      sample_label: optional(Type.String({ maxLength: 200, description: 'Label of the run.' })),
    },
    { additionalProperties: true, description: 'Context of the function. Other keys are passed unchanged.' },
  ),
);
export type FunctionContext = Static<typeof FunctionContext> & Record<string, unknown>;

const Effect = named(
  'FunctionEffect',
  strictObject({
    seq: Type.Integer({ description: 'Number of the effect, from 1.' }),
    type: Type.String({ description: 'Type of the effect, as for job actions.' }),
    target: strictObject({
      kind: Type.String({ description: 'Type of the target: lead, run, workflow or function.' }),
      id: Type.String(),
    }),
    params: JsonObject('Parameters of the effect.'),
    applied: Type.Boolean({ description: 'Whether the effect was applied.' }),
    skipped_reason: Type.Optional(Type.String({ description: 'Reason why the effect was skipped.' })),
    idempotency_key: Type.String({
      description: 'Idempotency key. The same effect of the same run always has the same key.',
    }),
    before: Type.Optional(AnyJson('Changed values before the effect.')),
    after: Type.Optional(AnyJson('Changed values after the effect.')),
  }),
);
export type FunctionEffect = Static<typeof Effect>;

const Log = named(
  'FunctionLog',
  strictObject({
    ts: Timestamp('Time of the log entry.'),
    level: oneOf(['debug', 'info', 'warn', 'error'], { description: 'Level of the log entry.' }),
    message: Type.String({ description: 'Text of the log entry.' }),
    data: Type.Optional(AnyJson('Additional data of the log entry.')),
  }),
);
export type FunctionLog = Static<typeof Log>;

const Request = named(
  'FunctionRequest',
  strictObject({
    seq: Type.Integer({ description: 'Number of the request, from 1.' }),
    method: Type.String({ description: 'HTTP method.' }),
    url: Type.String({ description: 'URL of the request. Query values are masked.' }),
    status: nullable(Type.Integer({ description: 'HTTP status of the response. Null without a response.' })),
    duration_ms: Type.Integer({ description: 'Duration in milliseconds.' }),
    bytes_in: Type.Integer({ description: 'Size of the response in bytes.' }),
    bytes_out: Type.Integer({ description: 'Size of the request in bytes.' }),
    blocked: Type.Boolean({ description: 'Whether the request was blocked.' }),
    reason: Type.Optional(Type.String({ description: 'Reason why the request was blocked or failed.' })),
  }),
);
export type FunctionRequest = Static<typeof Request>;

const RunError = strictObject({
  name: Type.String(),
  message: Type.String(),
  stack: Type.String({ description: 'Stack trace, limited to lines of the function.' }),
  line: nullable(Type.Integer({ description: 'Line in the source.' })),
  column: nullable(Type.Integer({ description: 'Column in the source.' })),
});
export type FunctionRunError = Static<typeof RunError>;

const summary = {
  id: Uuid(),
  function_id: Uuid('ID of the function that ran.'),
  client_id: Uuid('ID of the account.'),
  function_name: Type.String(),
  function_version: Type.Integer({ description: 'Version of the source.' }),
  trigger_event: Type.String({
    description: 'Trigger: `manual_dry_run`, `schedule`, `background_job`, `api`, or an event type.',
  }),
  sample_label: nullable(Type.String({ description: 'Label from `ctx.sample_label`.' })),
  lead_id: nullable(Type.String({ description: 'ID of the lead. Null if the run has none.' })),
  lead_name: nullable(Type.String()),
  lead_email: nullable(Type.String({ description: 'Email address of the lead.' })),
  status: oneOf(FUNCTION_RUN_STATUSES, { description: 'Outcome of the code.' }),
  duration_ms: Type.Integer({ description: 'Duration in milliseconds.' }),
  log_count: Type.Integer({ description: 'Number of log entries.' }),
  ran_at: Timestamp('Time of the run.'),
  has_result: Type.Boolean({ description: 'Whether the function returned a value.' }),
  error: nullable(RunError),
  dry_run: Type.Boolean({ description: 'Whether the effects were only recorded.' }),
  applied_at: nullable(Timestamp("Time at which the effects were applied. Null if they weren't.")),
  replay_of: nullable(Uuid("ID of the run that this run replays. Null if it isn't a replay.")),
  is_draft: Type.Boolean({ description: 'Whether the run used unsaved code instead of the saved version.' }),
};
export const FunctionRunSummary = named('CloudFunctionRunSummary', strictObject(summary));
export type FunctionRunSummary = Static<typeof FunctionRunSummary>;

export const FunctionRun = named(
  'CloudFunctionRun',
  strictObject({
    ...summary,
    result: AnyJson('Return value. Null if there is none.'),
    lead_before: nullable(JsonObject('The lead before the effects.')),
    lead_after: nullable(JsonObject('The lead after the effects.')),
    ctx: JsonObject('Context that the code received.'),
    effects: Type.Array(Effect, { description: 'Effects, in order.' }),
    logs: Type.Array(Log, { description: 'Log entries of the run, in the order of writing.' }),
    requests: Type.Array(Request, { description: 'HTTP requests.' }),
  }),
);
export type FunctionRun = Static<typeof FunctionRun>;

const answered = strictObject({
  success: Success,
  run: FunctionRun,
  dry_run: Type.Boolean({ description: 'Whether the effects were only recorded.' }),
});
/** A function may take 30 s; the rest is for its worker and its rows. */
const RUN_DEADLINE_MS = 45_000;

export const runFunctionContract = contract({
  operationId: 'runCloudFunction',
  method: 'post',
  path: `${path}/{id}/run`,
  tag,
  scope: 'functions:run',
  summary: 'Deploy a cloud function and run it as a dry run. Effects are recorded but not applied.',
  description:
    'The status is 200 if the run was executed and stored, even if the code failed; check `run.status`. A ' +
    'failed deployment returns 500 with its stage and location, and stores no run. With `source`, that code ' +
    'runs instead of the saved one. This also requires the scope functions:write, because code can read the ' +
    "function's secrets, and its effects can't be applied.",
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
    status: Type.Optional(oneOf(FUNCTION_RUN_STATUSES, { description: 'Returns only runs with this outcome.' })),
    trigger_event: Type.Optional(Type.String({ maxLength: 100, description: 'Returns only runs with this trigger.' })),
    dry_run: Type.Optional(oneOf(['true', 'false'], { description: 'Returns only dry runs, or only other runs.' })),
    lead_id: Type.Optional(Type.String({ maxLength: 100, description: 'Returns only runs for this lead.' })),
    fire_id: Type.Optional(Uuid('Returns only runs of this firing.')),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      runs: Type.Array(FunctionRunSummary, { description: 'One page of runs, newest first.' }),
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
  summary: 'Get a run with its effects, logs and HTTP requests.',
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
  summary: "Apply the effects of a dry run. This is possible once, if its leads haven't changed since then.",
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
  summary: 'Replay a run as a dry run, with the same input and responses.',
  description:
    'The replay uses the time, leads, stored values and responses of the earlier run. No requests are sent, ' +
    'and secrets are masked.',
  params: runParams,
  body: strictObject({
    version: optional(
      Type.Integer({ minimum: 1, description: 'Version of the source. Defaults to the version of the run.' }),
    ),
  }),
  bodyOptional: true,
  idempotency: 'leased',
  deadlineMs: RUN_DEADLINE_MS,
  success: { 200: answered },
  errors: ['FUNCTION_RUN_NOT_FOUND', 'NOT_MODIFIABLE', 'FUNCTION_DEPLOY_FAILED', 'FUNCTION_BUSY'],
});
