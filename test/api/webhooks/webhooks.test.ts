import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { newId } from '../../../runtime/ids.js';
import { EVENT_KINDS } from '../../../schemas/events/events.js';
import { MAX_WEBHOOKS } from '../../../schemas/webhooks/webhooks.js';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1:*' });
const MINIMAL = { url: 'http://127.0.0.1:9/', events: ['message.*'] };

let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
});

const create = (body: object, of = account) => of.request('post', '/webhooks').send(body);

describe('webhooks', () => {
  it('are created with a secret that is shown only once', async () => {
    const { body } = await create({ ...MINIMAL, description: 'CRM' }).expect(201);
    expect(body.secret).toMatch(/^whsec_/);
    expect(body.webhook).toMatchObject({ ...MINIMAL, description: 'CRM', is_active: true, disabled_reason: null });
    const read = await account.request('get', `/webhooks/${body.webhook.id}`).expect(200);
    expect(read.body.webhook).toEqual(body.webhook);
    expect(JSON.stringify(read.body)).not.toContain(body.secret);
    const listed = await account.request('get', '/webhooks').expect(200);
    expect(listed.body.webhooks).toEqual([body.webhook]);
  });

  it.each([
    ['an event that does not exist', { ...MINIMAL, events: ['message.gone'] }, '/events/0'],
    ['no event', { ...MINIMAL, events: [] }, '/events'],
    ['no address', { events: ['*'] }, '/url'],
    ['an unknown field', { ...MINIMAL, colour: 'red' }, '/colour'],
  ])('are rejected with %s, naming the field', async (_what, body, field) => {
    const answer = await create(body).expect(400);
    expect(answer.body.field).toBe(field);
  });

  it('change only in what a request names', async () => {
    const { webhook } = (await create(MINIMAL).expect(201)).body;
    const changed = await account
      .request('patch', `/webhooks/${webhook.id}`)
      .send({ is_active: false, per_second: 5 })
      .expect(200);
    expect(changed.body.webhook).toMatchObject({
      ...MINIMAL,
      is_active: false,
      disabled_reason: 'user',
      per_second: 5,
    });
    const back = await account.request('patch', `/webhooks/${webhook.id}`).send({ is_active: true }).expect(200);
    expect(back.body.webhook).toMatchObject({ is_active: true, disabled_reason: null, disabled_at: null });
  });

  it('are gone after they are deleted, with their deliveries', async () => {
    const { webhook } = (await create(MINIMAL).expect(201)).body;
    await account.request('post', `/webhooks/${webhook.id}/test`).send({ event_type: 'lead.created' }).expect(202);
    await account.request('delete', `/webhooks/${webhook.id}`).expect(204);
    await account.request('get', `/webhooks/${webhook.id}`).expect(404);
    await account.request('get', `/webhooks/${webhook.id}/deliveries`).expect(404);
  });

  it('of other accounts are not found', async () => {
    const { webhook } = (await create(MINIMAL).expect(201)).body;
    const other = await api.account();
    for (const id of [webhook.id, newId()]) {
      expect((await other.request('get', `/webhooks/${id}`)).body.code).toBe('WEBHOOK_NOT_FOUND');
      await other.request('patch', `/webhooks/${id}`).send({ is_active: false }).expect(404);
      await other.request('delete', `/webhooks/${id}`).expect(404);
    }
  });

  it(`are at most ${MAX_WEBHOOKS} in an account`, async () => {
    const full = await api.account();
    for (let n = 0; n < MAX_WEBHOOKS; n += 1) await create(MINIMAL, full).expect(201);
    const refused = await create(MINIMAL, full);
    expect(refused.status).toBe(409);
    expect((await full.request('get', '/webhooks?limit=200').expect(200)).body.webhooks).toHaveLength(MAX_WEBHOOKS);
  });
});

describe('GET /event-types', () => {
  it('lists each kind of event with a schema and an example that matches it', async () => {
    const { body } = await account.request('get', '/event-types').expect(200);
    const types = body.event_types as { type: string; schema: object; example: unknown }[];
    expect(types.map(({ type }) => type).sort()).toEqual([...EVENT_KINDS].sort());
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    expect(types.filter(({ schema, example }) => !ajv.validate(schema, example))).toEqual([]);
  });
});
