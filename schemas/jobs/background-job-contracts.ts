import { oneOf, PageQuery, Pagination, strictObject, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import {
  CreatedJob,
  CreateJobBody,
  JOB_IGNORED_KEYS,
  Job,
  ListedJob,
  TRIGGER_TYPES,
  UpdateJobBody,
  Warnings,
} from './background-jobs.js';

const tag = 'Background jobs';
const params = Type.Object({ id: Uuid() });
const path = '/api/public/background-jobs';
const ignoredKeys = JOB_IGNORED_KEYS;
/** The errors for which a job is rejected. */
const DEFINITION_ERRORS = [
  'INVALID_CRON',
  'INVALID_TIMEZONE',
  'INVALID_DATE',
  'INVALID_REGEX',
  'UNKNOWN_OPERATOR',
  'UNKNOWN_ACTION',
  'UNKNOWN_EVENT',
] as const;

export const createJobContract = contract({
  operationId: 'createBackgroundJob',
  method: 'post',
  path,
  tag,
  ignoredKeys,
  scope: 'background_jobs:write',
  summary:
    'Create a background job that selects leads on a schedule, on events or on demand, and acts on them in ' +
    'up to three steps.',
  body: CreateJobBody,
  success: { 201: strictObject({ data: CreatedJob, warnings: Warnings }) },
  errors: DEFINITION_ERRORS,
});

export const listJobsContract = contract({
  operationId: 'listBackgroundJobs',
  method: 'get',
  path,
  tag,
  scope: 'background_jobs:read',
  summary: 'List the background jobs, newest first.',
  query: Type.Object({
    trigger_type: Type.Optional(oneOf(TRIGGER_TYPES, { description: 'Returns only jobs with this trigger.' })),
    is_active: Type.Optional(oneOf(['true', 'false'], { description: 'Returns only active or only inactive jobs.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      data: Type.Array(ListedJob, { description: 'One page of background jobs, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const getJobContract = contract({
  operationId: 'getBackgroundJob',
  method: 'get',
  path: `${path}/{id}`,
  tag,
  scope: 'background_jobs:read',
  summary: 'Get a background job, with its next five runs.',
  params,
  success: { 200: strictObject({ data: Job }) },
  errors: ['JOB_NOT_FOUND'],
});

export const updateJobContract = contract({
  operationId: 'updateBackgroundJob',
  method: 'patch',
  path: `${path}/{id}`,
  tag,
  ignoredKeys,
  scope: 'background_jobs:write',
  summary:
    'Update a background job. Omitted fields are unchanged, and null clears a field. A running cycle keeps ' +
    'its definition.',
  description: 'With an `If-Match` header (the ETag), the request fails if the job has changed since then.',
  params,
  body: UpdateJobBody,
  success: { 200: strictObject({ data: Job, warnings: Warnings }) },
  errors: ['JOB_NOT_FOUND', 'PRECONDITION_FAILED', ...DEFINITION_ERRORS],
});

export const deleteJobContract = contract({
  operationId: 'deleteBackgroundJob',
  method: 'delete',
  path: `${path}/{id}`,
  tag,
  scope: 'background_jobs:write',
  summary: 'Delete a background job, and cancel its running cycle.',
  params,
  success: { 204: null },
  errors: ['JOB_NOT_FOUND', 'PRECONDITION_FAILED'],
});
