import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { DEFAULT_SETTINGS } from '../../../domain/widget/settings.js';
import { createSecretBox } from '../../../runtime/secret-box.js';
import { identitySecretOf, settingsOf } from '../../../services/widget/widgets.js';
import { adminJson } from '../../support/admin.js';
import { TEST_SECRET, useApi } from '../../support/api.js';
import { addAgent } from '../../support/messaging.js';
import { addWidget } from '../../support/widgets.js';

const api = useApi();
const me = (key: string) => supertest(api.app).get('/api/public/me').set('X-API-Key', key);

describe('the budget of a widget', () => {
  it.each([
    ['nothing', [], 2_000_000, null],
    ['other limits', [{ turns_per_day: 5 }], 2_000_000, null],
    ['tokens', [{ tokens_per_day: 10 }], 10, null],
    ['no tokens at all', [{ tokens_per_day: 0 }], 0, null],
    ['none', [{ tokens_per_day: null }], null, null],
    ['none, and later other limits', [{ tokens_per_day: null }, { turns_per_day: 5 }], null, null],
    ['tokens, and later none', [{ tokens_per_day: 10 }, { tokens_per_day: null }], null, null],
    ['none, and later tokens', [{ tokens_per_day: null }, { tokens_per_day: 10 }], 10, null],
    ['money', [{ micros_per_day: 10 }], null, 10],
    ['money, and later none', [{ micros_per_day: 10 }, { micros_per_day: null }], 2_000_000, null],
    ['both', [{ micros_per_day: 10, tokens_per_day: 10 }], 10, 10],
  ])('is the default one unless one was set, also to none: after %s', async (_name, changes, tokens, micros) => {
    const account = await api.account();
    const { id } = await addWidget(api, account);
    for (const limits of changes) await account.request('patch', `/widgets/${id}`).send({ limits }).expect(200);
    const shown = (await account.request('get', `/widgets/${id}`).expect(200)).body.widget.limits;
    expect(Object.keys(shown).sort()).toEqual(['micros_per_day', 'tokens_per_day', 'turns_per_day']);
    expect(shown).toMatchObject({ tokens_per_day: tokens, micros_per_day: micros });
  });

  it.each([
    ['without limits', undefined, 2_000_000],
    ['with turns only', { turns_per_day: 7 }, 2_000_000],
    ['without a budget', { turns_per_day: 7, tokens_per_day: null, micros_per_day: null }, 2_000_000],
    ['with one in money', { turns_per_day: 7, tokens_per_day: null, micros_per_day: 5 }, null],
  ])('is the default one for widgets that were stored %s', (_name, limits, tokens) => {
    const stored = { ...DEFAULT_SETTINGS, limits };
    expect(settingsOf({ settings: JSON.stringify(stored) }).limits.tokens_per_day).toBe(tokens);
  });
});

describe('chat widgets', () => {
  it('are made with all that is said and defaults for the rest, read, listed, changed in part and removed', async () => {
    const account = await api.account();
    const agentId = await addAgent(api, account);
    const made = await account
      .request('post', '/widgets')
      .send({
        name: 'Shop',
        workflow_id: agentId,
        allowed_domains: ['Shop.Example.com', '*.bücher.example', 'shop.example.com'],
        opening_message: { en: 'Hello', es: 'Hola' },
        theme: { primary_color: '#aa0000' },
      })
      .expect(201);
    const { id } = made.body.widget;
    expect(made.body.widget).toMatchObject({
      name: 'Shop',
      workflow_id: agentId,
      allowed_domains: ['shop.example.com', '*.xn--bcher-kva.example'],
      request_contact: false,
      theme: { primary_color: '#aa0000', position: 'bottom_right', launcher_text: null, avatar_url: null },
      opening_message: { en: 'Hello', es: 'Hola' },
      quick_replies: [],
      capture_form: { enabled: false, fields: [] },
      pow: { required: true, base_number: 50_000 },
      limits: { turns_per_day: 2_000, tokens_per_day: 2_000_000, micros_per_day: null },
      is_active: true,
    });
    expect(made.body.widget.key).toMatch(/^svc_pub_/);
    const form = { enabled: true, fields: [{ key: 'email', label: 'E-mail', type: 'email', required: true }] };
    const changed = await account
      .request('patch', `/widgets/${id}`)
      .send({ capture_form: form, theme: { position: 'bottom_left' }, opening_message: null, is_active: false })
      .expect(200);
    expect(changed.body.widget).toMatchObject({
      name: 'Shop',
      key: made.body.widget.key,
      theme: { primary_color: '#aa0000', position: 'bottom_left' },
      opening_message: null,
      capture_form: { enabled: true, lead_creation_on_submit: false, fields: [{ key: 'email', options: [] }] },
      is_active: false,
    });
    expect((await account.request('get', `/widgets/${id}`)).body.widget).toEqual(changed.body.widget);
    expect((await account.request('get', '/widgets')).body.widgets).toEqual([changed.body.widget]);
    await account.request('delete', `/widgets/${id}`).expect(204);
    expect((await account.request('get', `/widgets/${id}`)).body.code).toBe('WIDGET_NOT_FOUND');
    await me(made.body.widget.key).expect(401);
  });

  it('that can’t work are refused by the field that has to change', async () => {
    const account = await api.account();
    const workflow_id = await addAgent(api, account);
    for (const [body, field] of [
      [{ allowed_domains: ['shop.example.com', 'https://example.com'] }, '/allowed_domains/1'],
      [{ allowed_domains: ['*.com'] }, '/allowed_domains/0'],
      [{ capture_form: { enabled: true } }, '/capture_form/fields'],
      [{ capture_form: { fields: [{ key: 'a b', label: 'A' }] } }, '/capture_form/fields/0/key'],
      [{ capture_form: { fields: [1, 2].map(() => ({ key: 'a', label: 'A' })) } }, '/capture_form/fields/1/key'],
      [{ capture_form: { fields: [{ key: 'a', label: 'A', type: 'choice' }] } }, '/capture_form/fields/0/options'],
      [
        { capture_form: { fields: [{ key: 'phone', label: 'P' }], sms_consent: { enabled: true } } },
        '/capture_form/sms_consent/text',
      ],
      [{ theme: { primary_color: 'red' } }, '/theme/primary_color'],
      [{ theme: { colour: '#000000' } }, '/theme/colour'],
      [{ privacy_url: 'javascript:alert(1)' }, '/privacy_url'],
      [{ pow: { base_number: 5_000_000 } }, '/pow/base_number'],
    ] as const) {
      const answer = await account.request('post', '/widgets').send({ name: 'W', workflow_id, ...body });
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    }
    const foreign = await addAgent(api, await api.account());
    const answer = await account.request('post', '/widgets').send({ name: 'W', workflow_id: foreign });
    expect([answer.status, answer.body.code]).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    expect(await api.db('api_keys').where({ account_id: account.accountId, kind: 'pub' })).toEqual([]);
  });

  it('keep their agent from being deleted', async () => {
    const account = await api.account();
    const { agentId, id } = await addWidget(api, account);
    const refused = await account.request('delete', `/workflows/${agentId}`);
    expect([refused.status, refused.body.message]).toEqual([409, 'The workflow is still used by the widget Shop.']);
    await account.request('delete', `/widgets/${id}`).expect(204);
    await account.request('delete', `/workflows/${agentId}`).expect(204);
  });

  it('get a new key that ends the old one at once, and a new identity secret; the secret is shown once and kept sealed', async () => {
    const account = await api.account();
    const { id, key, identitySecret } = await addWidget(api, account);
    const box = createSecretBox([TEST_SECRET]);
    const row = async () => (await api.db('widgets').where({ id }).first())!;
    expect(JSON.stringify(await row())).not.toContain(identitySecret);
    expect(identitySecretOf(await row(), box)).toBe(identitySecret);
    await me(key).expect(403);
    const fresh = await account.request('post', `/widgets/${id}/regenerate-key`).expect(200);
    expect(fresh.body.widget.key).not.toBe(key);
    await me(key).expect(401);
    await me(fresh.body.widget.key).expect(403);
    const secret = await account.request('post', `/widgets/${id}/regenerate-identity-secret`).expect(200);
    expect(secret.body.identity_secret).not.toBe(identitySecret);
    expect(identitySecretOf(await row(), box)).toBe(secret.body.identity_secret);
    expect((await account.request('get', `/widgets/${id}`)).text).not.toContain(secret.body.identity_secret);
  });

  it('can be created, listed and given a new key by operators of the service', async () => {
    const account = await api.account();
    const workflow = await addAgent(api, account);
    const made = await adminJson<{ widget_id: string; key: string }>(
      ...['widgets', 'create', '--account', account.accountId, '--workflow', workflow, '--domains', 'a.com,*.b.com'],
    );
    const { body } = await account.request('get', `/widgets/${made.widget_id}`).expect(200);
    expect(body.widget).toMatchObject({ key: made.key, allowed_domains: ['a.com', '*.b.com'], workflow_id: workflow });
    const listed = await adminJson<{ id: string }[]>('widgets', 'list', '--account', account.accountId);
    expect(listed.map(({ id }) => id)).toEqual([made.widget_id]);
    const fresh = await adminJson<{ key: string }>('widgets', 'regenerate-key', '--widget', made.widget_id);
    await me(made.key).expect(401);
    await me(fresh.key).expect(403);
  });
});
