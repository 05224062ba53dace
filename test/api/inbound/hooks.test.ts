import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { signHook } from '../../../runtime/hook-signature.js';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { addHook, post, type TestHook } from '../../support/messaging.js';

const api = useApi();

async function createFixture(): Promise<{ hook: TestHook; stored: () => Promise<number>; accountId: string }> {
  const account = await api.account();
  const hook = await addHook(account);
  const stored = async () => (await api.db('inbound_events').where({ account_id: account.accountId })).length;
  return { hook, stored, accountId: account.accountId };
}

const event = (fields: Record<string, unknown> = {}) => ({ event_id: newId(), type: 'delivered', ...fields });

describe('hooks', () => {
  it('are made with an address and a secret that are shown once and never stored in the open', async () => {
    const account = await api.account();
    const made = await account.request('post', '/hooks').send({ provider: 'email' });
    expect(made.status).toBe(201);
    expect(made.body.url).toMatch(/^http:\/\/las\.test\/hooks\/email\/[\w-]{32}$/);
    const listed = await account.request('get', '/hooks');
    expect(listed.body.hooks).toEqual([made.body.hook]);
    const row = JSON.stringify(await api.db('hooks').where({ id: made.body.hook.id }).first());
    expect(row).not.toContain(made.body.secret);
    expect(row).not.toContain(made.body.url.split('/').at(-1));
    expect((await account.request('post', '/hooks').send({ provider: 'fax' })).status).toBe(400);
  });

  it('take nothing any more once they are deleted; those of others can not be', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const hook = await addHook(account);
    const [{ id }] = (await account.request('get', '/hooks')).body.hooks;
    for (const wrong of [id, newId(), 'x']) {
      const answer = await other.request('delete', `/hooks/${wrong}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'HOOK_NOT_FOUND']);
    }
    expect((await post(api, hook, event())).status).toBe(200);
    expect((await account.request('delete', `/hooks/${id}`)).status).toBe(204);
    expect((await post(api, hook, event())).status).toBe(404);
  });
});

describe('POST /hooks/{provider}/{token}', () => {
  it('stores the event and asks for its workflow before it answers 200', async () => {
    const { hook, stored, accountId } = await createFixture();
    const answer = await post(api, hook, event());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, duplicate: false });
    expect(await stored()).toBe(1);
    const row = (await api.db('inbound_events').where({ account_id: accountId }).first())!;
    const starts = await api.db('outbox').where({ account_id: accountId });
    expect(starts).toMatchObject([{ kind: 'workflow', workflow_id: `inbound/${row.id}` }]);
    expect(JSON.parse(starts[0]!.args)).toMatchObject({
      workflow: 'inboundEventWorkflow',
      input: { inboundEventId: row.id },
    });
    expect(api.dispatched.some((item) => item.workflowId === `inbound/${row.id}`)).toBe(true);
  });

  it('answers 404 for a wrong token or provider, whatever the signature', async () => {
    const { hook, stored } = await createFixture();
    for (const path of [`/hooks/email/${'x'.repeat(32)}`, hook.path.replace('email', 'voice'), '/hooks/é/x']) {
      const answer = await post(api, { ...hook, path: encodeURI(path) }, event());
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await stored()).toBe(0);
  });

  it('answers 401 for a bad, old, early or missing signature and stores nothing', async () => {
    const { hook, stored } = await createFixture();
    const body = JSON.stringify(event());
    const now = Date.now();
    const right = signHook(hook.secret, body, new Date());
    const signatures = {
      missing: undefined,
      malformed: 'v1=abc',
      mismatch: signHook(`${hook.secret}x`, body, new Date()),
      too_old: signHook(hook.secret, body, new Date(now - 301_000)),
      too_new: signHook(hook.secret, body, new Date(now + 310_000)),
    };
    for (const [reason, signature] of Object.entries(signatures)) {
      const request = supertest(api.app).post(hook.path).set('Content-Type', 'application/json');
      if (signature) request.set('X-Signature', signature);
      const answer = await request.send(body);
      expect([answer.status, answer.body.code, answer.body.details.reason]).toEqual([401, 'INVALID_SIGNATURE', reason]);
    }
    const changed = await supertest(api.app).post(hook.path).set('X-Signature', right).send(`${body} `);
    expect(changed.status).toBe(401);
    expect(await stored()).toBe(0);
    const late = await post(api, hook, body, new Date(now - 290_000));
    expect(late.status).toBe(200);
  });

  it('answers 400 for a signed body that is not an event, and stores nothing', async () => {
    const { hook, stored } = await createFixture();
    const bodies = [
      '',
      'nonsense',
      '[]',
      '"text"',
      { type: 'delivered' },
      { event_id: '', type: 'delivered' },
      { event_id: 7, type: 'delivered' },
      event({ type: 'bounce', bounce: { kind: 'medium' } }),
      event({ type: 'reply', text: { nested: true } }),
      event({ event_id: 'x'.repeat(256) }),
    ];
    for (const body of bodies) expect((await post(api, hook, body)).status).toBe(400);
    expect((await post(api, hook, '['.repeat(150_000))).status).toBe(400);
    expect(await stored()).toBe(0);
  });

  it('answers 413 for more than 5 MiB', async () => {
    const { hook } = await createFixture();
    expect((await post(api, hook, event({ text: 'x'.repeat(5 * 1024 * 1024) }))).status).toBe(413);
  });

  it('takes kinds it does not know, of any shape, and mails with characters that can not be stored', async () => {
    const { hook, stored } = await createFixture();
    expect((await post(api, hook, event({ type: 'printed', from: { any: 'shape' } }))).status).toBe(200);
    expect((await post(api, hook, event({ type: 'ünïcode kind' }))).status).toBe(200);
    expect((await post(api, hook, `{"event_id":"nul","type":"reply","text":"a\\u0000b\\ud800"}`)).status).toBe(200);
    expect(await stored()).toBe(3);
  });

  it('stores an event once, also when fifty copies come at the same time', async () => {
    const { hook, stored, accountId } = await createFixture();
    const copy = event({ event_id: 'the same, ÄÖ' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(api, hook, copy)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
    expect(await stored()).toBe(1);
    expect(await api.db('outbox').where({ account_id: accountId })).toHaveLength(1);
    expect((await post(api, hook, { ...copy, event_id: 'The same, ÄÖ' })).body.duplicate).toBe(false);
  });
});
