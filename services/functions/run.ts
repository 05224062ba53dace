import { createHash } from 'node:crypto';
import { type Db, fromJson } from '../../db/connection.js';
import { insertEvents } from '../../db/events/events.js';
import { findFunctionById, listFunctionSecrets, updateFunction } from '../../db/functions/functions.js';
import { findFunctionRunById, lockPendingRun, updateFunctionRun } from '../../db/functions/runs.js';
import { findLead, listLeadVersions } from '../../db/leads/leads.js';
import type { FunctionRow, FunctionRunRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { createMasking, type Masking } from '../../domain/functions/masking.js';
import { DeployError, deploy } from '../../functions/deploy.js';
import { inSource } from '../../functions/places.js';
import type { SandboxPool } from '../../functions/sandbox.js';
import type { SafeFetch } from '../../runtime/safe-fetch.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type {
  FunctionContext,
  FunctionEffect,
  FunctionLog,
  FunctionRequest,
  FunctionRunError,
  FunctionRunStatus,
} from '../../schemas/functions/function-runs.js';
import { textOrNull } from '../rules/run-function.js';
import { applyFunctionEffects, leadOf } from './apply-effects.js';
import { bookForRun } from './bookings.js';
import { deployedVersion, functionSecretContext, readFunction } from './functions.js';
import { createFunctionHost } from './host.js';
import { leadsReader } from './host-leads-query.js';
import { type Journal, maskedEffect, recordingHost, replayingHost } from './journal.js';
import { functionLead } from './lead-view.js';
import { withoutErased } from './without-erased.js';

export interface FunctionDependencies extends WorkDependencies {
  pool: SandboxPool;
  box: SecretBox;
  /** Requests to addresses that functions choose. */
  fetch: SafeFetch;
}

/**
 * Makes a run: deploys its function if need be, runs it in a sandbox on what the row says, and records what came of it.
 * The effects of a run that is no dry run are carried out in the same transaction as the record, so a repeat after it
 * does nothing. Rejects with `SandboxBusyError` when no sandbox gets free, and with the signal's reason when the worker
 * has to let go of it; the run is then still to be made.
 */
export async function executeFunction(
  deps: FunctionDependencies,
  runId: string,
  signal?: AbortSignal,
): Promise<{ row: FunctionRunRow } | undefined> {
  const { db, clock } = deps;
  const row = await findFunctionRunById(db, runId);
  if (!row) return undefined;
  if (row.status !== 'pending') return { row };
  const fn = await findFunctionById(db, row.function_id);
  const isUnavailable = !fn || fn.deleted_at !== null || (!row.dry_run && !fn.is_active);
  if (isUnavailable) return finish(deps, row, fn, { ...NOTHING, ...failed('cancelled', 'The function is inactive.') });
  try {
    const outcome = await runCode(deps, fn, row, clock.now(), signal);
    if (outcome.status === 'cancelled') throwIfAbandoned(signal);
    return finish(deps, row, fn, outcome);
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    const [cause] = error.problems;
    const failure = {
      name: 'DeployError',
      message: error.message,
      stack: '',
      line: cause?.line ?? null,
      column: cause?.column ?? null,
    };
    return finish(deps, row, fn, { ...NOTHING, status: 'error', error: failure });
  }
}

/**
 * Throws if a worker has to abandon its work because it stops or lost its heartbeat. Another worker then does it.
 * Temporal reports an operator's cancellation with this reason alone, and then no worker does it.
 */
export function throwIfAbandoned(signal: AbortSignal | undefined): void {
  if (signal?.aborted && signal.reason?.message !== 'CANCELLED') throw signal.reason;
}

/** The outcome of a run's code, before it is stored. */
interface Outcome {
  status: FunctionRunStatus;
  error: FunctionRunError | null;
  hasResult: boolean;
  result: unknown;
  durationMs: number;
  ctx: object | undefined;
  lead: { before: Record<string, unknown>; after: Record<string, unknown> } | null;
  effects: FunctionEffect[];
  logs: FunctionLog[];
  logCount: number;
  requests: FunctionRequest[];
  journal: string | null;
  versions: Record<string, number>;
  masking: Masking;
}

const NOTHING: Omit<Outcome, 'status' | 'error'> = {
  hasResult: false,
  result: null,
  durationMs: 0,
  ctx: undefined,
  lead: null,
  effects: [],
  logs: [],
  logCount: 0,
  requests: [],
  journal: null,
  versions: {},
  masking: createMasking(),
};

const failed = (status: FunctionRunStatus, message: string): Pick<Outcome, 'status' | 'error'> => ({
  status,
  error: { name: 'FunctionError', message, stack: '', line: null, column: null },
});

async function runCode(
  deps: FunctionDependencies,
  fn: FunctionRow,
  row: FunctionRunRow,
  now: Date,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { db, pool, box } = deps;
  const program = await programOf(db, now, row);
  if (!program) return { ...NOTHING, ...failed('rejected', 'The function has no such version.') };
  const given = fromJson<FunctionContext>(row.ctx);
  const recorded = row.replay_of === null ? undefined : await recordedRun(db, row.replay_of);
  if (row.replay_of !== null && !recorded) return { ...NOTHING, ...failed('rejected', 'The run has no recording.') };
  const stored = given.lead_id === undefined ? undefined : await functionLead(db, fn.account_id, given.lead_id);
  if (given.lead_id !== undefined && !stored && !recorded && row.trigger_event !== 'lead.deleted') {
    return { ...NOTHING, ctx: given, ...failed('rejected', 'The lead no longer exists.') };
  }
  const before = recorded ? recorded.leadBefore : (stored?.lead ?? given.lead ?? null);
  const ctx = before === null ? given : { ...given, lead: before };
  const at = recorded ? new Date(recorded.journal.at) : given.now === undefined ? now : new Date(given.now);
  if (Number.isNaN(at.getTime())) return { ...NOTHING, ctx: given, ...failed('rejected', 'now must be a time.') };
  const secrets = await secretsOf(deps, box, fn);
  const masking = createMasking(Object.values(secrets));
  const host = createFunctionHost({
    db,
    account: { id: fn.account_id, timezone: given.timezone ?? fn.timezone },
    functionId: fn.id,
    runId: row.id,
    agentId: row.agent_id,
    lead: before,
    now: at,
    dryRun: row.dry_run,
    allowedHosts: readFunction(fn).allowedHosts,
    allowHttpWrites: fn.allow_http_writes,
    fetch: deps.fetch,
    secrets,
    leads: leadsReader(db, fn.account_id, fn.timezone, at),
  });
  const recording = recordingHost(host);
  const sameVersion = recorded?.version === row.function_version && recorded.draft === row.draft_source;
  const replaying = recorded && replayingHost(host, recorded.journal, { runId: row.id, sameVersion, masking });
  const code = {
    code: program.code,
    entry: 'default' as const,
    owner: fn.account_id,
    now: at,
    seed: seedOf(row.replay_of ?? row.id),
    ...(recorded?.journal.clock ? { clock: recorded.journal.clock } : {}),
  };
  const outcome = await pool.run(code, ctx, replaying ?? recording, { timeMs: fn.timeout_ms }, signal);
  const effects = replaying?.effects() ?? host.effects;
  const afterwards = async () => (recorded && replaying?.isWhole() ? recorded.leadAfter : host.leadAfter());
  const after = before === null || outcome.status !== 'success' ? before : await afterwards();
  return {
    status: outcome.status,
    error: outcome.error && toError(inSource(outcome.error, program.sourceMap)),
    hasResult: outcome.hasResult,
    result: outcome.result,
    durationMs: Math.round(outcome.durationMs),
    ctx,
    lead: before && { before, after: after ?? before },
    effects,
    logs: host.logs,
    logCount: host.logCount,
    requests: host.requests,
    journal: recorded ? null : recording.journal(at, outcome.clock, masking),
    versions: await versionsOf(
      db,
      fn.account_id,
      effects,
      stored && { id: String(given.lead_id), version: stored.version },
    ),
    masking,
  };
}

/** Returns the program of a run: of its version, or of code that was not saved, which is compiled for this run. */
const programOf = (db: Db, now: Date, row: FunctionRunRow) =>
  row.draft_source === null
    ? deployedVersion(db, now, row.function_id, row.function_version)
    : deploy(row.draft_source);

const toError = ({ name, message, stack, line, column }: FunctionRunError): FunctionRunError => ({
  name,
  message,
  stack,
  line,
  column,
});

/** Returns the seed of a run's random numbers, which is the same in its retries and replays. */
const seedOf = (runId: string): number => createHash('sha256').update(`random/${runId}`).digest().readInt32BE(0);

/** Reads what an earlier run was given and answered. */
async function recordedRun(db: Db, id: string) {
  const row = await findFunctionRunById(db, id);
  const journal = row && fromJson<Journal | null>(row.journal);
  const lead = (document: string | null) => fromJson<Record<string, unknown> | null>(document);
  return (
    journal && {
      journal,
      version: row.function_version,
      draft: row.draft_source,
      leadBefore: lead(row.lead_before),
      leadAfter: lead(row.lead_after),
    }
  );
}

const secretsOf = async (
  { db }: FunctionDependencies,
  box: SecretBox,
  fn: FunctionRow,
): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await listFunctionSecrets(db, fn.id)).map(({ name, value }) => [
      name,
      box.open(value, functionSecretContext(fn.id, name)),
    ]),
  );

/** Reads the versions of the leads that effects are about: the run's own as it was read, others as they are now. */
async function versionsOf(
  db: Db,
  accountId: string,
  effects: readonly FunctionEffect[],
  own: { id: string; version: number } | undefined,
): Promise<Record<string, number>> {
  const ids = [...new Set(effects.filter(({ target }) => target.kind !== 'function').map(leadOf))].filter(
    (id) => id !== own?.id,
  );
  const rows = await listLeadVersions(db, accountId, ids);
  return Object.fromEntries([...rows, ...(own ? [own] : [])].map(({ id, version }) => [id, version]));
}

const NOT_DONE = 'The code failed.';

/** Records a run and executes its effects if it isn't a dry run. A run that was already recorded stays unchanged. */
async function finish(
  deps: FunctionDependencies,
  before: FunctionRunRow,
  fn: FunctionRow | undefined,
  outcome: Outcome,
): Promise<{ row: FunctionRunRow }> {
  const applies = !before.dry_run && outcome.status === 'success' && fn !== undefined;
  const refusals = applies ? await bookForRun(deps, effectsOf(fn, before), outcome.effects) : undefined;
  return inWork(deps, async (work) => {
    const { tx, now } = work;
    const row = await lockPendingRun(tx, before.id);
    if (!row) return { row: (await findFunctionRunById(tx, before.id)) ?? before };
    const effects = refusals
      ? await applyFunctionEffects(work, effectsOf(fn as FunctionRow, row), outcome.effects, refusals)
      : outcome.effects.map((effect) => ({
          ...effect,
          applied: false,
          ...(outcome.status === 'success' ? {} : { skipped_reason: NOT_DONE }),
        }));
    const { masking } = outcome;
    const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
    const fields = (value: object | null | undefined) => json(value ? masking.fields(value) : null);
    const lead = outcome.lead?.before;
    const changes = await withoutErased(tx, row, {
      status: outcome.status,
      ctx: fields(outcome.ctx) ?? row.ctx,
      result: outcome.hasResult ? JSON.stringify(masking.value(outcome.result ?? null)) : null,
      error: json(outcome.error && maskedError(outcome.error, masking)),
      lead_id: row.lead_id ?? textOrNull(lead?.id, 100),
      lead_name: lead
        ? [lead.first_name, lead.last_name]
            .filter((part) => typeof part === 'string' && part !== '')
            .join(' ')
            .slice(0, 400) || null
        : null,
      lead_email: textOrNull(lead?.email, 320),
      lead_before: fields(outcome.lead?.before),
      lead_after: fields(outcome.lead?.after),
      effects: json(effects.map((effect) => maskedEffect(effect, masking))),
      logs: json(outcome.logs.map((line) => masking.fields(line))),
      requests: json(outcome.requests.map((request) => ({ ...request, url: masking.text(request.url) }))),
      log_count: outcome.logCount,
      duration_ms: outcome.durationMs,
      journal: outcome.journal,
      lead_versions: JSON.stringify(outcome.versions),
      applied_at: applies ? now : null,
      ran_at: now,
    });
    await updateFunctionRun(tx, row.id, changes);
    await updateFunction(tx, row.function_id, { last_run_at: now });
    if (!row.dry_run) await emitEnded(work, row, outcome.status);
    return { row: { ...row, ...changes } };
  });
}

/** Masks what was thrown, whose texts the sandbox cuts where they are too long. */
const maskedError = (error: FunctionRunError, masking: Masking): FunctionRunError => ({
  ...error,
  name: masking.cutText(error.name),
  message: masking.cutText(error.message),
  stack: masking.cutText(error.stack),
});

/** Says whose effects a run's are. */
export const effectsOf = (fn: FunctionRow, row: FunctionRunRow) => ({
  accountId: fn.account_id,
  accountTimezone: fn.timezone,
  functionId: fn.id,
  functionName: fn.name,
  runId: row.id,
  agentId: row.agent_id,
  origin: { kind: 'function' as const, id: fn.id, depth: row.origin_depth + 1 },
});

/** Describes a run that was no dry run. */
async function emitEnded(work: Work, row: FunctionRunRow, status: FunctionRunStatus): Promise<void> {
  const { tx, now } = work;
  const lead = row.lead_id === null ? undefined : await findLead(tx, row.account_id, row.lead_id);
  await insertEvents(tx, now, [
    {
      accountId: row.account_id,
      type: status === 'success' ? 'function.run_completed' : 'function.run_failed',
      leadId: lead?.id ?? null,
      data: { function_id: row.function_id, function_run_id: row.id, status, trigger_event: row.trigger_event },
      origin: { kind: 'function', id: row.function_id, depth: row.origin_depth + 1 },
    },
  ]);
}
