import { type AgentRunFilter, listAgentRunIds, listAgentRuns } from '../../db/agent-runs/run-list.js';
import { findAgent, findDefinition } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { waitForInFlight } from '../../db/messages/in-flight.js';
import type { OpenWork } from '../../db/work.js';
import { stepByKey } from '../../domain/cadence/steps.js';
import { type BulkBody, type BulkFilter, bulkAgentRunsContract } from '../../schemas/agent-runs/agent-runs.js';
import { toAgentRuns } from '../../services/agent-runs/agent-run-view.js';
import { type BulkChange, changeRuns, previewBulk } from '../../services/agent-runs/bulk-runs.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { decodeCursor, encodeCursor } from '../http/request/paging.js';
import { found } from '../http/request/path-id.js';
import { type RouteInput, route } from '../http/route.js';

const KIND = 'bulk_runs';
const PAGE = 100;
const SHOWN = 20;
/** After this time no further page starts, and the response has the cursor. */
const BUDGET_MS = 12_000;
/** A page with rows that another transaction locks is given up well before the request's deadline. */
const PAGE_TRIES = 3;

type Input = RouteInput<typeof bulkAgentRunsContract>;

/** The progress of a bulk change: the last run it read, and the response for the runs up to it. */
interface BulkProgress {
  after: string | undefined;
  matched: number;
  changed: number;
  inFlight: string[];
}

export const bulkAgentRunsRoute = (deps: ApiDependencies) =>
  route(bulkAgentRunsContract).handle(async (input) => {
    const filter = filterOf(input.body.filter);
    const change = await changeOf(input);
    if (input.body.preview) return preview(input, filter, change);
    const { progress, more } = await changePages(deps, input, filter, change);
    const { matched, changed, after } = progress;
    return {
      status: 200,
      body: {
        success: true,
        preview: false,
        matched,
        changed,
        unchanged: matched - changed,
        workflow_runs: [],
        next_cursor: more && after !== undefined ? encodeCursor(KIND, [after]) : null,
        in_flight: await waitForInFlight(deps.db, progress.inFlight),
      },
    };
  });

/** Changes page after page. What is done is answered, also where a later page fails; nothing done is an error. */
async function changePages(
  deps: ApiDependencies,
  input: Input,
  filter: AgentRunFilter,
  change: BulkChange,
): Promise<{ progress: BulkProgress; more: boolean }> {
  const startedAt = performance.now();
  const start = { after: decodeCursor(input.body.cursor, KIND)?.[0], matched: 0, changed: 0, inFlight: [] };
  let progress: BulkProgress = { ...start, ...(input.progress.earlier as Partial<BulkProgress> | undefined) };
  for (;;) {
    try {
      const ids = await listAgentRunIds(input.db, input.account.id, filter, { after: progress.after, limit: PAGE });
      progress = await changePage(deps, input, ids, change, progress);
      if (ids.length < PAGE) return { progress, more: false };
    } catch (error) {
      if (error instanceof ApiError || progress.matched === 0) throw error;
      deps.logger.warn({ err: error }, 'A bulk change ended before its last page');
      return { progress, more: true };
    }
    if (performance.now() - startedAt > BUDGET_MS) return { progress, more: true };
  }
}

/** One page in a transaction of its own, so that no lock is held for long and what is done stays done. */
async function changePage(
  deps: ApiDependencies,
  { account, now, origin, progress, assertInTime }: Input,
  ids: readonly string[],
  change: BulkChange,
  before: BulkProgress,
): Promise<BulkProgress> {
  if (ids.length === 0) return before;
  const work = async (page: OpenWork) => {
    const changed = await changeRuns(page, account.id, ids, change, origin);
    const next: BulkProgress = {
      after: ids.at(-1),
      matched: before.matched + ids.length,
      changed: before.changed + changed,
      inFlight: [...before.inFlight, ...page.sending()],
    };
    await progress.note(page.tx, next);
    assertInTime();
    return next;
  };
  return commit(deps, now, work, PAGE_TRIES);
}

async function preview({ db, account }: Input, filter: AgentRunFilter, change: BulkChange) {
  const [{ matched, changed }, first] = await Promise.all([
    previewBulk(db, account.id, filter, change),
    listAgentRuns(db, account.id, filter, { limit: SHOWN }),
  ]);
  return {
    status: 200 as const,
    body: {
      success: true as const,
      preview: true,
      matched,
      changed,
      unchanged: matched - changed,
      workflow_runs: await toAgentRuns(db, first.slice(0, SHOWN)),
      next_cursor: null,
      in_flight: [],
    },
  };
}

const lower = (ids: readonly string[] | undefined): string[] | undefined => ids?.map((id) => id.toLowerCase());

function filterOf(filter: BulkFilter): AgentRunFilter {
  // Nulls count as absent, so a filter of nulls would mean every run there is.
  if (Object.keys(filter).length === 0) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'The filter must have at least one condition.',
      field: '/filter',
    });
  }
  return {
    open: true,
    agentId: filter.workflow_id?.toLowerCase(),
    runIds: lower(filter.workflow_run_ids),
    leadIds: lower(filter.lead_ids),
    campaignId: filter.campaign_id?.toLowerCase(),
    importId: filter.import_id?.toLowerCase(),
    cadenceStates: filter.cadence_state,
    holdReasons: filter.hold_reason,
    statusKeys: filter.status_keys,
    stepKey: filter.step_key,
  };
}

async function changeOf({ db, account, body, key, user }: Input): Promise<BulkChange> {
  switch (body.operation) {
    case 'pause': {
      const by = callerName({ key, user });
      return { operation: 'pause', reason: body.reason ?? 'paused with others', by };
    }
    case 'resume':
      return {
        operation: 'resume',
        policy: body.resume_policy ?? 'shift',
        takenOver: body.human_takeover ?? false,
      };
    case 'stop':
      return { operation: 'stop', reason: body.reason ?? null, by: user ? 'human' : 'api' };
    case 'shift':
      return { operation: 'shift', minutes: needed(body, 'shift_minutes') };
    case 'goto':
      return { operation: 'goto', stepKey: needed(body, 'step_key') };
    case 'migrate':
      return migration(db, account.id, body);
  }
}

/** The version that runs are to follow. Its steps have keys of their own, so it is one workflow's. */
async function migration(db: Db, accountId: string, { filter, to_version, steps }: BulkBody): Promise<BulkChange> {
  const agentId = filter.workflow_id?.toLowerCase();
  if (agentId === undefined) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'Specify the workflow of the runs.',
      field: '/filter/workflow_id',
    });
  }
  const agent = found(await findAgent(db, accountId, agentId), 'WORKFLOW_NOT_FOUND');
  const version = to_version ?? agent.version;
  const definition = found(await findDefinition(db, agent.id, version), 'VERSION_NOT_FOUND');
  const unknown = Object.entries(steps ?? {}).find(([, key]) => !stepByKey(definition, key));
  if (unknown) {
    throw new ApiError('VALIDATION_ERROR', {
      message: `Version ${version} has no step ${unknown[1]}.`,
      field: `/steps/${unknown[0]}`,
    });
  }
  return { operation: 'migrate', version, definition, steps: steps ?? {} };
}

function needed<K extends 'shift_minutes' | 'step_key'>(body: BulkBody, name: K): NonNullable<BulkBody[K]> {
  const value = body[name];
  if (value === undefined || value === null) {
    throw new ApiError('VALIDATION_ERROR', {
      message: `/${name} is required for ${body.operation}.`,
      field: `/${name}`,
      details: { errors: [{ field: `/${name}`, message: `is required for ${body.operation}` }] },
    });
  }
  return value;
}
