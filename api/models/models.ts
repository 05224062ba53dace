import { lockAccount } from '../../db/accounts/accounts.js';
import * as rows from '../../db/models/models.js';
import type { ModelRow } from '../../db/tables.js';
import { withoutTrailing } from '../../domain/values/text.js';
import { type Config, secretsOf } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { privateHostsFor } from '../../runtime/private-host-settings.js';
import { createSecretBox, type SecretBox } from '../../runtime/secret-box.js';
import {
  createModelContract,
  deleteModelContract,
  getModelContract,
  listModelsContract,
  type Model,
  type UpdateModelBody,
  updateModelContract,
} from '../../schemas/models/models.js';
import { addressProblem, agentsWithModel, sealModelKey } from '../../services/models/models.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'models';
const NOT_FOUND = 'MODEL_NOT_FOUND';
const TIMEOUT_MS = 30_000;

/** A model as the API answers it: of its key only whether there is one. */
const toModel = (row: ModelRow): Model => ({
  id: row.id,
  key: row.model_key,
  name: row.name,
  base_url: row.base_url,
  model: row.model,
  api_key_set: row.api_key !== null,
  timeout_ms: row.timeout_ms,
  temperature: row.temperature,
  price_input: row.price_input,
  price_cached_input: row.price_cached_input,
  price_output: row.price_output,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const listModelsRoute = (_deps: ApiDependencies) =>
  route(listModelsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows: found, pagination } = idPageOf(KIND, await rows.listModels(db, account.id, page), page.limit);
    return { status: 200, body: { success: true, models: found.map(toModel), pagination } };
  });

export const getModelRoute = (_deps: ApiDependencies) =>
  route(getModelContract).handle(async ({ account, db, params }) => {
    const row = found(await rows.findModel(db, account.id, pathId(params.id, NOT_FOUND)), NOT_FOUND);
    return { status: 200, body: { success: true, model: toModel(row) } };
  });

export const createModelRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(createModelContract).handle(async ({ account, db, body, now }) => {
    const row: ModelRow = {
      id: newId(),
      account_id: account.id,
      model_key: body.key,
      name: body.name ?? body.key,
      base_url: body.base_url,
      model: body.model,
      api_key: null,
      timeout_ms: TIMEOUT_MS,
      temperature: null,
      price_input: 0,
      price_cached_input: null,
      price_output: 0,
      version: 1,
      created_at: now,
      updated_at: now,
    };
    Object.assign(row, changesOf(config, box, body, row));
    if (!(await rows.insertModel(db, row))) throw new ApiError('NAME_TAKEN', { field: '/key' });
    return { status: 201, body: { success: true, model: toModel(row) } };
  });
};

export const updateModelRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(updateModelContract).handle(async ({ account, db, params, body, now }) => {
    const id = pathId(params.id, NOT_FOUND);
    const before = found(await rows.lockModel(db, account.id, id), NOT_FOUND);
    const changes = { ...changesOf(config, box, body, before), version: before.version + 1, updated_at: now };
    const after = { ...before, ...changes };
    // Otherwise a user who can change a model could send its key to another server.
    if (after.base_url !== before.base_url && before.api_key !== null && body.api_key === undefined) {
      throw refused('/api_key', 'The URL has changed. Send the key again, or null to remove it.');
    }
    await rows.updateModel(db, id, changes);
    return { status: 200, body: { success: true, model: toModel(after) } };
  });
};

export const deleteModelRoute = (_deps: ApiDependencies) =>
  route(deleteModelContract).handle(async ({ account, db, params }) => {
    // The lock prevents the publication of an agent that references it.
    await lockAccount(db, account.id);
    const row = found(await rows.lockModel(db, account.id, pathId(params.id, NOT_FOUND)), NOT_FOUND);
    const agents = await agentsWithModel(db, account.id, row.model_key);
    if (agents.length > 0)
      throw new ApiError('IN_USE', { message: `These agents use the model: ${agents.join(', ')}.` });
    await rows.deleteModel(db, row.id);
    return { status: 204, body: null };
  });

const refused = (field: string, message: string) => new ApiError('VALIDATION_ERROR', { message, field });

function changesOf(
  config: Config,
  box: SecretBox,
  body: UpdateModelBody,
  { id, account_id }: Pick<ModelRow, 'id' | 'account_id'>,
): Partial<ModelRow> {
  const { api_key, base_url, ...plain } = body;
  const changes: Partial<ModelRow> = {};
  for (const name of [
    'name',
    'model',
    'timeout_ms',
    'temperature',
    'price_input',
    'price_cached_input',
    'price_output',
  ] as const) {
    if (plain[name] !== undefined) Object.assign(changes, { [name]: plain[name] });
  }
  if (base_url !== undefined) {
    const problem = addressProblem(base_url, account_id, privateHostsFor(config, 'MODEL_PRIVATE_HOSTS'));
    if (problem) throw refused('/base_url', problem);
    changes.base_url = withoutTrailing(base_url, '/');
  }
  if (api_key !== undefined) changes.api_key = api_key === null ? null : sealModelKey(box, id, api_key);
  return changes;
}
