import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createProcess } from '../../../activities/send.js';
import { insertEvents } from '../../../db/events/events.js';
import { createEmailProviders, type EmailProviders } from '../../../providers/email/index.js';
import { createMetrics } from '../../../runtime/metrics.js';
import { createSecretBox } from '../../../runtime/secret-box.js';
import { systemMail, systemMailHosts } from '../../../services/channels/system-sender.js';
import { sendNext } from '../../../services/messages/send.js';
import { userMails } from '../../../services/messages/user-mails.js';
import { recordNextTouches } from '../../../services/operations/record-touches.js';
import { sendDueSummaries } from '../../../services/operations/weekly-summaries.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../../support/api.js';
import { addAgent, addLead, addMessage, addRun } from '../../support/messaging.js';
import { SmtpSink } from '../../support/smtp-server.js';
import { addUser, type TestUser } from '../../support/users.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const sink = await SmtpSink.start();
const settings = {
  SYSTEM_MAIL_URL: `smtp://${sink.host}:${sink.port}`,
  SYSTEM_MAIL_FROM: 'Lead Automation <no-reply@example.com>',
};
const config = testConfig(settings);
const api = useApi(settings);
const box = createSecretBox([TEST_SECRET]);
let email: EmailProviders;
let account: TestAccount;
let user: TestUser;
let dueAt: Date;
let now: Date;

const access = () => ({ box, system: systemMail(config), publicUrl: 'http://las.test' });
const deps = () => ({ db: api.db, clock: { now: () => now }, dispatch: () => undefined });
const weekly = (of: TestUser, at: string | null, rest: object = {}) =>
  of
    .request('patch', '/notification-settings')
    .send({ weekly_summary: at === null ? null : { at }, ...rest })
    .expect(200);
const dueOf = async ({ userId }: TestUser): Promise<Date | null> =>
  (await api.db('notice_settings').where({ user_id: userId }).first())?.weekly_due_at ?? null;
const mailsOf = ({ userId }: TestUser) => api.db('user_mails').where({ user_id: userId, kind: 'weekly_summary' });

/** Plans the summaries that are due, and sends each mail, as a worker does. */
async function work(): Promise<void> {
  await sendDueSummaries({ ...deps(), ...access() });
  const owner = userMails({ heldBack: async () => undefined, ...access() });
  const process = createProcess({
    ...deps(),
    metrics: createMetrics(),
    box,
    email,
    chat: {} as never,
    whatsapp: {} as never,
    voice: {} as never,
    breakers: { note: () => undefined },
  });
  for (const { id } of await api.db('user_mails').where({ kind: 'weekly_summary', status: 'queued' })) {
    await sendNext(owner, id, process);
  }
}

/** Returns the emails that a user has received, decoded. */
const receivedBy = ({ email: address }: TestUser) =>
  sink.mails
    .filter(({ to }) => to === address)
    .map(({ raw }) =>
      Buffer.from(
        raw
          .replace(/=\r?\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString(),
    );

/** Adds a user whose summary is due at `dueAt`. */
async function newUser(of = account): Promise<TestUser> {
  const added = await addUser(api, of.accountId, 'admin');
  await weekly(added, '08:00');
  return added;
}

/** Sends a lead of the account a message at a time. */
async function send(of: TestAccount, agentId: string, at: Date): Promise<void> {
  const lead = await addLead(api.db, of.accountId);
  const { id } = await addMessage(api.db, lead, await addRun(api.db, lead, agentId), {
    status: 'sent',
    step_key: 'hello',
    visit: 1,
  });
  const origin = { kind: 'system', id: null } as const;
  const data = { message_id: id, channel: 'email' };
  await insertEvents(api.db, at, [{ accountId: of.accountId, leadId: lead.id, type: 'message.sent', data, origin }]);
}

beforeAll(async () => {
  // Rows of earlier files wait for other providers.
  await api.db('notice_settings').update({ weekly_due_at: null });
  email = createEmailProviders(api.db, { privateHosts: systemMailHosts(config) });
  account = await api.account({ timezone: 'Europe/Madrid' });
  now = new Date();
  user = await newUser();
  dueAt = (await dueOf(user)) as Date;
  const agentId = await addAgent(api, account);
  for (let n = 0; n < 12; n += 1) await send(account, agentId, new Date(dueAt.getTime() - 3 * DAY_MS));
  for (let n = 0; n < 3; n += 1) await send(account, agentId, new Date(dueAt.getTime() - 10 * DAY_MS));
  while ((await recordNextTouches({ db: api.db, now: dueAt })) > 0);
});
afterAll(() => Promise.all([sink.stop(), email.close()]));

describe('the weekly summary', () => {
  it("is off until a user turns it on, at a time of Monday in the account's time zone", async () => {
    const other = await addUser(api, account.accountId, 'viewer');
    const { body } = await other.request('get', '/notification-settings').expect(200);
    expect(body.settings.weekly_summary).toBeNull();
    const local = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Madrid',
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
    });
    expect(local.format(dueAt)).toMatch(/Monday.*08:00/);
    await weekly(other, '08:00');
    expect(await dueOf(other)).not.toBeNull();
    await weekly(other, null);
    expect(await dueOf(other)).toBeNull();
  });

  it('compares the last week with the week before, names the best step, and leads to both pages', async () => {
    now = new Date(dueAt.getTime() + HOUR_MS / 2);
    await work();
    const [mail = '', ...others] = receivedBy(user);
    expect(others).toEqual([]);
    expect(mail).toContain('Leads contacted: 12, 3 the week before');
    expect(mail).toContain('hello: 0% reply rate of 12 leads');
    expect(mail).toContain('http://las.test/reports?tab=performance&from=');
    expect(mail).toContain('http://las.test/profile/notifications');
  });

  it('is sent once a week, also if its time is changed or two workers send it at the same time', async () => {
    const twice = await newUser();
    await api.db('notice_settings').where({ user_id: twice.userId }).update({ weekly_due_at: dueAt });
    now = new Date(dueAt.getTime() + HOUR_MS);
    await Promise.all([sendDueSummaries({ ...deps(), ...access() }), sendDueSummaries({ ...deps(), ...access() })]);
    await api.db('notice_settings').where({ user_id: twice.userId }).update({ weekly_due_at: dueAt });
    await work();
    expect(await mailsOf(twice)).toHaveLength(1);
    expect(receivedBy(twice)).toHaveLength(1);
    expect((await dueOf(twice))?.getTime()).toBeGreaterThan(now.getTime());
  });

  it('is written in the language of the user', async () => {
    const reader = await newUser();
    await api.db('users').where({ id: reader.userId }).update({ language: 'es' });
    await api.db('notice_settings').where({ user_id: reader.userId }).update({ weekly_due_at: dueAt });
    now = new Date(dueAt.getTime() + HOUR_MS);
    await work();
    expect(receivedBy(reader)[0]).toContain('Leads contactados: 12, 3 la semana anterior');
  });

  it("isn't sent for an account without activity, to deactivated users, or more than a day late", async () => {
    const idle = await api.account({ timezone: 'Europe/Madrid' });
    const gone = await newUser();
    const late = await newUser();
    const users = [await newUser(idle), gone, late];
    await api.db('users').where({ id: gone.userId }).update({ disabled_at: new Date() });
    for (const { userId } of users)
      await api.db('notice_settings').where({ user_id: userId }).update({ weekly_due_at: dueAt });
    await api.db('notice_settings').where({ user_id: late.userId }).update({ weekly_due_at: null });
    now = new Date(dueAt.getTime() + HOUR_MS);
    await work();
    await api.db('notice_settings').where({ user_id: late.userId }).update({ weekly_due_at: dueAt });
    now = new Date(dueAt.getTime() + 25 * HOUR_MS);
    await work();
    for (const one of users) {
      expect(await mailsOf(one)).toEqual([]);
      expect((await dueOf(one))?.getTime()).toBeGreaterThan(now.getTime());
    }
  });

  it("isn't sent to a user who is deactivated while it waits", async () => {
    const leaving = await newUser();
    await api.db('notice_settings').where({ user_id: leaving.userId }).update({ weekly_due_at: dueAt });
    now = new Date(dueAt.getTime() + HOUR_MS);
    await sendDueSummaries({ ...deps(), ...access() });
    await api.db('users').where({ id: leaving.userId }).update({ disabled_at: new Date() });
    await work();
    expect(await mailsOf(leaving)).toMatchObject([{ status: 'failed' }]);
    expect(receivedBy(leaving)).toEqual([]);
  });

  it('waits for an email sender', async () => {
    const waiting = await newUser();
    await api.db('notice_settings').where({ user_id: waiting.userId }).update({ weekly_due_at: dueAt });
    now = new Date(dueAt.getTime() + HOUR_MS);
    await sendDueSummaries({ ...deps(), ...access(), system: undefined });
    expect(await mailsOf(waiting)).toEqual([]);
    now = new Date(dueAt.getTime() + 2 * HOUR_MS);
    await work();
    expect(receivedBy(waiting)).toHaveLength(1);
  });
});
