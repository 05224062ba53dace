import type { Knex } from 'knex';
import {
  findFunctionVersion,
  insertFunction,
  insertFunctionVersion,
  storeDeployment,
  updateFunction,
} from '../db/cloud-functions.js';
import { type Db, fromJson } from '../db/connection.js';
import { beginReading } from '../db/job-events.js';
import { addToOutbox } from '../db/outbox.js';
import type { FunctionRow, FunctionVersionRow } from '../db/tables-functions.js';
import { checkConditions } from '../domain/conditions/index.js';
import { parseCron } from '../domain/cron.js';
import { functionScheduleIdOf } from '../domain/flow/ids.js';
import { isZone } from '../domain/lead-zone.js';
import type { Problem } from '../domain/problem.js';
import { COMPILER, type Deployed, deploy } from '../functions/deploy.js';
import { newId } from '../runtime/ids.js';
import type { JobEvent } from '../schemas/background-jobs.js';
import {
  type CreateFunctionBody,
  FUNCTION_TIMEOUT_MS,
  type ScheduleBody,
  type UpdateFunctionBody,
} from '../schemas/cloud-functions.js';
import { leadsQueryProblems } from './leads-query.js';

/** Whose function it is; the zone is that of schedules which name none. */
export interface FunctionOwner {
  accountId: string;
  timezone: string;
  /** Who changes it: `key:<id>` or `user:<id>`. */
  by: string;
}

export type FunctionOutcome = { outcome: 'done'; row: FunctionRow } | { outcome: 'refused'; problems: Problem[] };

const MAX_LEADS = 50;

/** What a secret of a function is sealed for. */
export const functionSecretContext = (functionId: string, name: string): string =>
  `function_secrets/${functionId}/${name}`;

const eventProblems = (event: JobEvent | null | undefined): Problem[] =>
  event ? checkConditions(event.filter, '/event/filter', { event: true }) : [];

const versionOf = (row: FunctionRow, source: string, now: Date): FunctionVersionRow => ({
  function_id: row.id,
  version: row.source_version,
  account_id: row.account_id,
  source,
  code: null,
  source_map: null,
  compiler: null,
  deployed_at: null,
  created_by: row.changed_by,
  created_at: now,
});

/** Makes a function with the first version of its source. */
export async function createFunction(
  tx: Knex,
  now: Date,
  owner: FunctionOwner,
  body: CreateFunctionBody,
): Promise<FunctionOutcome> {
  const problems = eventProblems(body.event);
  if (problems.length > 0) return { outcome: 'refused', problems };
  const row: FunctionRow = {
    id: newId(),
    account_id: owner.accountId,
    name: body.name,
    description: body.description ?? null,
    timeout_ms: body.timeout_ms ?? FUNCTION_TIMEOUT_MS.usual,
    allowed_hosts: JSON.stringify(hostsOf(body.allowed_hosts ?? [])),
    allow_http_writes: body.allow_http_writes ? 1 : 0,
    is_active: body.is_active === false ? 0 : 1,
    event: body.event ? JSON.stringify(body.event) : null,
    active_since: now,
    source_version: 1,
    cron_expression: null,
    timezone: owner.timezone,
    leads_query: null,
    max_leads: MAX_LEADS,
    changed_by: owner.by,
    version: 1,
    last_run_at: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertFunction(tx, row);
  await insertFunctionVersion(tx, versionOf(row, body.source, now));
  if (row.event !== null) await beginReading(tx, row.account_id);
  return { outcome: 'done', row };
}

const hostsOf = (hosts: readonly string[]): string[] => [...new Set(hosts.map((host) => host.toLowerCase()))];

/** Changes a function whose row the caller has locked; another source becomes its next version. */
export async function changeFunction(
  tx: Knex,
  now: Date,
  owner: FunctionOwner,
  before: FunctionRow,
  body: UpdateFunctionBody,
): Promise<FunctionOutcome> {
  const problems = eventProblems(body.event);
  if (problems.length > 0) return { outcome: 'refused', problems };
  const current = await findFunctionVersion(tx, before.id, before.source_version);
  const newSource = body.source !== undefined && body.source !== current?.source;
  const columns = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.timeout_ms === undefined ? {} : { timeout_ms: body.timeout_ms }),
    ...(body.allowed_hosts === undefined ? {} : { allowed_hosts: JSON.stringify(hostsOf(body.allowed_hosts)) }),
    ...(body.allow_http_writes === undefined ? {} : { allow_http_writes: body.allow_http_writes ? 1 : 0 }),
    ...(body.is_active === undefined ? {} : { is_active: body.is_active ? 1 : 0 }),
    ...(body.event === undefined ? {} : { event: body.event === null ? null : JSON.stringify(body.event) }),
    ...(newSource ? { source_version: before.source_version + 1 } : {}),
  };
  const kept = Object.entries(columns).every(([name, value]) => before[name as keyof FunctionRow] === value);
  if (kept) return { outcome: 'done', row: before };
  const woken = (columns.is_active === 1 && before.is_active === 0) || (columns.event && before.event === null);
  const changes: Partial<FunctionRow> = {
    ...columns,
    ...(woken ? { active_since: now } : {}),
    changed_by: owner.by,
    version: before.version + 1,
    updated_at: now,
  };
  await updateFunction(tx, before.id, changes);
  const row = { ...before, ...changes };
  if (newSource) await insertFunctionVersion(tx, versionOf(row, body.source as string, now));
  if (row.cron_expression !== null && row.is_active !== before.is_active) await askForFunctionSchedule(tx, now, row);
  if (row.event !== null) await beginReading(tx, row.account_id);
  return { outcome: 'done', row };
}

/** Deletes a function: nothing runs it any more. */
export async function deleteFunction(tx: Knex, now: Date, owner: FunctionOwner, row: FunctionRow): Promise<void> {
  await updateFunction(tx, row.id, {
    deleted_at: now,
    is_active: 0,
    changed_by: owner.by,
    version: row.version + 1,
    updated_at: now,
  });
  if (row.cron_expression !== null) await askForFunctionSchedule(tx, now, row);
}

/** Gives a function a schedule, or another one. */
export async function putSchedule(
  tx: Knex,
  now: Date,
  owner: FunctionOwner,
  before: FunctionRow,
  body: ScheduleBody,
): Promise<FunctionOutcome> {
  const timezone = body.timezone ?? owner.timezone;
  const problems: Problem[] = [];
  const parsed = parseCron(body.cron_expression);
  if (!parsed.ok) problems.push({ code: 'INVALID_CRON', field: '/cron_expression', message: parsed.message });
  if (!isZone(timezone)) {
    const message = 'Unknown time zone; use an IANA name such as Europe/Madrid.';
    problems.push({ code: 'INVALID_TIMEZONE', field: '/timezone', message });
  }
  if (body.leads_query) problems.push(...leadsQueryProblems(body.leads_query, '/leads_query'));
  if (problems.length > 0) return { outcome: 'refused', problems };
  const changes: Partial<FunctionRow> = {
    cron_expression: body.cron_expression,
    timezone,
    leads_query: body.leads_query ? JSON.stringify(body.leads_query) : null,
    max_leads: body.max_leads ?? MAX_LEADS,
    changed_by: owner.by,
    version: before.version + 1,
    updated_at: now,
  };
  await updateFunction(tx, before.id, changes);
  const row = { ...before, ...changes };
  await askForFunctionSchedule(tx, now, row);
  return { outcome: 'done', row };
}

/** Takes a function's schedule away; harmless where there is none. */
export async function removeSchedule(tx: Knex, now: Date, owner: FunctionOwner, before: FunctionRow): Promise<void> {
  if (before.cron_expression === null) return;
  await updateFunction(tx, before.id, {
    cron_expression: null,
    leads_query: null,
    changed_by: owner.by,
    version: before.version + 1,
    updated_at: now,
  });
  await askForFunctionSchedule(tx, now, before);
}

/** Asks for the function's schedule to be made what its row says; doing so twice, or late, is harmless. */
export async function askForFunctionSchedule(tx: Knex, now: Date, row: FunctionRow): Promise<void> {
  await addToOutbox(tx, now, [
    {
      accountId: row.account_id,
      kind: 'schedule',
      workflowId: functionScheduleIdOf(row.id),
      args: { functionId: row.id },
    },
  ]);
}

/** A version with its program, as deployed now or earlier. */
export interface DeployedVersion extends Deployed {
  version: number;
  deployedAt: Date;
}

/**
 * The program of a function's version: what was stored, or compiled now and stored. Throws `DeployError` where the
 * source can't be deployed. Two that do so at once store the same.
 */
export async function deployedVersion(
  db: Db,
  now: Date,
  functionId: string,
  version: number,
): Promise<DeployedVersion | undefined> {
  const row = await findFunctionVersion(db, functionId, version);
  if (!row) return undefined;
  if (row.code !== null && row.compiler === COMPILER) {
    return { version, code: row.code, sourceMap: row.source_map ?? '', deployedAt: row.deployed_at ?? row.created_at };
  }
  const deployed = await deploy(row.source);
  await storeDeployment(db, row, {
    code: deployed.code,
    source_map: deployed.sourceMap,
    compiler: COMPILER,
    deployed_at: now,
  });
  return { ...deployed, version, deployedAt: now };
}

/** The lists and documents of a function's row, read. */
export const readFunction = (row: FunctionRow) => ({
  allowedHosts: fromJson<string[]>(row.allowed_hosts),
  event: fromJson<JobEvent | null>(row.event),
  leadsQuery: fromJson<ScheduleBody['leads_query'] | null>(row.leads_query) ?? null,
});
