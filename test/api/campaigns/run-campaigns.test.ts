import { describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { bumpEngagement } from '../../../db/leads/engagement.js';
import { claimIdentities } from '../../../db/leads/identities.js';
import { openWork } from '../../../db/work.js';
import { identitiesOf } from '../../../domain/values/identity.js';
import { newId } from '../../../runtime/ids.js';
import { advanceRun } from '../../../services/cadence/advance-run.js';
import { enrollNextLeads } from '../../../services/campaigns/enroll-leads.js';
import { updateLead } from '../../../services/leads/update-lead.js';
import { createMailLinks } from '../../../services/messages/mail-links.js';
import { TEST_SECRET, type TestAccount, useApi } from '../../support/api.js';
import { concurrently } from '../../support/concurrent.js';
import { imported } from '../../support/imports.js';
import { addAgent, addHook, addLead, addRun, post, workInbound } from '../../support/messaging.js';
import { workOn } from '../../support/work.js';

const api = useApi();
const ask = (account: TestAccount, id: string, what: string, body: object = {}) =>
  account.request('post', `/campaigns/${id}/${what}`).send(body);

const TAG = { type: 'add_tag', params: { tags: ['done'] } };

async function createFixture(campaign: object = {}, agent: Record<string, unknown> = {}) {
  const account = await api.account();
  const agentId = await addAgent(api, account, agent);
  const body = { name: 'Spring', workflow_id: agentId, ...campaign };
  const { id } = (await account.request('post', '/campaigns').send(body).expect(201)).body.campaign;
  const leads = [];
  for (let at = 0; at < 3; at += 1) leads.push((await addLead(api.db, account.accountId)).id);
  return { account, agentId, id: id as string, leads };
}

/** Does what the campaign's workflow would, until it ends or sleeps. */
async function work(id: string) {
  let after = '';
  let enrolled = 0;
  for (;;) {
    const piece = await enrollNextLeads(workOn(api.db), { campaignId: id, after });
    enrolled += piece.enrolled;
    after = piece.after;
    if (piece.finished || piece.sleepUntil) return { enrolled, sleepUntil: piece.sleepUntil };
  }
}

const wakes = async (accountId: string, id: string) =>
  (await api.db('outbox').where({ account_id: accountId, workflow_id: `campaign/${id}` })).map(
    ({ args }) => JSON.parse(args).wake,
  );

describe('POST /campaigns/{id}/leads', () => {
  it('moves leads into the campaign and says which ones it does not know', async () => {
    const { account, id, leads } = await createFixture();
    const foreign = (await addLead(api.db, (await api.account()).accountId)).id;
    const unknown = newId();
    const { status, body } = await ask(account, id, 'leads', { lead_ids: [...leads, leads[0], foreign, unknown] });
    expect([status, body.added, body.unchanged, body.campaign.leads_count]).toEqual([200, 3, 0, 3]);
    expect(body.not_found.sort()).toEqual([foreign, unknown].sort());
    expect((await ask(account, id, 'leads', { lead_ids: leads })).body).toMatchObject({ added: 0, unchanged: 3 });
    const lead = (await account.request('get', `/leads/${leads[0]}`)).body.lead;
    expect([lead.campaign.id, lead.version]).toEqual([id, 2]);
    const events = (await account.request('get', '/events').query({ types: 'lead.updated' })).body.events;
    expect(events).toHaveLength(3);
    expect(await wakes(account.accountId, id)).toEqual([]);
  });

  it('takes one to a thousand ids', async () => {
    const { account, id } = await createFixture();
    for (const lead_ids of [[], Array.from({ length: 1001 }, () => newId()), ['x']]) {
      const { status, body } = await ask(account, id, 'leads', { lead_ids });
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect((await ask(account, newId(), 'leads', { lead_ids: [newId()] })).body.code).toBe('CAMPAIGN_NOT_FOUND');
  });
});

describe('POST /campaigns/{id}/start', () => {
  it('enrolls the leads once, and those that join later, and skips leads that were enrolled before', async () => {
    const { account, agentId, id, leads } = await createFixture();
    const known = await addLead(api.db, account.accountId);
    await addRun(api.db, known, agentId);
    await ask(account, id, 'leads', { lead_ids: [...leads, known.id] });
    const { status, body } = await ask(account, id, 'start');
    expect([status, body.campaign.status]).toEqual([200, 'running']);
    expect((await ask(account, id, 'start')).body.campaign.started_at).toBe(body.campaign.started_at);
    expect(await wakes(account.accountId, id)).toEqual(['started', 'started']);
    expect(await work(id)).toEqual({ enrolled: 3, sleepUntil: undefined });
    expect((await work(id)).enrolled).toBe(0);
    const late = (await addLead(api.db, account.accountId)).id;
    await ask(account, id, 'leads', { lead_ids: [late] });
    expect(await wakes(account.accountId, id)).toEqual(['started', 'started', 'joined']);
    expect((await work(id)).enrolled).toBe(1);
    const { campaign } = (await account.request('get', `/campaigns/${id}`)).body;
    expect([campaign.leads_count, campaign.counters]).toMatchObject([
      5,
      { waiting: 0, passed_over: 1, enrolled: 4, active: 4, completed: 0, stopped: 0, replied: 0, opted_out: 0 },
    ]);
    const [listed] = (await account.request('get', '/campaigns')).body.campaigns;
    expect(listed).toEqual(campaign);
  });

  it('counts the leads that answered and converted, whatever that did to the cadence', async () => {
    const { account, id, leads } = await createFixture();
    await ask(account, id, 'leads', { lead_ids: leads });
    await ask(account, id, 'start');
    await work(id);
    const [answered = '', bought = ''] = leads;
    const lead = { id: answered, accountId: account.accountId };
    await bumpEngagement(api.db, lead, { counts: ['inbound_count'], lastInboundAt: new Date() });
    const type = await account.request('post', '/conversion-types').send({ name: 'Trial', category: 'intermediary' });
    const body = { conversion_type_id: type.body.conversion_type.id, lead_id: bought };
    await account.request('post', '/conversions').send(body).expect(201);
    const { campaign } = (await account.request('get', `/campaigns/${id}`)).body;
    expect(campaign.counters).toMatchObject({ enrolled: 3, active: 3, replied: 1, converted: 1, opted_out: 0 });
  });

  it('waits for starts_at, also when it is moved', async () => {
    const starts_at = new Date(Date.now() + 86_400_000).toISOString();
    const { account, id, leads } = await createFixture({ starts_at });
    await ask(account, id, 'leads', { lead_ids: leads });
    await ask(account, id, 'start');
    expect(await work(id)).toEqual({ enrolled: 0, sleepUntil: starts_at });
    await account.request('patch', `/campaigns/${id}`).send({ starts_at: null }).expect(200);
    expect(await wakes(account.accountId, id)).toEqual(['started', 'changed']);
    expect((await work(id)).enrolled).toBe(3);
  });

  it('says that it is held while its workflow is switched off, paused or deleted, and no longer than that', async () => {
    const { account, agentId, id } = await createFixture();
    const holds = async () => {
      const [listed] = (await account.request('get', '/campaigns')).body.campaigns;
      const { campaign } = (await account.request('get', `/campaigns/${id}`)).body;
      expect(listed).toEqual(campaign);
      return [campaign.status, campaign.hold_reason];
    };
    const change = (body: object) => account.request('patch', `/workflows/${agentId}`).send(body).expect(200);
    await change({ paused: true });
    expect(await holds()).toEqual(['draft', null]);
    expect((await ask(account, id, 'start')).body.campaign.hold_reason).toBe('workflow_paused');
    await change({ paused: false });
    expect(await holds()).toEqual(['running', null]);
    await change({ is_active: false });
    expect(await holds()).toEqual(['running', 'workflow_paused']);
    await change({ is_active: true });
    expect((await ask(account, id, 'start')).body.campaign.hold_reason).toBeNull();
    await api.db('agents').where({ id: agentId }).update({ deleted_at: new Date() });
    expect(await holds()).toEqual(['running', 'workflow_paused']);
    expect((await ask(account, id, 'pause')).body.campaign.hold_reason).toBeNull();
  });

  it('needs a workflow that is published and active', async () => {
    const { account, agentId, id } = await createFixture();
    await account.request('patch', `/campaigns/${id}`).send({ workflow_id: null });
    const without = await ask(account, id, 'start');
    expect([without.status, without.body.code, without.body.field]).toEqual([400, 'VALIDATION_ERROR', '/workflow_id']);
    await account.request('patch', `/campaigns/${id}`).send({ workflow_id: agentId });
    await api.db('agents').where({ id: agentId }).update({ is_active: false });
    expect((await ask(account, id, 'start')).body.code).toBe('WORKFLOW_PAUSED');
    await api.db('agents').where({ id: agentId }).update({ version: 0 });
    expect((await ask(account, id, 'start')).body.code).toBe('WORKFLOW_NOT_PUBLISHED');
  });
});

describe('a lead that joins a running campaign', () => {
  type Door = (account: TestAccount, campaign_id: string, known: string) => Promise<unknown>;
  const lead = () => ({ first_name: 'Ada', email: `${newId()}@example.com` });
  const DOORS: [string, Door][] = [
    [
      'POST /campaigns/{id}/leads',
      (account, id, known) => ask(account, id, 'leads', { lead_ids: [known] }).expect(200),
    ],
    [
      'POST /leads',
      (account, campaign_id) =>
        account
          .request('post', '/leads')
          .send({ ...lead(), campaign_id })
          .expect(201),
    ],
    [
      'POST /leads with many',
      (account, campaign_id) =>
        account
          .request('post', '/leads')
          .send([lead(), { ...lead(), campaign_id }])
          .expect(201),
    ],
    [
      'POST /leads for a lead that is known',
      async (account, campaign_id, known) => {
        const { email } = (await api.db('leads').where({ id: known }).first())!;
        await account
          .request('post', '/leads')
          .send({ first_name: 'Ada', email, campaign_id, on_duplicate: 'update' })
          .expect(201);
      },
    ],
    [
      'PATCH /leads/{id}',
      (account, campaign_id, known) => account.request('patch', `/leads/${known}`).send({ campaign_id }).expect(200),
    ],
    [
      'an import',
      (account, campaign_id) =>
        imported(api, account, 'First Name,Email\nAda,a@example.com', { defaults: JSON.stringify({ campaign_id }) }),
    ],
  ];

  it.each(DOORS)('by %s is enrolled', async (_name, join) => {
    const { account, id } = await createFixture();
    const known = await addLead(api.db, account.accountId);
    await ask(account, id, 'start').expect(200);
    expect((await work(id)).enrolled).toBe(0);
    await join(account, id, known.id);
    expect(await wakes(account.accountId, id)).toEqual(['started', 'joined']);
    expect((await work(id)).enrolled).toBe(1);
  });

  it('while it is started is enrolled by the look that the start began', async () => {
    const { account, id } = await createFixture();
    const known = await addLead(api.db, account.accountId);
    const join = async (tx: Knex) => {
      const lead = await tx('leads').where({ id: known.id }).forUpdate().first();
      const update = { fields: { campaign_id: id }, country: null, origin: { kind: 'system' as const, id: null } };
      await updateLead(openWork(tx, new Date()), { lead: lead!, ...update });
    };
    const startAndLook = async () => {
      await ask(account, id, 'start').expect(200);
      return work(id);
    };
    expect((await concurrently(api.db, join, startAndLook)).enrolled).toBe(1);
    expect(await wakes(account.accountId, id)).toEqual(['started']);
  });

  it('that is not running wakes no lead', async () => {
    const { account, id, leads } = await createFixture();
    await account.request('patch', `/leads/${leads[0]}`).send({ campaign_id: id }).expect(200);
    expect(await wakes(account.accountId, id)).toEqual([]);
  });
});

describe('a running campaign whose workflow is switched off', () => {
  it('skips no lead, and continues when the workflow is active again', async () => {
    const { account, agentId, id, leads } = await createFixture();
    const switchTo = (is_active: boolean) =>
      account.request('patch', `/workflows/${agentId}`).send({ is_active }).expect(200);
    await ask(account, id, 'leads', { lead_ids: leads });
    await ask(account, id, 'start').expect(200);
    await switchTo(false);
    const { after, enrolled } = await enrollNextLeads(workOn(api.db), { campaignId: id, after: '' });
    expect([after, enrolled]).toEqual(['', 0]);
    expect((await ask(account, id, 'start')).body.code).toBe('WORKFLOW_PAUSED');
    expect(await wakes(account.accountId, id)).toEqual(['started']);
    await switchTo(true);
    expect(await wakes(account.accountId, id)).toEqual(['started', 'changed']);
    expect((await work(id)).enrolled).toBe(3);
    await ask(account, id, 'start').expect(200);
    expect(await wakes(account.accountId, id)).toEqual(['started', 'changed', 'started']);
  });

  it('of another workflow is not woken, nor one that is paused', async () => {
    const { account, agentId, id } = await createFixture();
    const other = await addAgent(api, account);
    await ask(account, id, 'start').expect(200);
    for (const is_active of [false, true])
      await account.request('patch', `/workflows/${other}`).send({ is_active }).expect(200);
    await ask(account, id, 'pause').expect(200);
    for (const is_active of [false, true])
      await account.request('patch', `/workflows/${agentId}`).send({ is_active }).expect(200);
    expect(await wakes(account.accountId, id)).toEqual(['started']);
  });
});

describe('leads of one address in a running campaign', () => {
  const email = 'ana@example.com';

  async function twins() {
    const { account, agentId, id } = await createFixture();
    const [first, second] = [
      await addLead(api.db, account.accountId, { email, campaign_id: id }),
      await addLead(api.db, account.accountId, { email: 'Ana@Example.com' }),
    ];
    await ask(account, id, 'start').expect(200);
    const join = () => ask(account, id, 'leads', { lead_ids: [second.id] }).expect(200);
    const runs = () => api.db('agent_runs').where({ account_id: account.accountId });
    return { account, agentId, id, first, second, join, runs };
  }

  it('are enrolled once, and the others after them all the same', async () => {
    const { account, id, first, join, runs } = await twins();
    await join();
    await addLead(api.db, account.accountId, { email: 'aná@example.com', campaign_id: id });
    expect((await work(id)).enrolled).toBe(2);
    expect((await runs()).filter(({ lead_id }) => lead_id === first.id)).toHaveLength(1);
    const { campaign } = (await account.request('get', `/campaigns/${id}`)).body;
    expect([campaign.leads_count, campaign.counters]).toMatchObject([3, { enrolled: 2, active: 2 }]);
  });

  it('are enrolled once, also piece after piece', async () => {
    const { id, first, join, runs } = await twins();
    const { after, enrolled } = await enrollNextLeads(workOn(api.db), { campaignId: id, after: '' });
    expect([after, enrolled]).toEqual(['', 1]);
    await join();
    const next = await enrollNextLeads(workOn(api.db), { campaignId: id, after });
    expect(next).toMatchObject({ enrolled: 0, finished: false });
    expect(await runs()).toMatchObject([{ lead_id: first.id, open_slot: 1 }]);
  });

  it('are enrolled once, also when the first run has ended', async () => {
    const { account, id, first, join, runs } = await twins();
    expect((await work(id)).enrolled).toBe(1);
    const consent = { email: 'opted_out' };
    await account.request('patch', `/leads/${first.id}`).send({ consent }).expect(200);
    expect(await runs()).toMatchObject([{ lead_id: first.id, open_slot: null }]);
    await join();
    expect((await work(id)).enrolled).toBe(0);
  });

  it('are enrolled once, also when a request enrolls one of them at this moment', async () => {
    const { account, agentId, id, first, runs } = await twins();
    let other = first;
    const enrolled = await concurrently(
      api.db,
      async (tx) => {
        await claimIdentities(tx, account.accountId, identitiesOf({ email }));
        other = await addLead(tx, account.accountId, { email });
        await addRun(tx, other, agentId);
      },
      async () => (await work(id)).enrolled,
    );
    expect(enrolled).toBe(0);
    expect(await runs()).toMatchObject([{ lead_id: other.id }]);
    expect(first.id).not.toBe(other.id);
  });
});

describe('the counters of a campaign', () => {
  it('tell of replies, opt-outs and completions, whichever of them ended the cadence', async () => {
    const { account, id, leads } = await createFixture(
      {},
      { cadence: { steps: [{ key: 'tag', type: 'set', actions: [TAG] }] } },
    );
    await ask(account, id, 'leads', { lead_ids: leads });
    await ask(account, id, 'start');
    await work(id);
    const counters = async () => (await account.request('get', `/campaigns/${id}`)).body.campaign.counters;
    expect(await counters()).toMatchObject({ enrolled: 3, active: 3, completed: 0, replied: 0, opted_out: 0 });
    const hook = await addHook(account);
    const write = async (leadId: string | undefined, text: string) => {
      const { email } = (await api.db('leads').where({ id: leadId }).first())!;
      await post(api, hook, { event_id: newId(), type: 'reply', from: email, text }).expect(200);
      expect(await workInbound(api.db, account.accountId)).not.toContain('no_lead');
    };
    const complete = async (leadId: string | undefined) => {
      const run = (await api.db('agent_runs').where({ lead_id: leadId }).first())!;
      const deps = { links: createMailLinks([TEST_SECRET], 'http://las.test') };
      const none = async () => undefined;
      await api.db.transaction((tx) =>
        advanceRun(openWork(tx, new Date()), run.id, { ...deps, senderOf: none, heldBack: none }),
      );
    };
    await write(leads[0], 'Yes, please call me.');
    expect(await counters()).toMatchObject({ enrolled: 3, active: 2, completed: 0, replied: 1, opted_out: 0 });
    await write(leads[1], 'STOP');
    expect(await counters()).toMatchObject({ enrolled: 3, active: 1, completed: 0, opted_out: 1 });
    await complete(leads[2]);
    expect(await counters()).toMatchObject({ enrolled: 3, active: 0, completed: 1, opted_out: 1 });
    await write(leads[2], 'STOP');
    expect(await counters()).toMatchObject({ enrolled: 3, active: 0, completed: 1, replied: 3, opted_out: 2 });
  });

  it('leave out opt-outs from before the enrolment', async () => {
    const { account, id, leads } = await createFixture();
    const early = { consent: { whatsapp: 'opted_out' } };
    await account.request('patch', `/leads/${leads[0]}`).send(early).expect(200);
    await api
      .db('consent_log')
      .where({ lead_id: leads[0] })
      .update({ created_at: new Date(Date.now() - 60_000) });
    await ask(account, id, 'leads', { lead_ids: leads });
    await ask(account, id, 'start');
    await work(id);
    expect((await account.request('get', `/campaigns/${id}`)).body.campaign.counters.opted_out).toBe(0);
  });
});

describe('POST /campaigns/{id}/pause', () => {
  it('enrolls no lead until it is started again', async () => {
    const { account, id, leads } = await createFixture();
    expect((await ask(account, id, 'pause')).body.code).toBe('NOT_MODIFIABLE');
    await ask(account, id, 'start');
    const other = await account.request('patch', `/campaigns/${id}`).send({ workflow_id: null });
    expect([other.status, other.body.code, other.body.field]).toEqual([409, 'NOT_MODIFIABLE', '/workflow_id']);
    expect((await ask(account, id, 'pause')).body.campaign.status).toBe('paused');
    expect((await ask(account, id, 'pause')).status).toBe(200);
    await ask(account, id, 'leads', { lead_ids: leads });
    expect((await work(id)).enrolled).toBe(0);
    await ask(account, id, 'start');
    expect((await work(id)).enrolled).toBe(3);
  });
});
