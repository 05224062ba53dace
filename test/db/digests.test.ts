import { beforeAll, describe, expect, it } from '@jest/globals';
import { createProcess } from '../../activities/send.js';
import { createEmailProviders, type EmailProviders } from '../../providers/email/index.js';
import type { EmailProvider } from '../../providers/email/provider.js';
import { type Clock, systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createUser } from '../../services/accounts/accounts.js';
import { workCycle } from '../../services/jobs/work-cycle.js';
import { digests } from '../../services/messages/digests.js';
import { type HeldBack, sendNext } from '../../services/messages/send.js';
import { addSender, publishAgent } from '../support/agents.js';
import { TEST_SECRET, type TestAccount, useApi } from '../support/api.js';
import { LOST_AFTER_MS } from '../support/claims.js';
import { addEnrolledLeads, workWholeCycle } from '../support/jobs.js';
import { mailCadence } from '../support/mail-cadence.js';
import { addAgent, addLead, addRun } from '../support/messaging.js';
import { workOn } from '../support/work.js';

const api = useApi();
const cadence = mailCadence(api);

let providers: EmailProviders;
beforeAll(() => {
  providers = createEmailProviders(api.db, { privateHosts: ['127.0.0.1:*'] });
});

interface Conditions {
  email?: Pick<EmailProviders, 'for'>;
  clock?: Clock;
  heldBack?: HeldBack;
}

/** Looks at each digest of an account that is not done with, as its workflow would. */
async function send(
  { accountId }: TestAccount,
  { email = providers, clock = systemClock, heldBack = async () => undefined }: Conditions = {},
) {
  const work = createProcess({
    db: api.db,
    clock,
    metrics: createMetrics(),
    box: createSecretBox([TEST_SECRET]),
    email: { ...providers, ...email },
    whatsapp: {} as never,
    voice: {} as never,
    chat: {} as never,
    breakers: { note: () => undefined },
    dispatch: () => undefined,
  });
  const ids: string[] = await api
    .db('notifications')
    .where({ account_id: accountId })
    .whereIn('status', ['queued', 'sending'])
    .orderBy('id')
    .pluck('id');
  return Promise.all(ids.map((id) => sendNext(digests({ heldBack }), id, work)));
}

/** Providers of whose mails becomes what a test says. */
const answering = (answer: EmailProvider['send']): Pick<EmailProviders, 'for'> => ({
  for: (settings) => ({ ...providers.for(settings), send: answer }),
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

/** An agent that tells its account's owner of each lead by mail. */
function agentOf({ accountId }: TestAccount): Promise<string> {
  const tell = (text: string) => ({
    type: 'notify_user' as const,
    params: { role: 'owner', channel: 'email' as const, text },
  });
  return publishAgent(api.db, accountId, [
    { key: 'tell', type: 'set', actions: [tell('Look at {{lead.first_name}}'), tell('And call')] },
    { key: 'wait', type: 'wait', delay: { type: 'after', amount: 1, unit: 'days' } },
  ]);
}

/** An account whose cadence tells its owner of each lead by mail; one lead has come there. */
async function tellingCadence() {
  const { account, address } = await ownedAccount();
  const run = await addRun(api.db, await addLead(api.db, account.accountId), await agentOf(account));
  await cadence.act(run.id);
  return { account, address };
}

describe('what a cadence tells users by mail', () => {
  it('is mailed once, in one mail for each step', async () => {
    const { account, address } = await tellingCadence();
    await addSender(api.db, account.accountId);
    await send(account);
    await send(account);
    expect(await delivered(account)).toEqual([
      { to_address: address, subject: 'Test agent', body_text: '- Look at Ada\n- And call' },
    ]);
    expect(await notifications(account)).toEqual([{ status: 'delivered', failure: null }]);
  });

  it('waits for a sender, and is mailed when there is one', async () => {
    const { account } = await tellingCadence();
    await send(account);
    expect(await notifications(account)).toMatchObject([{ status: 'queued' }]);
    await addSender(api.db, account.accountId);
    await send(account);
    expect(await notifications(account)).toEqual([{ status: 'delivered', failure: null }]);
    expect(await delivered(account)).toHaveLength(1);
  });

  it('asks for its mail with its first line, once, in the transaction that writes it', async () => {
    const { account } = await tellingCadence();
    const { id } = (await api.db('notifications').where({ account_id: account.accountId }).first())!;
    const asked = await api.db('outbox').where({ account_id: account.accountId, workflow_id: `digest/${id}` });
    expect(asked.map(({ args }) => JSON.parse(args))).toMatchObject([
      { workflow: 'digestWorkflow', input: { digestId: id, plan: { sleepUntil: expect.any(String) } } },
    ]);
  });

  it('waits where its sender may send no more today, and is mailed the day after', async () => {
    const { account } = await tellingCadence();
    const senderId = await addSender(api.db, account.accountId);
    await api.db('email_senders').where({ id: senderId }).update({ per_day: 1 });
    await cadence.act((await addRun(api.db, await addLead(api.db, account.accountId), await agentOf(account))).id);
    const stands = await send(account);
    expect(stands.filter(({ closed }) => closed)).toHaveLength(1);
    expect(await send(account)).toMatchObject([{ closed: false, plan: { sleepUntil: expect.stringContaining('T') } }]);
    const tomorrow = { now: () => new Date(Date.now() + 86_400_000) };
    expect(await send(account, { clock: tomorrow })).toEqual([{ closed: true, status: 'delivered' }]);
    expect(await delivered(account)).toHaveLength(2);
  });

  it('waits while its sender’s provider fails', async () => {
    const { account } = await tellingCadence();
    await addSender(api.db, account.accountId);
    const until = new Date(Date.now() + 600_000).toISOString();
    const heldBack: HeldBack = async () => ({ reason: 'provider_backoff', until, detail: 'It fails.' });
    expect(await send(account, { heldBack })).toMatchObject([{ closed: false, plan: { sleepUntil: until } }]);
    expect(await notifications(account)).toEqual([{ status: 'queued', failure: 'It fails.' }]);
    expect(await send(account)).toEqual([{ closed: true, status: 'delivered' }]);
  });

  it('is mailed again when it was refused for the moment, and not when it was refused for good', async () => {
    const { account } = await tellingCadence();
    await addSender(api.db, account.accountId);
    const busy = answering(async () => ({ kind: 'refused_retry', code: 'busy', message: 'Later.' }));
    expect(await send(account, { email: busy })).toMatchObject([{ closed: false }]);
    expect(await notifications(account)).toMatchObject([{ status: 'queued' }]);
    const never = answering(async () => ({ kind: 'refused_final', code: 'no_such_user', message: 'Never.' }));
    expect(await send(account, { email: never })).toEqual([{ closed: true, status: 'failed' }]);
    expect(await send(account)).toEqual([]);
  });

  it('is unknown when the process that mailed it is gone, and is not mailed again', async () => {
    const { account } = await tellingCadence();
    await addSender(api.db, account.accountId);
    const dying = answering(async () => {
      throw new Error('It died.');
    });
    await expect(send(account, { email: dying })).rejects.toThrow('It died.');
    expect(await send(account)).toMatchObject([
      { closed: false, plan: { summary: expect.stringContaining('being sent') } },
    ]);
    const later = { now: () => new Date(Date.now() + LOST_AFTER_MS) };
    expect(await send(account, { clock: later })).toEqual([{ closed: true, status: 'unknown' }]);
    expect(await send(account, { clock: later })).toEqual([]);
    expect(await delivered(account)).toEqual([]);
    const { body } = await account.request('get', '/notifications').expect(200);
    expect(body.notifications).toMatchObject([{ status: 'unknown' }]);
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
        await send(account);
        expect(await notifications(account)).toEqual([
          { status: 'queued', failure: "The settings of the sender can't be decrypted." },
        ]);
      }
      expect(await delivered(account)).toEqual([]);
      await mendSender(id);
      await send(account);
      await send(account);
      expect(await notifications(account)).toEqual([{ status: 'delivered', failure: null }]);
      expect(await delivered(account)).toHaveLength(1);
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
    await send(account);
    expect(await delivered(account)).toEqual([]);
    await api.db('background_jobs').where({ id: body.data.id }).update({ open_cycle_id: null });
    await send(account);
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
      await workCycle(
        workOn(api.db, () => at),
        { ...piece, progress },
      );
      await send(account);
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
