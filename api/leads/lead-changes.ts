import { findUser } from '../../db/accounts/users.js';
import { findAgent } from '../../db/agents/agents.js';
import {
  findLeadChange,
  insertLeadChange,
  listLeadChanges,
  lockLeadChange,
  updateLeadChange,
} from '../../db/leads/lead-changes.js';
import { listCampaignNames } from '../../db/leads/lead-details.js';
import { listLeads } from '../../db/leads/lead-list.js';
import { listNamedLeads } from '../../db/leads/names.js';
import { waitForInFlight } from '../../db/messages/in-flight.js';
import type { LeadChangeRow } from '../../db/tables.js';
import { type OpenWork, openWork } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import {
  type ChangeBody,
  changeLeadsContract,
  getLeadChangeContract,
  type LeadChange,
  listLeadChangesContract,
  UNDOABLE_MS,
  undoLeadChangeContract,
} from '../../schemas/rules/lead-changes.js';
import { type ChangeContext, changeLeads, type LeadOperation, undoNext } from '../../services/leads/change-leads.js';
import { queryLeads } from '../../services/leads/leads-query.js';
import { readTags } from '../../services/leads/read-lead.js';
import type { ApiDependencies } from '../dependencies.js';
import { assertMayAlso } from '../http/auth/assert-scope.js';
import { callerName } from '../http/auth/caller-name.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { type RouteInput, route } from '../http/route.js';
import { filterOf } from './list-leads.js';
import { leadsRequest } from './query-leads.js';

const KIND = 'lead_changes';
const PAGE = 100;
const SHOWN = 20;
/** After this time no further page starts, and the response has the cursor. */
const BUDGET_MS = 12_000;
/** A page with rows that another transaction locks is given up well before the request's deadline. */
const PAGE_TRIES = 3;

type Input = RouteInput<typeof changeLeadsContract>;

/** The progress of a change. */
interface Progress {
  changeId: string;
  /** The start of the next page: null if there is none, undefined at the start. */
  after: string | null | undefined;
  matched: number;
  changed: number;
  refused: Record<string, number>;
  first: string[];
  inFlight: string[];
}

const toChange = (row: LeadChangeRow, now: Date): LeadChange => {
  const until = new Date(row.created_at.getTime() + UNDOABLE_MS);
  const undoable = !row.undone && row.operation !== 'delete' && until > now;
  return {
    id: row.id,
    operation: row.operation as LeadChange['operation'],
    matched: row.matched,
    changed: row.changed,
    complete: row.complete,
    restored: row.restored,
    kept: row.kept,
    sent: row.sent,
    undone: row.undone,
    undone_by: row.undone_by,
    undoable_until: undoable ? until.toISOString() : null,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};

export const changeLeadsRoute = (deps: ApiDependencies) =>
  route(changeLeadsContract).handle(async (input) => {
    const { db, account, body, now } = input;
    const operation = await operationOf(input);
    const pages = pagesOf(input);
    let progress = await begin(deps, input);
    const startedAt = performance.now();
    while (progress.after !== null && performance.now() - startedAt < BUDGET_MS) {
      const page = await pages(progress.after);
      progress = await changePage(deps, input, operation, page, progress);
    }
    const { changeId, matched, changed, after } = progress;
    const row = body.preview ? undefined : await findLeadChange(db, account.id, changeId);
    const shown = body.preview ? await listNamedLeads(db, account.id, progress.first) : [];
    return {
      status: 200,
      body: {
        success: true,
        preview: body.preview ?? false,
        lead_change: row ? toChange(row, now) : null,
        matched,
        changed,
        unchanged: matched - changed,
        refused: progress.refused,
        leads: shown.map(({ id, name }) => ({ id, name })),
        next_cursor: after ? writeCursor(progress) : null,
        in_flight: await waitForInFlight(db, progress.inFlight),
      },
    };
  });

/** Encodes the cursor of a change with its counts, because those of a preview aren't stored anywhere else. */
const writeCursor = ({ changeId, after, matched, changed }: Progress): string =>
  Buffer.from(JSON.stringify([changeId, after, matched, changed])).toString('base64url');

/** Returns the start of a change: a new one, a cursor, or the progress of a lost attempt of this request. */
async function begin(deps: ApiDependencies, input: Input): Promise<Progress> {
  const { account, body, db, now, progress } = input;
  const earlier = progress.earlier as Progress | undefined;
  if (earlier) return earlier;
  const empty = { matched: 0, changed: 0, refused: {}, first: [], inFlight: [] };
  if (body.cursor !== undefined) {
    const { changeId, after, matched, changed } = readCursor(body.cursor);
    if (body.preview) return { ...empty, changeId, after, matched, changed };
    const row = found(await findLeadChange(db, account.id, changeId), 'LEAD_CHANGE_NOT_FOUND');
    return { ...empty, changeId, after, matched: row.matched, changed: row.changed };
  }
  const changeId = newId();
  if (!body.preview) {
    const { cursor: _cursor, preview: _preview, ...request } = body;
    const counts = { matched: 0, changed: 0, restored: 0, kept: 0, sent: 0 };
    await commit(deps, now, ({ tx }) =>
      insertLeadChange(tx, {
        id: changeId,
        account_id: account.id,
        operation: body.operation,
        request: JSON.stringify(request),
        ...counts,
        complete: false,
        undone: false,
        undone_by: null,
        created_by: callerName(input),
        created_at: now,
        updated_at: now,
      }),
    );
  }
  return { changeId, after: undefined, ...empty };
}

function readCursor(cursor: string): { changeId: string; after: string; matched: number; changed: number } {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    const [changeId, after, matched = 0, changed = 0] = parts;
    if (typeof changeId === 'string' && typeof after === 'string' && isCount(matched) && isCount(changed)) {
      return { changeId, after, matched, changed };
    }
  } catch {
    // Answered below, as any other cursor that is none.
  }
  throw new ApiError('VALIDATION_ERROR', { message: 'The cursor is invalid for this change.', field: '/cursor' });
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

interface PageOfLeads {
  ids: string[];
  next: string | null;
}

/** Reads the leads that are meant, page by page, each from behind the one before. */
function pagesOf({ db, account, body, now }: Input): (after: string | undefined) => Promise<PageOfLeads> {
  const { filter, query, lead_ids } = body;
  if ([filter, query, lead_ids].filter((given) => given !== undefined).length !== 1) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'Specify the leads with filter, query or lead_ids.',
      field: '/filter',
    });
  }
  if (query) {
    // In the order of their making, which no change of theirs moves.
    const { cursor: _cursor, sort: _sort, order: _order, include: _include, ...filters } = query;
    const request = leadsRequest(account, now, filters, '/query');
    return async (cursor) => {
      const more = cursor === undefined ? {} : { cursor };
      const page = await queryLeads(db, { ...request, query: { ...request.query, limit: PAGE, ...more } });
      return { ids: page.leads.map(({ id }) => id), next: page.next_cursor };
    };
  }
  if (filter && Object.keys(filter).length === 0) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'The filter must have at least one condition.',
      field: '/filter',
    });
  }
  const wanted = filter
    ? filterOf(filter, account.country, 'filter/')
    : { ids: lead_ids?.map((id) => id.toLowerCase()) };
  return async (after) => {
    const place = after === undefined ? {} : { after: { id: after } };
    const page = { sort: 'created_at', order: 'asc', limit: PAGE, ...place } as const;
    const rows = wanted ? await listLeads(db, account.id, wanted, page) : [];
    const ids = rows.slice(0, PAGE).map(({ id }) => id);
    return { ids, next: rows.length > PAGE ? (ids.at(-1) ?? null) : null };
  };
}

/** One page in a transaction of its own; a preview takes all of it back again. */
async function changePage(
  deps: ApiDependencies,
  input: Input,
  operation: LeadOperation,
  { ids, next }: PageOfLeads,
  before: Progress,
): Promise<Progress> {
  const { account, origin, requestId, progress, body, now } = input;
  const context: ChangeContext = { account, origin, requestId };
  const { changeId } = before;
  const change = async (work: OpenWork): Promise<Progress> => {
    const { changed, refused } = await changeLeads(work, context, { changeId, ids, operation });
    const all = { ...before.refused };
    for (const [code, n] of Object.entries(refused)) all[code] = (all[code] ?? 0) + n;
    return {
      changeId,
      after: next,
      refused: all,
      matched: before.matched + ids.length,
      changed: before.changed + changed.length,
      first: [...before.first, ...changed].slice(0, SHOWN),
      inFlight: body.preview ? [] : [...before.inFlight, ...work.sending()],
    };
  };
  if (body.preview) return tryChange(deps, now, change);
  return commit(
    deps,
    now,
    async (work) => {
      const row = await lockLeadChange(work.tx, changeId);
      if (row?.undone) throw new ApiError('NOT_MODIFIABLE', { message: 'The change has already been undone.' });
      const { matched, changed, ...rest } = await change(work);
      await updateLeadChange(work.tx, changeId, { matched, changed, complete: next === null, updated_at: now });
      await progress.note(work.tx, { matched, changed, ...rest });
      input.assertInTime();
      return { matched, changed, ...rest };
    },
    PAGE_TRIES,
  );
}

/** Runs a unit of work and rolls it back, which gives its exact result. */
async function tryChange<T>({ db }: ApiDependencies, now: Date, work: (work: OpenWork) => Promise<T>): Promise<T> {
  const tx = await (db as import('knex').Knex).transaction();
  try {
    return await work(openWork(tx, now));
  } finally {
    await tx.rollback();
  }
}

/** Returns the requested operation after checking its references. */
async function operationOf({ db, account, body, key, user }: Input): Promise<LeadOperation> {
  switch (body.operation) {
    case 'add_tags':
    case 'remove_tags': {
      const tags = needed(body, 'tags');
      const read = readTags(tags);
      if (!read.ok) throw new ApiError(read.problem.code, { message: read.problem.message, field: read.problem.field });
      return { operation: body.operation, tags };
    }
    case 'set_owner': {
      const owner_id = needed(body, 'owner_id')?.toLowerCase() ?? null;
      if (owner_id !== null) found(await findUser(db, account.id, owner_id), 'USER_NOT_FOUND');
      return { operation: 'set_owner', owner_id };
    }
    case 'set_campaign': {
      const campaign_id = needed(body, 'campaign_id')?.toLowerCase() ?? null;
      if (campaign_id !== null) {
        found((await listCampaignNames(db, account.id, [campaign_id])).get(campaign_id), 'CAMPAIGN_NOT_FOUND');
      }
      return { operation: 'set_campaign', campaign_id };
    }
    case 'set_metadata':
      return { operation: 'set_metadata', metadata: needed(body, 'metadata') };
    case 'enroll': {
      assertMayAlso({ key, user }, 'automation:write', 'Enrolling leads');
      const workflow_id = needed(body, 'workflow_id').toLowerCase();
      found(await findAgent(db, account.id, workflow_id), 'WORKFLOW_NOT_FOUND');
      return { operation: 'enroll', workflow_id };
    }
    case 'delete':
      assertMayAlso({ key, user }, 'leads:delete', 'Deleting leads');
      return { operation: 'delete' };
  }
}

function needed<K extends 'tags' | 'owner_id' | 'metadata' | 'campaign_id' | 'workflow_id'>(
  body: ChangeBody,
  name: K,
): Exclude<ChangeBody[K], undefined> {
  const value = body[name];
  if (value === undefined) {
    throw new ApiError('VALIDATION_ERROR', { message: `is required for ${body.operation}`, field: `/${name}` });
  }
  return value as Exclude<ChangeBody[K], undefined>;
}

export const listLeadChangesRoute = (_deps: ApiDependencies) =>
  route(listLeadChangesContract).handle(async ({ account, db, query, now }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listLeadChanges(db, account.id, page), page.limit);
    return { status: 200, body: { success: true, lead_changes: rows.map((row) => toChange(row, now)), pagination } };
  });

export const getLeadChangeRoute = (_deps: ApiDependencies) =>
  route(getLeadChangeContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'LEAD_CHANGE_NOT_FOUND');
    const row = found(await findLeadChange(db, account.id, id), 'LEAD_CHANGE_NOT_FOUND');
    return { status: 200, body: { success: true, lead_change: toChange(row, now) } };
  });

export const undoLeadChangeRoute = (deps: ApiDependencies) =>
  route(undoLeadChangeContract).handle(async (input) => {
    const { account, db, params, now, origin, requestId } = input;
    const id = pathId(params.id, 'LEAD_CHANGE_NOT_FOUND');
    const before = found(await findLeadChange(db, account.id, id), 'LEAD_CHANGE_NOT_FOUND');
    if (!before.undone && toChange(before, now).undoable_until === null) {
      const why =
        before.operation === 'delete' ? "Deleted leads can't be restored." : 'The change is more than a day old.';
      throw new ApiError('NOT_MODIFIABLE', { message: why });
    }
    const context: ChangeContext = { account, origin, requestId };
    const undo = { changeId: id, by: callerName(input) };
    const startedAt = performance.now();
    let complete = before.undone;
    while (!complete && performance.now() - startedAt < BUDGET_MS) {
      complete = await commit(deps, now, (work) => undoNext(work, context, undo), PAGE_TRIES);
    }
    const row = found(await findLeadChange(db, account.id, id), 'LEAD_CHANGE_NOT_FOUND');
    return { status: 200, body: { success: true, lead_change: toChange(row, now), complete } };
  });
