import { beforeAll, describe, expect, it } from '@jest/globals';
import { sendWaitingDigests } from '../../activities/digests.js';
import { createEmailProviders, type EmailProviders } from '../../providers/email/index.js';
import type { EmailProvider } from '../../providers/email/provider.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createUser } from '../../services/accounts.js';
import { workCycle } from '../../services/job-cycles.js';
import { addSender, publishAgent } from '../support/agents.js';
import { TEST_SECRET, type TestAccount, useApi } from '../support/api.js';
import { addEnrolledLeads, workWholeCycle } from '../support/jobs.js';
import { mailCadence } from '../support/mail-cadence.js';
import { addAgent, addLead, addRun } from '../support/messaging.js';

const api = useApi();
const cadence = mailCadence(api);

let providers: EmailProviders;
beforeAll(() => {
  providers = createEmailProviders(api.db, { allowPrivateSmtp: true });
});
const send = (email: Pick<EmailProviders, 'for'> = providers, stopping?: AbortSignal) =>
  sendWaitingDigests({ db: api.db, email: { ...providers, ...email }, box: createSecretBox([TEST_SECRET]), stopping });
/** Providers that break on what one account mails. */
const breakingFor = ({ accountId }: TestAccount): Pick<EmailProviders, 'for'> => ({
  for(settings) {
    const provider = providers.for(settings);
    const send: EmailProvider['send'] = async (mail) => {
      if (mail.accountId === accountId) throw new Error('It broke.');
      return provider.send(mail);
    };
    return { ...provider, send };
  },
});
const delivered = ({ accountId }: TestAccount) =>
  api
    .db('sandbox_deliveries')
    .where({ account_id: accountId })
    .orderBy('id')
    .select('to_address', 'subject', 'body_text');
const notifications = ({ accountId }: TestAccount) =>
  api.db('notifications').where({ account_id: accountId }).select('status', 'failure');

/** An account whose owner has an address. */
async function ownedAccount() {
  const account = await api.account();
  const user = {
    accountId: account.accountId,
    name: 'Ana',
    role: 'owner' as const,
    password: 'a long password of the tests',
  };
  const address = `${newId()}@example.com`;
  await createUser(api.db, new Date(), { ...user, email: address });
  return { account, address };
}

/** An account whose cadence tells its owner of each lead by mail; one lead has come there. */
async function tellingCadence() {
  const { account, address } = await ownedAccount();
  const tell = (text: string) => ({
    ...{ type: 'notify_user' as const, params: { role: 'owner', channel: 'email' as const, text } },
  });
  const agent = await publishAgent(api.db, account.accountId, [
    { key: 'tell', type: 'set', actions: [tell('Look at {{lead.first_name}}'), tell('And call')] },
    { key: 'wait', type: 'wait', delay: { type: 'after', amount: 1, unit: 'days' } },
  ]);
  const run = await addRun(api.db, await addLead(api.db, account.accountId), agent);
  await cadence.act(run.id);
  return { account, address };
}

describe('what a cadence tells users by mail', () => {
  it('is mailed once, in one mail for each step', async () => {
    const { account, address } = await tellingCadence();
    await addSender(api.db, account.accountId);
    await send();
    await send();
    expect(await delivered(account)).toEqual([
      { to_address: address, subject: 'Test agent', body_text: '- Look at Ada\n- And call' },
    ]);
    expect(await notifications(account)).toEqual([{ status: 'delivered', failure: null }]);
  });

  it('waits for a sender, and is mailed when there is one', async () => {
    const { account } = await tellingCadence();
    await send();
    expect(await notifications(account)).toMatchObject([{ status: 'queued' }]);
    await addSender(api.db, account.accountId);
    await send();
    expect(await notifications(account)).toEqual([{ status: 'delivered', failure: null }]);
    expect(await delivered(account)).toHaveLength(1);
  });

  it('reaches its users though what is mailed before it breaks', async () => {
    const [first, second] = [await tellingCadence(), await tellingCadence()];
    for (const { account } of [first, second]) await addSender(api.db, account.accountId);
    await expect(send(breakingFor(first.account))).rejects.toThrow('It broke.');
    expect(await delivered(second.account)).toHaveLength(1);
    expect(await notifications(second.account)).toEqual([{ status: 'delivered', failure: null }]);
  });

  it('waits for the next process where the one that mails is to end, of which each ends the mail it is at', async () => {
    const scenes = [await tellingCadence(), await tellingCadence(), await tellingCadence()];
    for (const { account } of scenes) await addSender(api.db, account.accountId);
    const stopping = new AbortController();
    const stoppedWhileSending: Pick<EmailProviders, 'for'> = {
      for(settings) {
        const provider = providers.for(settings);
        const send: EmailProvider['send'] = async (mail) => {
          if (scenes.some(({ account }) => account.accountId === mail.accountId)) stopping.abort();
          return provider.send(mail);
        };
        return { ...provider, send };
      },
    };
    const states = async () => (await Promise.all(scenes.map(({ account }) => notifications(account)))).flat();
    await send(stoppedWhileSending, stopping.signal);
    expect((await states()).map(({ status }) => status).sort()).toEqual(['delivered', 'queued', 'queued']);
    await send();
    expect((await states()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  describe('where the settings of the sender can’t be read', () => {
    const breakSender = (id: string) =>
      api.db('email_senders').where({ id }).update({ provider: 'smtp', smtp: '{}', smtp_password: 'unreadable' });
    const mendSender = (id: string) =>
      api.db('email_senders').where({ id }).update({ provider: 'sandbox', smtp: null, smtp_password: null });

    it('waits and says why, and is mailed once when they can', async () => {
      const { account } = await tellingCadence();
      const id = await addSender(api.db, account.accountId);
      await breakSender(id);
      for (let n = 0; n < 2; n += 1) {
        await send();
        expect(await notifications(account)).toEqual([
          { status: 'queued', failure: 'The settings of the sender cannot be read.' },
        ]);
      }
      expect(await delivered(account)).toEqual([]);
      await mendSender(id);
      await send();
      await send();
      expect(await notifications(account)).toEqual([{ status: 'delivered', failure: null }]);
      expect(await delivered(account)).toHaveLength(1);
    });

    it('keeps none waiting that came later, however many wait', async () => {
      const first = await tellingCadence();
      const id = await addSender(api.db, first.account.accountId);
      const one = await api.db('notifications').where({ account_id: first.account.accountId }).first();
      const more = Array.from({ length: 100 }, newId).map((more) => ({ ...one, id: more, effect_key: more }));
      await api.db('notifications').insert(more);
      const second = await tellingCadence();
      await addSender(api.db, second.account.accountId);
      await breakSender(id);
      await send();
      expect(await delivered(second.account)).toHaveLength(1);
      await mendSender(id);
      await send();
      expect(await delivered(first.account)).toHaveLength(101);
    });
  });

  it('is left alone while the cycle of a job still writes to it', async () => {
    const { account } = await tellingCadence();
    await addSender(api.db, account.accountId);
    const { body } = await account
      .request('post', '/background-jobs')
      .send({ steps: [{ action: { type: 'add_note', params: { text: 'x' } } }] })
      .expect(201);
    await api.db('notifications').where({ account_id: account.accountId }).update({ source_id: body.data.id });
    await api.db('background_jobs').where({ id: body.data.id }).update({ open_cycle_id: newId() });
    await send();
    expect(await delivered(account)).toEqual([]);
    await api.db('background_jobs').where({ id: body.data.id }).update({ open_cycle_id: null });
    await send();
    expect(await delivered(account)).toHaveLength(1);
  });
});

describe('what a job tells users by mail some time later', () => {
  it('is mailed to the last line, also those that are due when a mail has left', async () => {
    const { account, address } = await ownedAccount();
    await addSender(api.db, account.accountId);
    await addEnrolledLeads(api.db, account.accountId, await addAgent(api, account), 2);
    const params = { role: 'owner', channel: 'email', text: 'Look at {{lead.first_name}}' };
    const steps = [{ action: { type: 'notify_user', params, delay_seconds: 60 } }];
    const { body } = await account.request('post', '/background-jobs').send({ name: 'Look', steps }).expect(201);
    const asked = await account.request('post', `/background-jobs/${body.data.id}/run`).expect(202);
    const piece = { jobId: body.data.id, cycleId: asked.body.cycle_id, nominalAt: null, workflowId: 'w' };
    const progress = await workWholeCycle(api.db, systemClock, piece);
    const minutes = (n: number) => new Date(Date.now() + n * 60_000);
    const waiting = await api.db('job_effects').where({ cycle_id: piece.cycleId }).orderBy('subject_id').pluck('id');
    await api
      .db('job_effects')
      .where({ id: waiting[1] })
      .update({ due_at: minutes(60) });
    for (const at of [minutes(2), minutes(61)]) {
      await workCycle(api.db, { now: () => at }, { ...piece, progress });
      await send();
    }
    expect(await delivered(account)).toEqual(
      ['- Look at Lead 0', '- Look at Lead 1'].map((body_text) => ({
        to_address: address,
        subject: 'Look',
        body_text,
      })),
    );
  });
});
