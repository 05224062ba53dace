import {
  nullable,
  oneOf,
  PageQuery,
  Pagination,
  SecretName,
  Success,
  strictObject,
  Timestamp,
  Type,
} from '../common.js';
import { contract } from '../contract.js';
import {
  CloudFunction,
  CreateFunctionBody,
  Fire,
  FunctionSummary,
  FunctionVersion,
  ScheduleBody,
  Source,
  UpdateFunctionBody,
} from './cloud-functions.js';

const tag = 'Cloud functions';
const path = '/api/public/cloud-functions';
/** Any text: one that is no id of a function is answered like an unknown one. */
const params = Type.Object({ id: Type.String() });
const DEFINITION_ERRORS = [
  'INVALID_CRON',
  'INVALID_TIMEZONE',
  'INVALID_DATE',
  'INVALID_REGEX',
  'UNKNOWN_OPERATOR',
  'UNKNOWN_EVENT',
] as const;
const ignoredKeys = ['id', 'version', 'deployed_at', 'schedule', 'fires', 'last_run_at', 'created_at', 'updated_at'];
const one = strictObject({ success: Success, function: CloudFunction });

export const createFunctionContract = contract({
  operationId: 'createCloudFunction',
  method: 'post',
  path,
  tag,
  ignoredKeys,
  scope: 'functions:write',
  summary: 'Create a cloud function. It is deployed at its first run, or with the deploy endpoint.',
  body: CreateFunctionBody,
  success: { 201: one },
  errors: DEFINITION_ERRORS,
});

export const listFunctionsContract = contract({
  operationId: 'listCloudFunctions',
  method: 'get',
  path,
  tag,
  scope: 'functions:read',
  summary: 'List the cloud functions, newest first, without their sources.',
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      functions: Type.Array(FunctionSummary, { description: 'One page of functions, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const getFunctionContract = contract({
  operationId: 'getCloudFunction',
  method: 'get',
  path: `${path}/{id}`,
  tag,
  scope: 'functions:read',
  summary: 'Get a cloud function with its source.',
  params,
  success: { 200: one },
  errors: ['FUNCTION_NOT_FOUND'],
});

export const updateFunctionContract = contract({
  operationId: 'updateCloudFunction',
  method: 'patch',
  path: `${path}/{id}`,
  tag,
  ignoredKeys,
  scope: 'functions:write',
  summary:
    'Update a cloud function. Omitted fields are unchanged, and null clears a field. A changed source ' +
    'creates a new version.',
  description: 'With an `If-Match` header (the ETag), the request fails if the function has changed since then.',
  params,
  body: UpdateFunctionBody,
  success: { 200: one },
  errors: ['FUNCTION_NOT_FOUND', 'PRECONDITION_FAILED', ...DEFINITION_ERRORS],
});

export const deleteFunctionContract = contract({
  operationId: 'deleteCloudFunction',
  method: 'delete',
  path: `${path}/{id}`,
  tag,
  scope: 'functions:write',
  summary: 'Delete a cloud function. Its runs are kept.',
  params,
  success: { 204: null },
  errors: ['FUNCTION_NOT_FOUND', 'PRECONDITION_FAILED'],
});

export const listFunctionVersionsContract = contract({
  operationId: 'listCloudFunctionVersions',
  method: 'get',
  path: `${path}/{id}/versions`,
  tag,
  scope: 'functions:read',
  summary: 'List the versions of a function, newest first.',
  params,
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      versions: Type.Array(FunctionVersion, { description: 'One page of versions, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['FUNCTION_NOT_FOUND'],
});

export const listFunctionFiresContract = contract({
  operationId: 'listCloudFunctionFires',
  method: 'get',
  path: `${path}/{id}/fires`,
  tag,
  scope: 'functions:read',
  summary: "List the firings of a function's schedule, newest first.",
  description: 'To list the runs of a firing, use GET /cloud-functions/{id}/runs with its `fire_id`.',
  params,
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      fires: Type.Array(Fire, { description: 'One page of firings, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['FUNCTION_NOT_FOUND'],
});

const SourceProblem = strictObject({
  severity: oneOf(['error', 'warning'], {
    description: "`error`: the source can't be deployed. `warning`: the source doesn't match the types but can run.",
  }),
  message: Type.String({ description: 'Description of the problem.' }),
  line: nullable(Type.Integer({ description: 'Line, from 1. Null if the problem concerns the whole source.' })),
  column: nullable(Type.Integer({ description: 'Column of the start, from 1.' })),
});

export const checkFunctionContract = contract({
  operationId: 'checkCloudFunction',
  method: 'post',
  path: `${path}/check`,
  tag,
  scope: 'functions:read',
  summary: 'Check a source for errors that prevent deployment, and against the types of `svc`.',
  description:
    'The types are those of `/functions/svc.d.ts`. They are checked only if the source can be deployed, ' +
    'within two seconds. Nothing is run or saved.',
  body: strictObject({ source: Source }),
  idempotency: 'leased',
  success: {
    200: strictObject({
      success: Success,
      problems: Type.Array(SourceProblem, { description: 'The first 50 problems, in the order of the source.' }),
    }),
  },
  errors: ['FUNCTION_BUSY'],
});

export const deployFunctionContract = contract({
  operationId: 'deployCloudFunction',
  method: 'post',
  path: `${path}/{id}/deploy`,
  tag,
  scope: 'functions:write',
  summary: 'Deploy the current version of a function: compile it and check the features it uses.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: {
    200: strictObject({
      success: Success,
      version: Type.Integer({ description: 'Deployed version.' }),
      bytes: Type.Integer({ description: 'Size of the compiled function in bytes.' }),
      deployed_at: Timestamp('Time of the deployment.'),
    }),
  },
  errors: ['FUNCTION_NOT_FOUND', 'FUNCTION_DEPLOY_FAILED'],
});

const secretParams = Type.Object({ ...params.properties, name: SecretName });

export const putFunctionSecretContract = contract({
  operationId: 'putFunctionSecret',
  method: 'put',
  path: `${path}/{id}/secrets/{name}`,
  tag,
  scope: 'functions:write',
  summary: 'Create or replace a secret of a function. Only `svc.secrets.get` can read it.',
  params: secretParams,
  body: strictObject({
    value: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'Value of the secret. It is masked in the output of runs.',
    }),
  }),
  success: { 200: strictObject({ success: Success, secret: strictObject({ name: SecretName }) }) },
  errors: ['FUNCTION_NOT_FOUND'],
});

export const listFunctionSecretsContract = contract({
  operationId: 'listFunctionSecrets',
  method: 'get',
  path: `${path}/{id}/secrets`,
  tag,
  scope: 'functions:read',
  summary: "List the names of a function's secrets. Values are never returned.",
  params,
  success: {
    200: strictObject({
      success: Success,
      secrets: Type.Array(
        strictObject({
          name: SecretName,
          created_at: Timestamp('Time at which the secret was created.'),
          updated_at: Timestamp('Time of the last change.'),
        }),
        { description: 'Secrets, ordered by name.' },
      ),
    }),
  },
  errors: ['FUNCTION_NOT_FOUND'],
});

export const deleteFunctionSecretContract = contract({
  operationId: 'deleteFunctionSecret',
  method: 'delete',
  path: `${path}/{id}/secrets/{name}`,
  tag,
  scope: 'functions:write',
  summary: 'Delete a secret of a function.',
  params: secretParams,
  success: { 204: null },
  errors: ['FUNCTION_NOT_FOUND', 'SECRET_NOT_FOUND'],
});

export const putFunctionScheduleContract = contract({
  operationId: 'putFunctionSchedule',
  method: 'put',
  path: `${path}/{id}/schedule`,
  tag,
  scope: 'functions:write',
  summary: 'Schedule a function. It runs once for each lead of its query, or once without a lead if it has no query.',
  params,
  body: ScheduleBody,
  success: {
    200: strictObject({
      success: Success,
      function: FunctionSummary,
      warnings: Type.Array(Type.String({ description: 'Warning code, such as `schedule_pending`.' }), {
        description: "Settings that haven't taken effect yet.",
      }),
    }),
  },
  errors: ['FUNCTION_NOT_FOUND', ...DEFINITION_ERRORS],
});

export const deleteFunctionScheduleContract = contract({
  operationId: 'deleteFunctionSchedule',
  method: 'delete',
  path: `${path}/{id}/schedule`,
  tag,
  scope: 'functions:write',
  summary: 'Delete the schedule of a function.',
  params,
  success: { 204: null },
  errors: ['FUNCTION_NOT_FOUND'],
});
