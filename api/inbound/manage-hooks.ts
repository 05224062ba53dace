import { deleteHook, listHooks } from '../../db/inbound/hooks.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createHookContract, deleteHookContract, listHooksContract } from '../../schemas/inbound/provider-hooks.js';
import { createHook } from '../../services/inbound/hooks.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'hooks';

export const listHooksRoute = (_deps: ApiDependencies) =>
  route(listHooksContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listHooks(db, account.id, page), page.limit);
    const hooks = rows.map((row) => ({
      id: row.id,
      provider: row.provider,
      created_at: row.created_at.toISOString(),
      disabled_at: row.disabled_at?.toISOString() ?? null,
    }));
    return { status: 200, body: { success: true, hooks, pagination } };
  });

export const createHookRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(createHookContract).handle(async ({ work, account, body, now }) => {
    const { provider, secret } = body;
    const baseUrl = publicUrl(config);
    const made = await createHook(work, box, { accountId: account.id, provider, baseUrl, secret });
    const verifyToken = provider === 'meta_cloud' ? made.verifyToken : null;
    const hook = { id: made.id, provider, created_at: now.toISOString(), disabled_at: null };
    return {
      status: 201,
      body: { success: true, hook, url: made.url, secret: made.secret, verify_token: verifyToken },
    };
  });
};

export const deleteHookRoute = (_deps: ApiDependencies) =>
  route(deleteHookContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'HOOK_NOT_FOUND');
    if (!(await deleteHook(db, account.id, id))) throw new ApiError('HOOK_NOT_FOUND');
    return { status: 204, body: null };
  });
