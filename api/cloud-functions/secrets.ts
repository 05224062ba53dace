import {
  deleteFunctionSecret as deleteRow,
  listFunctionSecrets as listRows,
  putFunctionSecret as putRow,
} from '../../db/cloud-functions.js';
import { secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import {
  deleteFunctionSecret,
  listFunctionSecrets,
  putFunctionSecret,
} from '../../schemas/cloud-function-contracts.js';
import { functionSecretContext } from '../../services/cloud-functions.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { route } from '../route.js';
import { requireFunction } from './functions.js';

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

export const putFunctionSecretRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(putFunctionSecret).handle(async ({ account, db, params, body, now }) => {
    const row = await requireFunction(db, account.id, params.id);
    const { name } = params;
    if (!NAME.test(name)) {
      const message = 'A name has 1 to 64 letters, digits, hyphens and underscores.';
      throw new ApiError('VALIDATION_ERROR', { message, field: '/name' });
    }
    const value = box.seal(body.value, functionSecretContext(row.id, name));
    const secret = { function_id: row.id, name, account_id: account.id, value, created_at: now, updated_at: now };
    await putRow(db, secret);
    return { status: 200, body: { success: true, secret: { name } } };
  });
};

export const listFunctionSecretsRoute = (_deps: ApiDependencies) =>
  route(listFunctionSecrets).handle(async ({ account, db, params }) => {
    const row = await requireFunction(db, account.id, params.id);
    const secrets = (await listRows(db, row.id)).map(({ name, created_at, updated_at }) => ({
      name,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    }));
    return { status: 200, body: { success: true, secrets } };
  });

export const deleteFunctionSecretRoute = (_deps: ApiDependencies) =>
  route(deleteFunctionSecret).handle(async ({ account, db, params }) => {
    const row = await requireFunction(db, account.id, params.id);
    if (!(await deleteRow(db, row.id, params.name))) throw new ApiError('SECRET_NOT_FOUND');
    return { status: 204, body: null };
  });
