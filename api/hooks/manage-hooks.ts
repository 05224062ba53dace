import { deleteHook as deleteRow, listHooks as listRows } from '../../db/hooks.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createHook, deleteHook, type HookProvider, listHooks } from '../../schemas/provider-hooks.js';
import { createHook as makeHook } from '../../services/hooks.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { idPage, idPageOf } from '../paging.js';
import { pathId } from '../path-id.js';
import { route } from '../route.js';

const KIND = 'hooks';

export const listHooksRoute = (_deps: ApiDependencies) =>
  route(listHooks).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listRows(db, account.id, page), page.limit);
    const hooks = rows.map((row) => ({
      id: row.id,
      provider: row.provider as HookProvider,
      created_at: row.created_at.toISOString(),
      disabled_at: row.disabled_at?.toISOString() ?? null,
    }));
    return { status: 200, body: { success: true, hooks, pagination } };
  });

export const createHookRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(createHook).handle(async ({ account, db, body, now }) => {
    const { provider, secret } = body;
    const baseUrl = publicUrl(config);
    const made = await makeHook(db, now, box, { accountId: account.id, provider, baseUrl, secret });
    const verifyToken = provider === 'meta_cloud' ? made.verifyToken : null;
    const hook = { id: made.id, provider, created_at: now.toISOString(), disabled_at: null };
    return {
      status: 201,
      body: { success: true, hook, url: made.url, secret: made.secret, verify_token: verifyToken },
    };
  });
};

export const deleteHookRoute = (_deps: ApiDependencies) =>
  route(deleteHook).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'HOOK_NOT_FOUND');
    if (!(await deleteRow(db, account.id, id))) throw new ApiError('HOOK_NOT_FOUND');
    return { status: 204, body: null };
  });
