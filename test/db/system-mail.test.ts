import { afterAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createProcess } from '../../activities/send.js';
import { openSenderBreaker } from '../../db/channels/sender-breakers.js';
import { createEmailProviders } from '../../providers/email/index.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import {
  SYSTEM_SENDER_ID,
  systemMail,
  systemMailHosts,
  systemMailStatus,
} from '../../services/channels/system-sender.js';
import { sendNext } from '../../services/messages/send.js';
import { userMails } from '../../services/messages/user-mails.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../support/api.js';
import { SmtpSink } from '../support/smtp-server.js';
import { sendUserMails } from '../support/user-mails.js';
import { addUser, OWN_HEADER } from '../support/users.js';

const sink = await SmtpSink.start();
const settings = {
  SYSTEM_MAIL_URL: `smtp://${sink.host}:${sink.port}`,
  SYSTEM_MAIL_FROM: 'Lead Automation <no-reply@example.com>',
};
const config = testConfig(settings);
const api = useApi(settings);
afterAll(() => sink.stop());

/** Sends the queued emails of an account as a worker does, through a mail server. */
async function sendAll({ accountId }: TestAccount): Promise<void> {
  const box = createSecretBox([TEST_SECRET]);
  const email = createEmailProviders(api.db, { privateHosts: systemMailHosts(config) });
  const process = createProcess({
    db: api.db,
    clock: systemClock,
    metrics: createMetrics(),
    box,
    dispatch: () => undefined,
    email,
    whatsapp: {} as never,
    voice: {} as never,
    chat: {} as never,
    breakers: { note: () => undefined },
  });
  const owner = userMails({
    heldBack: async () => undefined,
    box,
    system: systemMail(config),
    publicUrl: 'http://las.test',
  });
  const ids: string[] = await api.db('user_mails').where({ account_id: accountId, status: 'queued' }).pluck('id');
  for (const id of ids) await sendNext(owner, id, process);
  await email.close();
}

const mailsTo = (address: string) => sink.mails.filter(({ to }) => to === address);

describe("the instance's own mail server", () => {
  it('sends invitations and password resets of an account without a sender, each once', async () => {
    const account = await api.account();
    const owner = await addUser(api, account.accountId);
    const invited = `${account.accountId}@example.com`;
    const made = await owner.request('post', '/invitations').send({ email: invited, role: 'operator' }).expect(201);
    expect(made.body.mailed).toBe(true);
    await supertest(api.app)
      .post('/api/internal/password-resets')
      .set(OWN_HEADER)
      .send({ email: owner.email })
      .expect(202);
    await sendAll(account);
    await sendAll(account);
    expect(mailsTo(invited).map(({ headers }) => headers.from)).toEqual(['Lead Automation <no-reply@example.com>']);
    expect(mailsTo(owner.email)).toHaveLength(1);
    expect(mailsTo(owner.email)[0]?.raw).toContain('/reset#');
    const rows = await api.db('user_mails').where({ account_id: account.accountId });
    expect(rows).toMatchObject([
      { sender_id: SYSTEM_SENDER_ID, status: 'delivered', content: null },
      { sender_id: SYSTEM_SENDER_ID, status: 'delivered', content: null },
    ]);
  });

  it('stays closed to the senders of accounts', async () => {
    const account = await api.account();
    const smtp = { host: sink.host, port: sink.port };
    const sender = { name: 'Own', from_email: 'own@example.com', smtp };
    const { email_sender } = (await account.request('post', '/email-senders').send(sender).expect(201)).body;
    const email = createEmailProviders(api.db, { privateHosts: systemMailHosts(config) });
    const provider = email.for({
      provider: 'smtp',
      accountId: account.accountId,
      ...smtp,
      secure: false,
      user: null,
      password: null,
    });
    expect(email_sender.provider).toBe('smtp');
    expect(await provider.verify?.()).toMatchObject({ ok: false });
    await email.close();
  });
});

describe('an email sender that was chosen for the instance', () => {
  const SMTP = { host: 'smtp.example.com' };

  /** An account whose invitation waits, and a sender of another account that was chosen to send it. */
  async function withChosen(sender: object = { smtp: SMTP }) {
    const [owning, account] = [await api.account({ timezone: 'Pacific/Auckland' }), await api.account()];
    const body = { name: 'Office', from_email: 'office@example.com', ...sender };
    const created = await owning.request('post', '/email-senders').send(body).expect(201);
    const senderId: string = created.body.email_sender.id;
    const owner = await addUser(api, account.accountId);
    await owner
      .request('post', '/invitations')
      .send({ email: `${senderId}@example.com`, role: 'viewer' })
      .expect(201);
    const system = systemMail(testConfig({ ...settings, SYSTEM_MAIL_SENDER_ID: senderId.toUpperCase() }));
    const row = () => api.db('user_mails').where({ account_id: account.accountId }).first();
    const status = async () => (await systemMailStatus(api.db, system)).status;
    return { owning, account, senderId, system, row, status };
  }

  it('sends the emails of all accounts, within its own limits', async () => {
    const { owning, account, senderId, system, row, status } = await withChosen({ smtp: SMTP, per_day: 1 });
    expect(await status()).toBe('sender');
    const sent = await sendUserMails(api, account, { system });
    expect(sent.map(({ from }) => from.address)).toEqual(['office@example.com']);
    expect(await row()).toMatchObject({ sender_id: senderId, status: 'delivered' });
    const owner = await addUser(api, owning.accountId);
    await owner.request('post', '/invitations').send({ email: 'petra@example.com', role: 'viewer' }).expect(201);
    expect(await sendUserMails(api, owning, { system })).toEqual([]);
    expect(await api.db('user_mails').where({ account_id: owning.accountId })).toMatchObject([{ status: 'queued' }]);
  });

  it('gives way to the mail server of the instance once it is deleted', async () => {
    const { owning, account, senderId, system, row, status } = await withChosen();
    await owning.request('delete', `/email-senders/${senderId}`).expect(204);
    expect(await status()).toBe('missing');
    const [sent] = await sendUserMails(api, account, { system });
    expect(sent?.from.address).toBe('no-reply@example.com');
    expect(await row()).toMatchObject({ sender_id: SYSTEM_SENDER_ID, status: 'delivered' });
  });

  it('is never one of the sandbox, whose readers could use the links of others', async () => {
    const { account, system, status } = await withChosen({ provider: 'sandbox' });
    expect(await status()).toBe('missing');
    const [sent] = await sendUserMails(api, account, { system });
    expect(sent?.from.address).toBe('no-reply@example.com');
  });

  it('is reported while its provider fails', async () => {
    const { owning, senderId, status } = await withChosen();
    await openSenderBreaker(api.db, {
      sender_id: senderId,
      account_id: owning.accountId,
      trips: 1,
      last_code: 'smtp_421',
      opened_at: new Date(),
      retry_at: new Date(Date.now() + 60_000),
      probe_until: null,
    });
    expect(await status()).toBe('held_back');
  });
});

describe('what sends the emails of the instance', () => {
  it.each([
    [{}, 'per_account'],
    [settings, 'server'],
    [{ SYSTEM_MAIL_SENDER_ID: newId() }, 'missing'],
  ])('of %j is %s', async (env, expected) => {
    expect((await systemMailStatus(api.db, systemMail(testConfig(env)))).status).toBe(expected);
  });
});
