import { signHook } from '../../../runtime/hook-signature.js';
import { newId } from '../../../runtime/ids.js';
import { createPushTokens } from '../../../services/inbound/push-tokens.js';
import { TEST_SECRET } from '../api.js';
import { at, type Requests, resource } from './ask.js';

export const inboundRequests: Requests = {
  listHooks: at('/hooks'),
  createHook: at('/hooks', { provider: 'email' }),
  setHookSecret: async (fixture) => ({
    path: `/api/public/hooks/${await fixture.hook()}/secret`,
    body: { secret: 'a-secret-that-the-provider-shows' },
  }),
  deleteHook: resource((fixture) => fixture.hook(), 'hooks'),
  receiveHook: async (fixture) => {
    const hook = await fixture.fullHook();
    const body = JSON.stringify({ event_id: newId(), type: 'something' });
    const headers = { 'content-type': 'application/json', 'x-signature': signHook(hook.secret, body, new Date()) };
    return { path: hook.path, body, headers };
  },
  receivePush: async () => {
    const clientState = createPushTokens([TEST_SECRET]).sign(newId());
    return { path: '/hooks/push/microsoft', body: { value: [{ clientState, changeType: 'updated' }] } };
  },
  verifyHookAddress: async (fixture) => {
    const { path, secret } = await fixture.metaHook();
    return { path: `${path}?hub.mode=subscribe&hub.challenge=7&hub.verify_token=${secret}` };
  },
};
