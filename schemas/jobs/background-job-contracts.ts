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
const params = Type.Object({ id: Uuid('The job.') });
const path = '/api/public/background-jobs';
const ignoredKeys = JOB_IGNORED_KEYS;
/** What a job can be refused for. */
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
    'Create a background job: it filters leads on a schedule, an event or a call, and acts in up to three steps.',
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
    trigger_type: Type.Optional(oneOf(TRIGGER_TYPES, { description: 'Only jobs fired so.' })),
    is_active: Type.Optional(oneOf(['true', 'false'], { description: 'Only active, or only inactive ones.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({ data: Type.Array(ListedJob, { description: 'The jobs.' }), pagination: Pagination }),
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
  summary: 'Change a background job: what is left out stays, null clears. A cycle that runs keeps what it began with.',
  description: 'With an `If-Match` header (the ETag) the change is refused when the job was changed meanwhile.',
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
  summary: 'Delete a background job. A cycle that runs is cancelled.',
  params,
  success: { 204: null },
  errors: ['JOB_NOT_FOUND', 'PRECONDITION_FAILED'],
});
