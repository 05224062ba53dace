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
import { badSecretName, secretName } from '../path-id.js';
import { route } from '../route.js';
import { requireFunction } from './functions.js';

export const putFunctionSecretRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(putFunctionSecret).handle(async ({ account, db, params, body, now }) => {
    const row = await requireFunction(db, account.id, params.id);
    const name = secretName(params.name, badSecretName());
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
    const name = secretName(params.name, new ApiError('SECRET_NOT_FOUND'));
    if (!(await deleteRow(db, row.id, name))) throw new ApiError('SECRET_NOT_FOUND');
    return { status: 204, body: null };
  });
