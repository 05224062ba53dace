import { deleteAccountSecret, listAccountSecrets, putAccountSecret } from '../../db/account-secrets.js';
import { secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { deleteSecret, listSecrets, putSecret } from '../../schemas/job-results.js';
import { accountSecretContext } from '../../services/webhook-delivery.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { badSecretName, secretName } from '../path-id.js';
import { route } from '../route.js';

export const putSecretRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(putSecret).handle(async ({ account, db, params, body, now }) => {
    const name = secretName(params.name, badSecretName());
    const value = box.seal(body.value, accountSecretContext(account.id, name));
    await putAccountSecret(db, { account_id: account.id, name, value, created_at: now, updated_at: now });
    return { status: 200, body: { success: true, secret: { name } } };
  });
};

export const listSecretsRoute = (_deps: ApiDependencies) =>
  route(listSecrets).handle(async ({ account, db }) => {
    const secrets = (await listAccountSecrets(db, account.id)).map(({ name, created_at, updated_at }) => ({
      name,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    }));
    return { status: 200, body: { success: true, secrets } };
  });

export const deleteSecretRoute = (_deps: ApiDependencies) =>
  route(deleteSecret).handle(async ({ account, db, params }) => {
    const name = secretName(params.name, new ApiError('SECRET_NOT_FOUND'));
    if (!(await deleteAccountSecret(db, account.id, name))) throw new ApiError('SECRET_NOT_FOUND');
    return { status: 204, body: null };
  });
