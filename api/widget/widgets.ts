import { fromJson } from '../../db/connection.js';
import type { KeyedWidget } from '../../db/widget/widgets.js';
import * as rows from '../../db/widget/widgets.js';
import { secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { Static } from '../../schemas/common.js';
import {
  createWidgetContract,
  deleteWidgetContract,
  getWidgetContract,
  listWidgetsContract,
  regenerateIdentitySecretContract,
  regenerateWidgetKeyContract,
  updateWidgetContract,
  type Widget,
} from '../../schemas/widget/widgets.js';
import * as widgets from '../../services/widget/widgets.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'widgets';
const NOT_FOUND = 'WIDGET_NOT_FOUND';

const toWidget = (row: KeyedWidget): Static<typeof Widget> => ({
  id: row.id,
  name: row.name,
  workflow_id: row.agent_id,
  key: row.public_key,
  allowed_domains: fromJson(row.allowed_domains),
  request_contact: row.request_contact,
  contact_confirmation: row.contact_confirmation,
  ...widgets.settingsOf(row),
  is_active: row.is_active,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Returns what was done, or throws the error that says why it wasn't. */
function doneOrThrow<Done>(result: widgets.WidgetOutcome<Done>): Done {
  if (result.outcome === 'done') return result;
  if (result.outcome === 'missing') throw new ApiError(NOT_FOUND);
  if (result.outcome === 'no_agent') throw new ApiError('WORKFLOW_NOT_FOUND', { field: '/workflow_id' });
  const [first] = result.problems;
  const errors = result.problems.map(({ field, message }) => ({ field, message }));
  throw new ApiError('VALIDATION_ERROR', { message: first?.message, field: first?.field, details: { errors } });
}

export const listWidgetsRoute = (_deps: ApiDependencies) =>
  route(listWidgetsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows: found, pagination } = idPageOf(KIND, await rows.listWidgets(db, account.id, page), page.limit);
    return { status: 200, body: { success: true, widgets: found.map(toWidget), pagination } };
  });

export const getWidgetRoute = (_deps: ApiDependencies) =>
  route(getWidgetContract).handle(async ({ account, db, params }) => {
    const row = found(await rows.findWidget(db, account.id, pathId(params.id, NOT_FOUND)), NOT_FOUND);
    return { status: 200, body: { success: true, widget: toWidget(row) } };
  });

export const createWidgetRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(createWidgetContract).handle(async ({ work, account, body }) => {
    const { widget, identitySecret } = doneOrThrow(await widgets.createWidget(work, box, account.id, body));
    return { status: 201, body: { success: true, widget: toWidget(widget), identity_secret: identitySecret } };
  });
};

export const updateWidgetRoute = (_deps: ApiDependencies) =>
  route(updateWidgetContract).handle(async ({ work, account, params, body }) => {
    const id = pathId(params.id, NOT_FOUND);
    const { widget } = doneOrThrow(await widgets.changeWidget(work, account.id, id, body));
    return { status: 200, body: { success: true, widget: toWidget(widget) } };
  });

export const deleteWidgetRoute = (_deps: ApiDependencies) =>
  route(deleteWidgetContract).handle(async ({ work, account, params }) => {
    found(await widgets.deleteWidget(work, account.id, pathId(params.id, NOT_FOUND)), NOT_FOUND);
    return { status: 204, body: null };
  });

export const regenerateWidgetKeyRoute = (_deps: ApiDependencies) =>
  route(regenerateWidgetKeyContract).handle(async ({ work, account, params }) => {
    const id = pathId(params.id, NOT_FOUND);
    const widget = found(await widgets.regenerateWidgetKey(work, account.id, id), NOT_FOUND);
    return { status: 200, body: { success: true, widget: toWidget(widget) } };
  });

export const regenerateIdentitySecretRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(regenerateIdentitySecretContract).handle(async ({ work, account, params }) => {
    const id = pathId(params.id, NOT_FOUND);
    const secret = found(await widgets.regenerateIdentitySecret(work, box, account.id, id), NOT_FOUND);
    return { status: 200, body: { success: true, identity_secret: secret } };
  });
};
