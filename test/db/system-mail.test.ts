import { afterAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createProcess } from '../../activities/send.js';
import { createEmailProviders } from '../../providers/email/index.js';
import { systemClock } from '../../runtime/clock.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { SYSTEM_SENDER_ID, systemMail, systemMailHosts } from '../../services/channels/system-sender.js';
import { sendNext } from '../../services/messages/send.js';
import { userMails } from '../../services/messages/user-mails.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../support/api.js';
import { SmtpSink } from '../support/smtp-server.js';
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
