import { deleteView, insertView, listViews, lockView, updateView } from '../../db/accounts/views.js';
import { type Db, fromJson } from '../../db/connection.js';
import type { ViewRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import {
  createViewContract,
  deleteViewContract,
  listViewsContract,
  updateViewContract,
  type View,
} from '../../schemas/accounts/views.js';
import { roleGrants } from '../../schemas/roles.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route, type SignedIn } from '../http/route.js';
import { signedIn } from './session.js';

const KIND = 'views';

type Layout = Pick<View, 'query' | 'columns' | 'sort'>;

const toView = (row: ViewRow): View => ({
  id: row.id,
  resource: row.resource as View['resource'],
  name: row.name,
  ...fromJson<Layout>(row.layout),
  shared: row.shared,
  user_id: row.user_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Shared views can only be changed by users who can change leads. */
function assertMayShare({ role }: SignedIn): void {
  if (roleGrants(role, 'leads:write')) return;
  throw new ApiError('FORBIDDEN', { message: `Your role, ${role}, can't change shared views.` });
}

/** Locks a view that the user may change. */
async function lockOwn(db: Db, accountId: string, user: SignedIn, given: string): Promise<ViewRow> {
  const row = found(await lockView(db, accountId, user.id, pathId(given, 'VIEW_NOT_FOUND')), 'VIEW_NOT_FOUND');
  if (row.user_id !== user.id || row.shared) assertMayShare(user);
  return row;
}

export const listViewsRoute = (_deps: ApiDependencies) =>
  route(listViewsContract).handle(async (input) => {
    const { account, db, query } = input;
    const page = idPage(KIND, query);
    const whose = { accountId: account.id, userId: signedIn(input).id, resource: query.resource };
    const { rows, pagination } = idPageOf(KIND, await listViews(db, whose, page), page.limit);
    return { status: 200, body: { success: true, views: rows.map(toView), pagination } };
  });

export const createViewRoute = (_deps: ApiDependencies) =>
  route(createViewContract).handle(async (input) => {
    const { account, db, body, now } = input;
    const user = signedIn(input);
    if (body.shared) assertMayShare(user);
    const layout: Layout = { query: body.query ?? {}, columns: body.columns ?? [], sort: body.sort ?? null };
    const row: ViewRow = {
      id: newId(),
      account_id: account.id,
      user_id: user.id,
      resource: body.resource,
      name: body.name,
      layout: JSON.stringify(layout),
      shared: body.shared ?? false,
      created_at: now,
      updated_at: now,
    };
    await insertView(db, row);
    return { status: 201, body: { success: true, view: toView(row) } };
  });

export const updateViewRoute = (_deps: ApiDependencies) =>
  route(updateViewContract).handle(async (input) => {
    const { account, db, params, body, now } = input;
    const user = signedIn(input);
    const row = await lockOwn(db, account.id, user, params.id);
    if (body.shared) assertMayShare(user);
    const { name = row.name, shared = row.shared, ...layout } = body;
    const changes = {
      name,
      shared,
      updated_at: now,
      layout: JSON.stringify({ ...fromJson<Layout>(row.layout), ...layout }),
    };
    await updateView(db, row.id, changes);
    return { status: 200, body: { success: true, view: toView({ ...row, ...changes }) } };
  });

export const deleteViewRoute = (_deps: ApiDependencies) =>
  route(deleteViewContract).handle(async (input) => {
    const row = await lockOwn(input.db, input.account.id, signedIn(input), input.params.id);
    await deleteView(input.db, row.id);
    return { status: 204, body: null };
  });
