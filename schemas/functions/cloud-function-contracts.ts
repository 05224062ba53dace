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
const params = Type.Object({ id: Type.String({ description: 'The function.' }) });
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
  summary: 'Store a cloud function. It is deployed when it is first run, or by its deploy endpoint.',
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
      functions: Type.Array(FunctionSummary, { description: 'The functions.' }),
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
  summary: 'Change a cloud function: what is left out stays, null clears. Another source makes another version.',
  description: 'With an `If-Match` header (the ETag) the change is refused when the function was changed meanwhile.',
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
  summary: 'Delete a cloud function: nothing runs it any more. Its runs stay on record.',
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
  summary: 'List the versions of a function’s source, newest first.',
  params,
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      versions: Type.Array(FunctionVersion, { description: 'The versions.' }),
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
  summary: 'List the fires of a function’s schedule, newest first.',
  description: 'Runs of one are listed by GET /cloud-functions/{id}/runs with its `fire_id`.',
  params,
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      fires: Type.Array(Fire, { description: 'The fires.' }),
      pagination: Pagination,
    }),
  },
  errors: ['FUNCTION_NOT_FOUND'],
});

const SourceProblem = strictObject({
  severity: oneOf(['error', 'warning'], {
    description: '`error`: it can’t be deployed so. `warning`: by the types it does not fit; it runs nevertheless.',
  }),
  message: Type.String({ description: 'What is wrong.' }),
  line: nullable(Type.Integer({ description: 'The line, from 1; null where it is about the whole.' })),
  column: nullable(Type.Integer({ description: 'Where it begins in the line, from 1.' })),
});

export const checkFunctionContract = contract({
  operationId: 'checkCloudFunction',
  method: 'post',
  path: `${path}/check`,
  tag,
  scope: 'functions:read',
  summary: 'Tell what is wrong with a source: what keeps it from being deployed, or does not fit the types of `svc`.',
  description:
    'Types are those of `/functions/svc.d.ts`; they are checked where it could be deployed, within two seconds. ' +
    'Nothing is run, and nothing is kept.',
  body: strictObject({ source: Source }),
  idempotency: 'leased',
  success: {
    200: strictObject({
      success: Success,
      problems: Type.Array(SourceProblem, { description: 'The first 50, in their order in the source.' }),
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
  summary: 'Deploy a function’s current version: compile it and check what it uses.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: {
    200: strictObject({
      success: Success,
      version: Type.Integer({ description: 'The version that is deployed.' }),
      bytes: Type.Integer({ description: 'How large the compiled program is.' }),
      deployed_at: Timestamp('When it was deployed.'),
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
  summary: 'Store a secret of a function, in place of an earlier one. Only `svc.secrets.get` reads it back.',
  params: secretParams,
  body: strictObject({
    value: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'The secret. It is masked wherever a run would show it.',
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
  summary: 'List the names of a function’s secrets. Their values are never answered.',
  params,
  success: {
    200: strictObject({
      success: Success,
      secrets: Type.Array(
        strictObject({
          name: SecretName,
          created_at: Timestamp('When it was first stored.'),
          updated_at: Timestamp('When it was last changed.'),
        }),
        { description: 'The secrets, by name.' },
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
  summary: 'Run a function by the clock: once for each lead of its query, or once without a lead if there is none.',
  params,
  body: ScheduleBody,
  success: {
    200: strictObject({
      success: Success,
      function: FunctionSummary,
      warnings: Type.Array(Type.String({ description: 'Such as `schedule_pending`.' }), {
        description: 'What is not yet as it will be.',
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
  summary: 'Take a function’s schedule away.',
  params,
  success: { 204: null },
  errors: ['FUNCTION_NOT_FOUND'],
});
