import { afterEach, describe, expect, it } from '@jest/globals';
import type { WhatsAppProvider } from '../../providers/whatsapp/provider.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { sealAccessToken, whatsAppConfigOf } from '../../services/channels/whatsapp-numbers.js';
import { syncNumber } from '../../services/messages/template-sync.js';
import { addNumber } from '../support/agents.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { addHook, workInbound } from '../support/messaging.js';
import { META_TOKEN } from '../support/meta-server.js';
import { useMeta } from '../support/whatsapp-fixture.js';
import { workOn } from '../support/work.js';

const api = useApi();
const fixture = useMeta(api);
const box = createSecretBox([TEST_SECRET]);

afterEach(() => {
  Object.assign(fixture.meta.state, { refuseCalls: undefined, decide: () => 'PENDING' });
  expect(fixture.meta.violations.splice(0)).toEqual([]);
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
      const sync = () => syncNumber(workOn(api.db), sealed, fixture.providers.for(whatsAppConfigOf(sealed, box)));
      const row = () => api.db('templates').where({ account_id: account.accountId, name: offer.name }).first();
      fixture.meta.state.refuseCalls = { code, status };
      expect(await sync()).toMatchObject({ submitted: 0, waiting: 1 });
      expect(await row()).toMatchObject({ status: 'PENDING', provider_template_id: null, rejected_reason: null });
      fixture.meta.state.refuseCalls = undefined;
      expect(await sync()).toMatchObject({ submitted: 1, waiting: 0, refused: null });
      expect((await row())!.provider_template_id).not.toBeNull();
    },
  );
});

/** An account with a template that is to be handed in; its provider answers as `changed` has it. */
async function handedIn(name: string) {
  const account = await api.account();
  const number = await addNumber(api.db, account.accountId, {
    provider: 'meta_cloud',
    provider_phone_number_id: '100',
    waba_id: '200',
  });
  const sealed = { ...number, access_token: sealAccessToken(box, number.id, META_TOKEN) };
  await account
    .request('post', '/templates')
    .send({
      name,
      channel: 'whatsapp',
      language: 'en',
      category: 'MARKETING',
      components: [{ type: 'BODY', text: 'Hi' }],
    })
    .expect(201);
  const provider = fixture.providers.for(whatsAppConfigOf(sealed, box));
  return {
    account,
    number,
    provider,
    sync: (changed: Partial<WhatsAppProvider> = {}) => syncNumber(workOn(api.db), sealed, { ...provider, ...changed }),
    row: () => api.db('templates').where({ account_id: account.accountId, name }).first(),
    changes: async () =>
      (await api.db('events').where({ account_id: account.accountId, type: 'template.status_changed' })).map(
        ({ data }: { data: string }) => JSON.parse(data).status,
      ),
  };
}

describe('an event during a sync', () => {
  it('is kept if a webhook reported a template after its list was requested', async () => {
    const { account, provider, sync, row, changes } = await handedIn('approved_meanwhile');
    const hook = await addHook(account, 'meta_cloud', 'the-secret-of-the-app-at-meta');
    fixture.meta.subscribe({
      url: `${fixture.origin}${new URL(hook.url).pathname}`,
      secret: 'the-secret-of-the-app-at-meta',
    });
    await sync();
    await sync({
      async listTemplates() {
        const listed = await provider.listTemplates();
        await fixture.meta.decide('approved_meanwhile', 'APPROVED');
        expect(await workInbound(api.db, account.accountId)).toEqual(['template_status']);
        return listed;
      },
    });
    expect([(await row())!.status, await changes()]).toEqual(['APPROVED', ['APPROVED']]);
  });

  it('is kept if a person changed the number', async () => {
    const { account, number, provider, sync } = await handedIn('of_a_changed_number');
    const path = `/whatsapp-numbers/${number.id}`;
    const changes = { throughput_per_second: 20, display_name: 'Service' };
    await sync({
      async readNumber() {
        await account.request('patch', path).send(changes).expect(200);
        return provider.readNumber();
      },
    });
    expect((await account.request('get', path).expect(200)).body.whatsapp_number).toMatchObject(changes);
  });
});

describe('a template that Meta has taken without our learning of it', () => {
  it('is the one that Meta lists, though Meta refuses to take it again', async () => {
    const { provider, sync, row, changes } = await handedIn('kept_unheard');
    const unheard = sync({
      async submitTemplate(draft) {
        await provider.submitTemplate(draft);
        return { ok: false, kind: 'timeout', code: 'TIMEOUT', message: 'No answer.' };
      },
    });
    await expect(unheard).rejects.toThrow('TIMEOUT');
    expect((await row())!.provider_template_id).toBeNull();
    fixture.meta.state.decide = () => 100;
    await sync();
    const { id } = fixture.meta.templates.find(({ name }) => name === 'kept_unheard') ?? {};
    expect(await row()).toMatchObject({ status: 'PENDING', provider_template_id: id, rejected_reason: null });
    expect(await changes()).toEqual([]);
  });
});
