import { type Db, fromJson } from '../../db/connection.js';
import {
  findFunctionVersion,
  insertFunction,
  insertFunctionVersion,
  storeDeployment,
  updateFunction,
} from '../../db/functions/functions.js';
import { beginReading } from '../../db/jobs/event-cursors.js';
import type { FunctionRow, FunctionVersionRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { isZone } from '../../domain/leads/lead-zone.js';
import type { Problem } from '../../domain/problem.js';
import { checkConditions } from '../../domain/rules/conditions/index.js';
import { normalizeCron, parseCron } from '../../domain/time/cron.js';
import { COMPILER, type Deployed, deploy } from '../../functions/deploy.js';
import { newId } from '../../runtime/ids.js';
import {
  type CreateFunctionBody,
  FUNCTION_TIMEOUT_MS,
  type ScheduleBody,
  type UpdateFunctionBody,
} from '../../schemas/functions/cloud-functions.js';
import type { FunctionEvent } from '../../schemas/jobs/background-jobs.js';
import { syncFunctionSchedule } from '../instructions/functions.js';
import { leadsQueryProblems } from '../leads/leads-query.js';

/** The function's account. Its time zone is the default for schedules. */
export interface FunctionOwner {
  accountId: string;
  timezone: string;
  /** The author of the change: `key:<id>` or `user:<id>`. */
  by: string;
}

export type FunctionOutcome = { outcome: 'done'; row: FunctionRow } | { outcome: 'refused'; problems: Problem[] };

const MAX_LEADS = 50;

/** Returns what a secret of a function is sealed for. */
export const functionSecretContext = (functionId: string, name: string): string =>
  `function_secrets/${functionId}/${name}`;

const eventProblems = (event: FunctionEvent | null | undefined): Problem[] =>
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
  work: Work,
  owner: FunctionOwner,
  body: CreateFunctionBody,
): Promise<FunctionOutcome> {
  const { tx, now } = work;
  const problems = eventProblems(body.event);
  if (problems.length > 0) return { outcome: 'refused', problems };
  const row: FunctionRow = {
    id: newId(),
    account_id: owner.accountId,
    name: body.name,
    description: body.description ?? null,
    timeout_ms: body.timeout_ms ?? FUNCTION_TIMEOUT_MS.usual,
    allowed_hosts: JSON.stringify(hostsOf(body.allowed_hosts ?? [])),
    allow_http_writes: body.allow_http_writes ?? false,
    is_active: body.is_active ?? true,
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
  if (row.event !== null) await beginReading(tx, row.account_id, now);
  return { outcome: 'done', row };
}

const hostsOf = (hosts: readonly string[]): string[] => [...new Set(hosts.map((host) => host.toLowerCase()))];

/** Changes a function whose row the caller has locked; another source becomes its next version. */
export async function changeFunction(
  work: Work,
  owner: FunctionOwner,
  before: FunctionRow,
  body: UpdateFunctionBody,
): Promise<FunctionOutcome> {
  const { tx, now } = work;
  const problems = eventProblems(body.event);
  if (problems.length > 0) return { outcome: 'refused', problems };
  const current = await findFunctionVersion(tx, before.id, before.source_version);
  const newSource = body.source !== undefined && body.source !== current?.source;
  const columns = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.timeout_ms === undefined ? {} : { timeout_ms: body.timeout_ms }),
    ...(body.allowed_hosts === undefined ? {} : { allowed_hosts: JSON.stringify(hostsOf(body.allowed_hosts)) }),
    ...(body.allow_http_writes === undefined ? {} : { allow_http_writes: body.allow_http_writes }),
    ...(body.is_active === undefined ? {} : { is_active: body.is_active }),
    ...(body.event === undefined ? {} : { event: body.event === null ? null : JSON.stringify(body.event) }),
    ...(newSource ? { source_version: before.source_version + 1 } : {}),
  };
  const kept = Object.entries(columns).every(([name, value]) => before[name as keyof FunctionRow] === value);
  if (kept) return { outcome: 'done', row: before };
  const woken = (columns.is_active && !before.is_active) || (columns.event && before.event === null);
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
  if (row.cron_expression !== null && row.is_active !== before.is_active) await syncFunctionSchedule(work, row);
  if (row.event !== null) await beginReading(tx, row.account_id, now);
  return { outcome: 'done', row };
}

/** Deletes a function: nothing runs it any more. */
export async function deleteFunction(work: Work, owner: FunctionOwner, row: FunctionRow): Promise<void> {
  const { tx, now } = work;
  await updateFunction(tx, row.id, {
    deleted_at: now,
    is_active: false,
    changed_by: owner.by,
    version: row.version + 1,
    updated_at: now,
  });
  if (row.cron_expression !== null) await syncFunctionSchedule(work, row);
}

/** Gives a function a schedule, or another one. */
export async function putSchedule(
  work: Work,
  owner: FunctionOwner,
  before: FunctionRow,
  body: ScheduleBody,
): Promise<FunctionOutcome> {
  const { tx, now } = work;
  const timezone = body.timezone ?? owner.timezone;
  const problems: Problem[] = [];
  const parsed = parseCron(body.cron_expression);
  if (!parsed.ok) problems.push({ code: 'INVALID_CRON', field: '/cron_expression', message: parsed.message });
  if (!isZone(timezone)) {
    const message = 'Unknown time zone. Use an IANA name such as Europe/Madrid.';
    problems.push({ code: 'INVALID_TIMEZONE', field: '/timezone', message });
  }
  if (body.leads_query) problems.push(...leadsQueryProblems({ query: body.leads_query }, '/leads_query'));
  if (problems.length > 0) return { outcome: 'refused', problems };
  const changes: Partial<FunctionRow> = {
    cron_expression: normalizeCron(body.cron_expression),
    timezone,
    leads_query: body.leads_query ? JSON.stringify(body.leads_query) : null,
    max_leads: body.max_leads ?? MAX_LEADS,
    changed_by: owner.by,
    version: before.version + 1,
    updated_at: now,
  };
  await updateFunction(tx, before.id, changes);
  const row = { ...before, ...changes };
  await syncFunctionSchedule(work, row);
  return { outcome: 'done', row };
}

/** Takes a function's schedule away; harmless where there is none. */
export async function removeSchedule(work: Work, owner: FunctionOwner, before: FunctionRow): Promise<void> {
  const { tx, now } = work;
  if (before.cron_expression === null) return;
  await updateFunction(tx, before.id, {
    cron_expression: null,
    leads_query: null,
    changed_by: owner.by,
    version: before.version + 1,
    updated_at: now,
  });
  await syncFunctionSchedule(work, before);
}

/** A version with its program, as deployed now or earlier. */
export interface DeployedVersion extends Deployed {
  version: number;
  deployedAt: Date;
}

/**
 * Returns the program of a function's version: what was stored, or compiled now and stored. Throws `DeployError` where
 * the source can't be deployed. Two that do so at once store the same.
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

/** Reads the lists and documents of a function's row. */
export const readFunction = (row: FunctionRow) => ({
  allowedHosts: fromJson<string[]>(row.allowed_hosts),
  event: fromJson<FunctionEvent | null>(row.event),
  leadsQuery: fromJson<ScheduleBody['leads_query'] | null>(row.leads_query) ?? null,
});
