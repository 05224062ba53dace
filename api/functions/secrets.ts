import { deleteFunctionSecret, listFunctionSecrets, putFunctionSecret } from '../../db/functions/functions.js';
import { secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import {
  deleteFunctionSecretContract,
  listFunctionSecretsContract,
  putFunctionSecretContract,
} from '../../schemas/functions/cloud-function-contracts.js';
import { functionSecretContext } from '../../services/functions/functions.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { badSecretName, secretName } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { requireFunction } from './functions.js';

export const putFunctionSecretRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(putFunctionSecretContract).handle(async ({ account, db, params, body, now }) => {
    const row = await requireFunction(db, account.id, params.id);
    const name = secretName(params.name, badSecretName());
    const value = box.seal(body.value, functionSecretContext(row.id, name));
    const secret = { function_id: row.id, name, account_id: account.id, value, created_at: now, updated_at: now };
    await putFunctionSecret(db, secret);
    return { status: 200, body: { success: true, secret: { name } } };
  });
};

export const listFunctionSecretsRoute = (_deps: ApiDependencies) =>
  route(listFunctionSecretsContract).handle(async ({ account, db, params }) => {
    const row = await requireFunction(db, account.id, params.id);
    const secrets = (await listFunctionSecrets(db, row.id)).map(({ name, created_at, updated_at }) => ({
      name,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    }));
    return { status: 200, body: { success: true, secrets } };
  });

export const deleteFunctionSecretRoute = (_deps: ApiDependencies) =>
  route(deleteFunctionSecretContract).handle(async ({ account, db, params }) => {
    const row = await requireFunction(db, account.id, params.id);
    const name = secretName(params.name, new ApiError('SECRET_NOT_FOUND'));
    if (!(await deleteFunctionSecret(db, row.id, name))) throw new ApiError('SECRET_NOT_FOUND');
    return { status: 204, body: null };
  });
