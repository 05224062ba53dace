import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { createUser } from '../../../services/accounts/accounts.js';
import { useApi } from '../../support/api.js';
import {
  addAgent,
  addHook,
  addLead,
  addMessage,
  addRun,
  eventKinds,
  post,
  workInbound,
} from '../../support/messaging.js';
import { metaBody, postMeta, written } from '../../support/meta-webhooks.js';
import { PASSWORD } from '../../support/users.js';

const api = useApi();
const HANDOFF = { keywords: ['human', 'llamar a una persona', '人工', '🆘'], auto_resume_after_minutes: 60 };

/** A lead in an agent that knows the words above, and the three ways in which the lead can say something. */
async function createFixture(definition: Record<string, unknown> = {}) {
  const account = await api.account({ country: 'ES' });
  const phone = `+346${newId().replace(/\D/g, '').padEnd(8, '7').slice(-8)}`;
  const lead = await addLead(api.db, account.accountId, { phone });
  const agentId = await addAgent(api, account, { handoff: HANDOFF, ...definition });
  const run = await addRun(api.db, lead, agentId);
  const work = () => workInbound(api.db, account.accountId);
  const mail = await addHook(account);
  return {
    account,
    lead,
    run,
    agentId,
    byMail: async (text: string, fields: object = {}) => {
      const event = { event_id: newId(), type: 'reply', message_id: `<${newId()}@example.org>`, from: lead.email };
      expect((await post(api, mail, { ...event, subject: 'Re: Hello', text, ...fields })).status).toBe(200);
      return work();
    },
    byWhatsApp: async (says: string) => {
      const hook = await addHook(account, 'meta_cloud', 'a-secret-of-an-app');
      expect((await postMeta(api, hook, metaBody(written({ from: phone.slice(1), says })))).status).toBe(200);
      return work();
    },
    byCall: async (...said: [role: string, text: string][]) => {
      const hook = await addHook(account, 'voice');
      const columns = { channel: 'call', type: 'call', status: 'sent', sent_at: new Date() } as const;
      const { id } = await addMessage(api.db, lead, run, columns);
      const transcript = said.map(([role, text]) => ({ role, text }));
      const event = { event_id: newId(), type: 'ended', call_id: id, status: 'ended', transcript };
      expect((await post(api, hook, { ...event, disconnection_reason: 'user_hangup' })).status).toBe(200);
      return work();
    },
    read: {
      paused: async () => (await account.request('get', `/leads/${lead.id}/is_paused`)).body,
      run: () => api.db('agent_runs').where({ id: run.id }).first(),
      events: () => eventKinds(api.db, lead.id),
      notifications: async () => (await account.request('get', '/notifications')).body.notifications,
    },
  };
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;

const ASKED = 'The lead requested a person.';
const paused = { paused: true, reason: ASKED, by: 'rule' };

describe('a word that calls a person', () => {
  it.each<[string, (lead: Fixture) => Promise<string[]>]>([
    ['by email', ({ byMail }) => byMail('Can I talk to a HUMAN, please?')],
    ['by WhatsApp', ({ byWhatsApp }) => byWhatsApp('quiero LLAMAR a una\npersona')],
    ['in a call', ({ byCall }) => byCall(['agent', 'Hello'], ['user', 'Give me a human.'])],
  ])('said %s gives the conversation to a person, whatever replies do', async (_where, say) => {
    for (const on_reply of ['continue', 'pause', 'stop']) {
      const lead = await createFixture({ exit: { on_reply } });
      await say(lead);
      expect([on_reply, await lead.read.run()]).toMatchObject([
        on_reply,
        { open_slot: 1, human_takeover: true, cadence_state: 'paused', hold_reason: 'human_takeover' },
      ]);
      const answer = await lead.read.paused();
      expect(answer).toMatchObject(paused);
      expect(Date.parse(answer.until) - Date.parse(answer.since)).toBe(60 * 60_000);
      expect((await lead.read.events()).at(-1)).toBe('automation.paused');
    }
  });

  it.each([
    ['with accents and in another case', 'Quiero llamár a una Persona'],
    ['between signs of a script without spaces', '我要人工服务'],
    ['as an emoji', 'I need help 🆘!'],
  ])('is heard %s', async (_how, text) => {
    const lead = await createFixture({ exit: { on_reply: 'continue' } });
    await lead.byMail(text);
    expect(await lead.read.paused()).toMatchObject(paused);
  });

  it.each<[string, (lead: Fixture) => Promise<string[]>]>([
    ['is part of a longer one', ({ byMail }) => byMail('A humanitarian cause')],
    [
      'appears in the lead’s quote of our message',
      ({ byMail }) => byMail('Yes\n\nOn Monday Ada wrote:\n> ask for a human'),
    ],
    [
      'comes from a machine that answers',
      ({ byMail }) => byMail('A human is back soon', { headers: { 'Auto-Submitted': 'auto-replied' } }),
    ],
    ['is the agent’s own in a call', ({ byCall }) => byCall(['agent', 'I am no human.'], ['user', 'I see'])],
  ])('means nothing where it %s', async (_where, say) => {
    const lead = await createFixture({ exit: { on_reply: 'continue', on_out_of_office: 'continue' } });
    await say(lead);
    expect(await lead.read.paused()).toMatchObject({ paused: false });
  });

  it('leaves a lead with the person who has it, for as long as that person said', async () => {
    const lead = await createFixture();
    const stop = { workflow_run_id: lead.run.id, reason: 'I call her' };
    await lead.account.request('post', `/leads/${lead.lead.id}/automation/stop`).send(stop).expect(200);
    await lead.byMail('A human please');
    expect(await lead.read.paused()).toMatchObject({ paused: true, reason: 'I call her', until: null });
  });

  it('reaches runs of agents that know it; others go by their own rules', async () => {
    const lead = await createFixture();
    const other = await addAgent(api, lead.account, { exit: { on_reply: 'stop' } });
    const otherRun = await addRun(api.db, lead.lead, other);
    await lead.byMail('A human please');
    expect(await lead.read.run()).toMatchObject({ open_slot: 1, human_takeover: true });
    expect(await api.db('agent_runs').where({ id: otherRun.id }).first()).toMatchObject({ stop_reason: 'replied' });
  });
});

describe('that a lead asked for a person', () => {
  const addUser = async ({ account }: Fixture) =>
    createUser(api.db, new Date(), {
      accountId: account.accountId,
      email: `${newId()}@example.com`,
      name: 'User',
      role: 'operator',
      password: 'a long password of the tests',
    });

  it('notifies the users that the agent names instead, and all users if none of them exists any more', async () => {
    const account = await api.account();
    const named = async (role: 'admin' | 'operator') =>
      createUser(api.db, new Date(), {
        accountId: account.accountId,
        email: `${newId()}@example.com`,
        name: 'User',
        role,
        password: PASSWORD,
      });
    const [eva, ben] = [await named('operator'), await named('admin')];
    const tellsOf = async (notify: object): Promise<string[]> => {
      const agentId = await addAgent(api, account, { handoff: { ...HANDOFF, notify } });
      const lead = await addLead(api.db, account.accountId);
      await addRun(api.db, lead, agentId);
      const mail = await addHook(account);
      const event = { event_id: newId(), type: 'reply', message_id: `<${newId()}@example.org>`, from: lead.email };
      await post(api, mail, { ...event, subject: 'Re: Hello', text: 'A human, please' });
      await workInbound(api.db, account.accountId);
      return api.db('notifications').where({ source_id: agentId }).pluck('user_id');
    };
    expect(await tellsOf({ user_id: eva.userId })).toEqual([eva.userId]);
    expect(await tellsOf({ role: 'admin' })).toEqual([ben.userId]);
    await api.db('users').where({ id: eva.userId }).update({ disabled_at: new Date() });
    expect(await tellsOf({ user_id: eva.userId })).toEqual([ben.userId]);
    const steps = [{ type: 'wait', delay: { type: 'after', amount: 1, unit: 'days' } }];
    const draft = { name: 'Agent', cadence: { steps }, handoff: { notify: { user_id: newId() } } };
    const made = await account.request('post', '/workflows').send(draft).expect(201);
    const refused = await account.request('post', `/workflows/${made.body.workflow.id}/publish`).send({});
    expect([refused.status, refused.body.field]).toEqual([400, '/handoff/notify/user_id']);
  });

  it('notifies its owner, or all users if it has no owner', async () => {
    const lead = await createFixture();
    const users = [await addUser(lead), await addUser(lead)].map(({ userId }) => userId);
    await lead.byMail('A human please');
    const told = await lead.read.notifications();
    expect(told.map(({ user_id }: { user_id: string }) => user_id).sort()).toEqual(users.sort());
    expect(told[0]).toMatchObject({ channel: 'in_app', title: ASKED, status: 'delivered', read_at: null });
    expect(told[0].lines).toMatchObject([{ lead_id: lead.lead.id }]);

    await lead.account.request('patch', `/leads/${lead.lead.id}`).send({ owner_id: users[1] }).expect(200);
    await lead.byMail('Is there no human?');
    const again = await lead.read.notifications();
    expect(again).toHaveLength(3);
    expect(again[0].user_id).toBe(users[1]);
  });
});
