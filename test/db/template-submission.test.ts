import { afterEach, describe, expect, it } from '@jest/globals';
import { createSecretBox } from '../../runtime/secret-box.js';
import { syncNumber } from '../../services/template-sync.js';
import { sealAccessToken, whatsAppConfigOf } from '../../services/whatsapp-numbers.js';
import { addNumber } from '../support/agents.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { META_TOKEN } from '../support/meta-server.js';
import { useMeta } from '../support/whatsapp-scene.js';

const api = useApi();
const world = useMeta(api);
const box = createSecretBox([TEST_SECRET]);

afterEach(() => {
  world.meta.state.refuseCalls = undefined;
  expect(world.meta.violations.splice(0)).toEqual([]);
});

describe('a template that is handed in', () => {
  it.each([
    [190, 401],
    [4, 400],
    [80007, 429],
    [2, 500],
  ])(
    'while Meta refuses everything with %i is no verdict: it stays pending and is handed in again',
    async (code, status) => {
      const account = await api.account();
      const ids = { provider_phone_number_id: '100', waba_id: '200' };
      const number = await addNumber(api.db, account.accountId, { provider: 'meta_cloud', ...ids });
      const sealed = { ...number, access_token: sealAccessToken(box, number.id, META_TOKEN) };
      const offer = { name: `offer_${code}`, channel: 'whatsapp', language: 'en', category: 'MARKETING' };
      const components = [{ type: 'BODY', text: 'Hello' }];
      await account
        .request('post', '/templates')
        .send({ ...offer, components })
        .expect(201);
      const sync = () =>
        syncNumber(api.db, () => new Date(), sealed, world.providers.for(whatsAppConfigOf(sealed, box)));
      const row = () => api.db('templates').where({ account_id: account.accountId, name: offer.name }).first();
      world.meta.state.refuseCalls = { code, status };
      expect(await sync()).toMatchObject({ submitted: 0, waiting: 1 });
      expect(await row()).toMatchObject({ status: 'PENDING', provider_template_id: null, rejected_reason: null });
      world.meta.state.refuseCalls = undefined;
      expect(await sync()).toMatchObject({ submitted: 1, waiting: 0, refused: null });
      expect((await row()).provider_template_id).not.toBeNull();
    },
  );
});
