import { deleteAccountSecret, listAccountSecrets, putAccountSecret } from '../../db/accounts/account-secrets.js';
import { secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { deleteSecretContract, listSecretsContract, putSecretContract } from '../../schemas/jobs/job-results.js';
import { accountSecretContext } from '../../services/jobs/webhook-delivery.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { badSecretName, secretName } from '../http/request/path-id.js';
import { route } from '../http/route.js';

export const putSecretRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(putSecretContract).handle(async ({ account, db, params, body, now }) => {
    const name = secretName(params.name, badSecretName());
    const value = box.seal(body.value, accountSecretContext(account.id, name));
    await putAccountSecret(db, { account_id: account.id, name, value, created_at: now, updated_at: now });
    return { status: 200, body: { success: true, secret: { name } } };
  });
};

export const listSecretsRoute = (_deps: ApiDependencies) =>
  route(listSecretsContract).handle(async ({ account, db }) => {
    const secrets = (await listAccountSecrets(db, account.id)).map(({ name, created_at, updated_at }) => ({
      name,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    }));
    return { status: 200, body: { success: true, secrets } };
  });

export const deleteSecretRoute = (_deps: ApiDependencies) =>
  route(deleteSecretContract).handle(async ({ account, db, params }) => {
    const name = secretName(params.name, new ApiError('SECRET_NOT_FOUND'));
    if (!(await deleteAccountSecret(db, account.id, name))) throw new ApiError('SECRET_NOT_FOUND');
    return { status: 204, body: null };
  });
