import { deleteHook, listHooks, lockOpenHook } from '../../db/inbound/hooks.js';
import type { HookRow } from '../../db/tables.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import {
  createHookContract,
  deleteHookContract,
  listHooksContract,
  setHookSecretContract,
} from '../../schemas/inbound/provider-hooks.js';
import { createHook, replaceHookSecret } from '../../services/inbound/hooks.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { checkHookSecret } from './provider-adapters.js';

const KIND = 'hooks';

const toHook = ({ id, provider, created_at, disabled_at }: HookRow) => ({
  id,
  provider,
  created_at: created_at.toISOString(),
  disabled_at: disabled_at?.toISOString() ?? null,
});

export const listHooksRoute = (_deps: ApiDependencies) =>
  route(listHooksContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listHooks(db, account.id, page), page.limit);
    return { status: 200, body: { success: true, hooks: rows.map(toHook), pagination } };
  });

export const createHookRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(createHookContract).handle(async ({ work, account, body, now }) => {
    const { provider, secret } = body;
    const baseUrl = publicUrl(config);
    if (secret !== undefined) checkHookSecret(provider, secret);
    const made = await createHook(work, box, { accountId: account.id, provider, baseUrl, secret });
    const verifyToken = provider === 'meta_cloud' ? made.verifyToken : null;
    const hook = { id: made.id, provider, created_at: now.toISOString(), disabled_at: null };
    return {
      status: 201,
      body: { success: true, hook, url: made.url, secret: made.secret, verify_token: verifyToken },
    };
  });
};

export const setHookSecretRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(setHookSecretContract).handle(async ({ work, account, db, params, body }) => {
    const id = pathId(params.id, 'HOOK_NOT_FOUND');
    const hook = found(await lockOpenHook(db, account.id, id), 'HOOK_NOT_FOUND');
    checkHookSecret(hook.provider, body.secret);
    await replaceHookSecret(work, box, hook, body.secret);
    return { status: 200, body: { success: true, hook: toHook(hook) } };
  });
};

export const deleteHookRoute = (_deps: ApiDependencies) =>
  route(deleteHookContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'HOOK_NOT_FOUND');
    if (!(await deleteHook(db, account.id, id))) throw new ApiError('HOOK_NOT_FOUND');
    return { status: 204, body: null };
  });
