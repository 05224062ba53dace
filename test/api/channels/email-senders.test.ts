import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { createSecretBox } from '../../../runtime/secret-box.js';
import { createUser } from '../../../services/accounts/accounts.js';
import { providerConfigOf } from '../../../services/channels/email-senders.js';
import { TEST_SECRET, useApi } from '../../support/api.js';
import { addAgent, addLead, addMessage } from '../../support/messaging.js';

const api = useApi();
const MINIMAL = { name: 'Sales', from_email: 'sales@example.com' };
const SMTP = { host: 'mail.example.com', port: 587, user: 'sales', password: 'very secret' };

describe('email senders', () => {
  it('need a name and an address, and use the sandbox where no mail server is given', async () => {
    const account = await api.account();
    const answer = await account.request('post', '/email-senders').send(MINIMAL);
    expect(answer.status).toBe(201);
    expect(answer.body.email_sender).toMatchObject({
      ...MINIMAL,
      provider: 'sandbox',
      smtp: null,
      smtp_password_set: false,
      from_name: null,
      ramp: null,
    });
    const { id } = answer.body.email_sender;
    expect((await account.request('get', `/email-senders/${id}`)).body.email_sender).toEqual(answer.body.email_sender);
  });

  it('set off at once what was waiting for the first of them: digests to users', async () => {
    const account = await api.account();
    const { accountId } = account;
    const { userId } = await createUser(api.db, new Date(), {
      accountId,
      name: 'Ana',
      role: 'owner' as const,
      email: `${newId()}@example.com`,
      password: 'a long password of the tests',
    });
    const digest = { account_id: accountId, user_id: userId, title: 'Look', source_kind: 'job', source_id: null };
    const shown = { channel: 'email', failure: null, read_at: null, created_at: new Date() } as const;
    const ids = await Promise.all(
      (['queued', 'delivered', 'queued'] as const).map(async (status) => {
        const id = newId();
        await api.db('notifications').insert({ ...digest, ...shown, id, status, effect_key: Buffer.from(id) });
        return id;
      }),
    );
    const woken = () => api.dispatched.filter((item) => ids.some((id) => item.workflowId === `digest/${id}`));
    await account.request('post', '/email-senders').send(MINIMAL).expect(201);
    expect(woken().map(({ workflowId }) => workflowId)).toEqual([`digest/${ids[0]}`, `digest/${ids[2]}`].sort());
    await account.request('post', '/email-senders').send(MINIMAL).expect(201);
    expect(woken()).toHaveLength(2);
  });

  it('keep the password sealed: no answer and no column shows it, and the sender can still log in', async () => {
    const account = await api.account();
    const answer = await account.request('post', '/email-senders').send({ ...MINIMAL, smtp: SMTP });
    expect(answer.status).toBe(201);
    expect(answer.body.email_sender).toMatchObject({
      provider: 'smtp',
      smtp: { host: 'mail.example.com', port: 587, secure: false, user: 'sales' },
      smtp_password_set: true,
    });
    expect(JSON.stringify(answer.body)).not.toContain('very secret');
    const row = await api.db('email_senders').where({ id: answer.body.email_sender.id }).first();
    expect(JSON.stringify(row)).not.toContain('very secret');
    expect(providerConfigOf(row!, createSecretBox([TEST_SECRET]))).toEqual({
      provider: 'smtp',
      accountId: row!.account_id,
      ...SMTP,
      secure: false,
    });
  });

  it('change only what a PATCH names, and null clears', async () => {
    const account = await api.account();
    const made = await account.request('post', '/email-senders').send({ ...MINIMAL, smtp: SMTP, per_day: 50 });
    const path = `/email-senders/${made.body.email_sender.id}`;
    const renamed = await account.request('patch', path).send({ name: 'Support', per_day: null });
    expect(renamed.status).toBe(200);
    expect(renamed.body.email_sender).toMatchObject({ name: 'Support', per_day: null, smtp_password_set: true });
    const sandbox = await account.request('patch', path).send({ smtp: null });
    expect(sandbox.body.email_sender).toMatchObject({ provider: 'sandbox', smtp: null, smtp_password_set: false });
    expect((await account.request('get', path)).body.email_sender).toEqual(sandbox.body.email_sender);
  });

  it('never send a stored password to a server that was changed without it', async () => {
    const account = await api.account();
    const made = await account.request('post', '/email-senders').send({ ...MINIMAL, smtp: SMTP });
    const path = `/email-senders/${made.body.email_sender.id}`;
    const { password: _password, ...same } = SMTP;
    expect((await account.request('patch', path).send({ smtp: same })).body.email_sender.smtp_password_set).toBe(true);
    const moved = await account.request('patch', path).send({ smtp: { ...same, host: 'mail.attacker.example' } });
    expect(moved.status).toBe(400);
    expect(moved.body.field).toBe('/smtp/password');
  });

  it('keep their mail server if they leave a connection that they have not', async () => {
    const account = await api.account();
    const smtp = { host: 'smtp.example.com', port: 587, secure: false, user: null };
    const made = await account
      .request('post', '/email-senders')
      .send({ name: 'A', from_email: 'a@example.com', smtp: { host: smtp.host } })
      .expect(201);
    const path = `/email-senders/${made.body.email_sender.id}`;
    const { body } = await account.request('patch', path).send({ connection_id: null }).expect(200);
    expect(body.email_sender).toMatchObject({ provider: 'smtp', smtp });
  });

  it('refuse addresses and names that could split a header, and unknown fields, with the field', async () => {
    const account = await api.account();
    const cases: [Record<string, unknown>, string][] = [
      [{ ...MINIMAL, from_email: 'nobody' }, '/from_email'],
      [{ ...MINIMAL, from_email: 'a@example.com\r\nBcc: b@example.com' }, '/from_email'],
      [{ ...MINIMAL, from_name: 'A\r\nBcc: b@example.com' }, '/from_name'],
      [{ ...MINIMAL, reply_to: 'nobody' }, '/reply_to'],
      [{ ...MINIMAL, smtp: { host: 'mail.example.com/x' } }, '/smtp/host'],
      [
        {
          ...MINIMAL,
          ramp: [
            { day: 1, max: 5 },
            { day: 1, max: 6 },
          ],
        },
        '/ramp',
      ],
      [{ ...MINIMAL, colour: 'red' }, '/colour'],
      [{ name: 'Sales' }, '/from_email'],
    ];
    for (const [body, field] of cases) {
      const answer = await account.request('post', '/email-senders').send(body);
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    }
  });

  it('can be deleted unless a workflow or a waiting message needs them', async () => {
    const account = await api.account();
    const make = async () => (await account.request('post', '/email-senders').send(MINIMAL)).body.email_sender.id;
    const free = await make();
    expect((await account.request('delete', `/email-senders/${free}`)).status).toBe(204);
    expect((await account.request('get', `/email-senders/${free}`)).status).toBe(404);
    const named = await make();
    await addAgent(api, account, { channels: { email_sender_id: named } });
    const waiting = await make();
    const lead = await addLead(api.db, account.accountId);
    await addMessage(api.db, lead, null, { status: 'queued', sender_id: waiting });
    for (const id of [named, waiting]) {
      const answer = await account.request('delete', `/email-senders/${id}`);
      expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
    }
  });

  it('can be deleted as the default only where no workflow counts on it', async () => {
    const account = await api.account();
    const make = async () => (await account.request('post', '/email-senders').send(MINIMAL)).body.email_sender.id;
    const [first, second] = [await make(), await make()];
    const agentId = await addAgent(api, account);
    const refused = await account.request('delete', `/email-senders/${first}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.details).toEqual({ workflows: [{ id: agentId, name: 'Agent' }] });
    expect(refused.body.message).toContain('Agent');
    expect((await account.request('delete', `/email-senders/${second}`)).status).toBe(204);
    const unrelated = await api.account();
    await addAgent(api, unrelated, { cadence: { steps: [{ key: 'ask', type: 'message', channel: 'whatsapp' }] } });
    const { body } = await unrelated.request('post', '/email-senders').send(MINIMAL);
    expect((await unrelated.request('delete', `/email-senders/${body.email_sender.id}`)).status).toBe(204);
  });

  it('of another account are answered like unknown ones', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    const { id } = (await theirs.request('post', '/email-senders').send(MINIMAL)).body.email_sender;
    const tries = async (someId: string) => [
      await mine.request('get', `/email-senders/${someId}`),
      await mine.request('patch', `/email-senders/${someId}`).send({ name: 'X' }),
      await mine.request('delete', `/email-senders/${someId}`),
    ];
    const bodies = async (someId: string) =>
      (await tries(someId)).map(({ status, body }) => ({ status, ...body, request_id: '' }));
    expect(await bodies(id)).toEqual(await bodies(newId()));
    expect(await bodies('not-an-id')).toEqual(await bodies(newId()));
    expect((await mine.request('get', '/email-senders')).body.email_senders).toEqual([]);
  });

  it('are listed newest first in pages that end', async () => {
    const account = await api.account();
    for (let n = 0; n < 5; n += 1) await account.request('post', '/email-senders').send({ ...MINIMAL, name: `S${n}` });
    const names: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await account.request('get', `/email-senders?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.status).toBe(200);
      names.push(...page.body.email_senders.map(({ name }: { name: string }) => name));
      cursor = page.body.pagination.next_cursor;
      expect(page.body.pagination.has_more).toBe(cursor !== null);
    }
    expect(names).toEqual(['S4', 'S3', 'S2', 'S1', 'S0']);
    for (const query of ['limit=0', 'limit=201', 'cursor=nonsense', 'cursor=WyJ0ZW1wbGF0ZXMiLCJ4Il0', 'sort=name']) {
      expect((await account.request('get', `/email-senders?${query}`)).status).toBe(400);
    }
  });

  it('need the messaging scopes', async () => {
    const reader = await api.account({ scopes: ['messaging:read'] });
    expect((await reader.request('get', '/email-senders')).status).toBe(200);
    const refused = await reader.request('post', '/email-senders').send(MINIMAL);
    expect([refused.status, refused.body.details.required_scopes]).toEqual([403, ['messaging:write']]);
  });
});
