import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import { systemClock } from '../../runtime/clock.js';
import type { ActionType, TimedAction } from '../../schemas/rules/actions.js';
import type { Condition, ConditionSource } from '../../schemas/rules/conditions.js';
import { createUser } from '../../services/accounts/accounts.js';
import { workCycle } from '../../services/jobs/work-cycle.js';
import { retryCall } from '../../services/messages/retry-later.js';
import { type Carried, ACTION_PARAMS as PARAMS, useActionJobs } from '../support/action-fixture.js';
import { makeEnrolledLead, makePublishedAgent } from '../support/agent-requests.js';
import { addNumber, addWhatsAppTemplate } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { addEnrolledLeads, runNewJob, workWholeCycle } from '../support/jobs.js';
import { addType } from '../support/meetings.js';
import { addAgent } from '../support/messaging.js';
import { workOn } from '../support/work.js';

const api = useApi();
const { fixture, newLead, runJob, book } = useActionJobs(api);
const LATER = { key: 'later', type: 'wait', delay: { type: 'after', amount: 1, unit: 'days' } };
const OF_AGENTS: readonly string[] = ['pause_workflow', 'resume_workflow'];

/** The preparations without which an action has no effect. */
const BEFORE: Partial<Record<ActionType, (leadId: string) => Promise<unknown>>> = {
  remove_tag: (id) =>
    fixture.account
      .request('put', '/leads/tags')
      .send({ lead_id: id, tags: ['old'] })
      .expect(200),
  resume_automation: (id) =>
    api.db('agent_runs').where({ lead_id: id }).update({ human_takeover: true, pause_reason: 'x', paused_by: 'user' }),
  cancel_meeting: (id) => book(id, '10:00'),
};

/** For each source a condition that a lead of this world meets; events and agents' counts have jobs of their own. */
const MET: { [S in Exclude<ConditionSource, 'event' | 'workflow'>]: Condition } = {
  lead: { source: 'lead', key: 'phone', operator: 'starts_with', value: '+34' },
  metadata: { source: 'metadata', key: 'plan', operator: 'eq', value: 'gold' },
  field: { source: 'field', key: 'budget', operator: 'gte', value: 5 },
  tag: { source: 'tag', operator: 'has', value: 'VIP' },
  status: { source: 'status', key: 'category', operator: 'in', value: ['open', 'active'] },
  run: { source: 'run', key: 'started_at', operator: 'within_last', value: 1, unit: 'hours' },
  engagement: { source: 'engagement', key: 'inbound_count', operator: 'eq', value: 0 },
  meeting: { source: 'meeting', key: 'next_starts_at', operator: 'after', value: 'now' },
  conversion: { source: 'conversion', key: 'total_amount', operator: 'gt', value: 10 },
  consent: { source: 'consent', key: 'email', operator: 'neq', value: 'opted_out' },
  now: { source: 'now', key: 'hour', operator: 'between', value: 0, value_to: 23 },
};

describe('an action of a job', () => {
  it.each(Object.keys(PARAMS) as Carried[])('%s is carried out', async (type) => {
    const action = { type, params: PARAMS[type](fixture) } as TimedAction;
    const leadId = OF_AGENTS.includes(type) ? null : await newLead();
    if (leadId !== null) await BEFORE[type]?.(leadId);
    const more = type === 'resume_automation' ? { workflow_filters: { automation: 'any' } } : {};
    const result = await runJob([{ action }], leadId, more);
    expect(result).toMatchObject({ outcome: 'acted', steps: [{ effects: [{ type, applied: true }] }] });
  });
});

describe('a status that a job sets', () => {
  it('hands the lead over to the agent that it names', async () => {
    const statuses = [
      { key: 'new', category: 'open', is_initial: true },
      { key: 'lost', category: 'lost', is_terminal: true, transfer_to_workflow_id: fixture.other },
    ];
    const first = await makePublishedAgent(fixture.account, [LATER], { statuses });
    const { leadId, runId } = await makeEnrolledLead(fixture.account, first);
    const result = await runNewJob(
      api.db,
      fixture.account,
      {
        lead_filters: [{ workflow_id: first }],
        steps: [{ action: { type: 'set_status', params: { status_key: 'lost' } } }],
      },
      { lead_ids: [leadId] },
    );
    expect(result).toMatchObject({ outcome: 'acted', steps: [{ effects: [{ type: 'set_status', applied: true }] }] });
    expect(await api.db('agent_runs').where({ lead_id: leadId }).orderBy('id')).toMatchObject([
      { id: runId, run_status: 'transferred', open_slot: null },
      { agent_id: fixture.other, run_status: 'running', open_slot: 1 },
    ]);
  });
});

describe('a status that a job may not set', () => {
  it.each([
    ['contacted', "The status can't move back to an earlier one."],
    ['nowhere', 'The workflow has no status nowhere.'],
  ])('is not taken for set by its later steps, on paper or in earnest: %s', async (status_key, reason) => {
    const agent = await makePublishedAgent(fixture.account, [LATER]);
    const { leadId } = await makeEnrolledLead(fixture.account, agent);
    await fixture.account.request('post', `/leads/${leadId}/status`).send({ status_key: 'qualified' }).expect(200);
    const message = { channel: 'email', subject: 'Hi', content: 'Hello' };
    const job = {
      lead_filters: [{ workflow_id: agent }],
      steps: [
        { action: { type: 'set_status', params: { status_key } } },
        {
          conditions: [{ field: 'status.key', operator: 'eq', value: status_key }],
          on_match: { type: 'send_message', params: message },
        },
      ],
    };
    const steps = [
      { effects: [], skipped: [{ type: 'set_status', reason }] },
      { verdict: 'not_matched', effects: [] },
    ];
    const { body: foreseen } = await fixture.account.request('post', '/background-jobs/preview').send(job).expect(200);
    expect(foreseen.data.leads).toMatchObject([{ lead_id: leadId, acts: false, steps }]);
    for (const dry_run of [true, false]) {
      const result = await runNewJob(api.db, fixture.account, { ...job, dry_run }, { lead_ids: [leadId] });
      expect(result).toMatchObject({ outcome: 'skipped', steps });
    }
    expect(await api.db('messages').where({ lead_id: leadId })).toEqual([]);
  });
});

describe('a dry run of a job', () => {
  it('tells of a function that can’t be run, as the real cycle does', async () => {
    const source = 'export default async () => 1';
    const made = await fixture.account.request('post', '/cloud-functions').send({ name: 'Off', source }).expect(201);
    const function_id = made.body.function.id;
    await api.db('cloud_functions').where({ id: function_id }).update({ is_active: false });
    const job = { lead_filters: [{ workflow_id: fixture.agent }] };
    const steps = [{ action: { type: 'run_function', params: { function_id } } }];
    const leadId = await newLead();
    const [dry, real] = [true, false].map((dry_run) =>
      runNewJob(api.db, fixture.account, { ...job, steps, dry_run }, { lead_ids: [leadId] }),
    );
    expect(await dry).toEqual({ ...(await real), finished_at: expect.any(String) });
    expect(await dry).toMatchObject({ outcome: 'failed', reason: 'function_inactive' });
  });
});

describe('a job that runs once for each agent', () => {
  const pausedOf = async (agent: string): Promise<boolean> =>
    (await fixture.account.request('get', `/workflows/${agent}`).expect(200)).body.workflow.paused;
  const ofAgent = (agent: string, steps: object[]) => ({
    scope: 'workflow_scoped',
    workflow_filters: { workflow_ids: [agent] },
    steps,
  });

  it('does what it puts off when that is due, and not before', async () => {
    const agent = await makePublishedAgent(fixture.account, [LATER]);
    const steps = [
      { action: { type: 'pause_workflow', params: {} } },
      { action: { type: 'resume_workflow', params: {}, delay_seconds: 14_400 } },
    ];
    const result = await runNewJob(api.db, fixture.account, ofAgent(agent, steps));
    expect(result.steps.map(({ effects }) => effects)).toMatchObject([
      [{ type: 'pause_workflow', applied: true }],
      [{ type: 'resume_workflow', applied: false, due_at: expect.any(String) }],
    ]);
    const { id, job_id } = (await api
      .db('job_cycles')
      .where({ account_id: fixture.account.accountId })
      .orderBy('id', 'desc')
      .first())!;
    const ended = { finished: true, cycleId: id, status: 'completed', claimed: 1, done: 1, counts: {}, nextAt: null };
    const pausedIn = async (hours: number) => {
      const clock = { ...systemClock, now: () => new Date(Date.now() + hours * 3_600_000) };
      const piece = { jobId: job_id, cycleId: id, nominalAt: null, workflowId: 'w', progress: ended };
      await workCycle({ ...workOn(api.db), clock }, piece);
      return pausedOf(agent);
    };
    expect([await pausedIn(0), await pausedIn(3), await pausedIn(4.1)]).toEqual([true, true, false]);
  });

  it('does nothing after an action that failed where that stops it', async () => {
    const agent = await makePublishedAgent(fixture.account, [LATER]);
    const steps = [
      { action: { type: 'notify_user', params: { role: 'viewer', text: 'Look' }, on_error: 'stop' } },
      { action: { type: 'pause_workflow', params: {} } },
    ];
    const result = await runNewJob(api.db, fixture.account, ofAgent(agent, steps));
    expect(result.steps.map(({ effects }) => effects)).toMatchObject([
      [{ type: 'notify_user', applied: false, skipped: "The account doesn't have this user." }],
      [],
    ]);
    expect(await pausedOf(agent)).toBe(false);
  });
});

describe('meetings, conversions and calls of a job', () => {
  it('offer the first free time of each of the next days, on the lead’s clock', async () => {
    const leadId = await newLead();
    await runJob(
      [{ action: { type: 'offer_meeting', params: { meeting_type_id: fixture.type, slots: 2, channel: 'email' } } }],
      leadId,
    );
    const message = (await api.db('messages').where({ lead_id: leadId }).first())!;
    expect(message.subject).toBe('Times for Discovery call');
    expect(message.content).toContain('Discovery call is available at these times (Europe/Madrid):');
    expect(message.content!.match(/^- /gm)).toHaveLength(2);
  });

  it('say that there is nothing to cancel, or cancel the next meeting and give its time free', async () => {
    const leadId = await newLead();
    const cancel = { type: 'cancel_meeting', params: { reason: 'Moved' } };
    expect(await runJob([{ action: cancel }], leadId)).toMatchObject({ outcome: 'skipped' });
    const meeting = await book(leadId, '11:00');
    expect(await runJob([{ action: cancel }], leadId)).toMatchObject({ outcome: 'acted' });
    const { body } = await fixture.account.request('get', `/meetings/${meeting}`).expect(200);
    expect(body.meeting).toMatchObject({ status: 'cancelled', cancellation_reason: 'Moved' });
    await book(await newLead(), '11:00');
  });

  it('record a success once, with the job as its origin', async () => {
    const leadId = await newLead();
    await runJob([{ action: { type: 'record_conversion', params: PARAMS.record_conversion(fixture) } }], leadId);
    const rows = await api.db('conversions').where({ lead_id: leadId });
    expect(rows).toMatchObject([{ amount: expect.anything(), currency: 'EUR' }]);
    const event = await api.db('events').where({ lead_id: leadId, type: 'conversion.recorded' }).first();
    expect(event).toMatchObject({ origin_kind: 'job' });
  });

  it('call again after each pause until the lead answers or the attempts are used up', async () => {
    const leadId = await newLead();
    await runJob([{ action: { type: 'trigger_call', params: PARAMS.trigger_call(fixture) } }], leadId);
    const calls = () => api.db('messages').where({ lead_id: leadId, channel: 'call' }).orderBy('id');
    const pauses: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const missed = (await calls()).at(-1);
      const now = new Date();
      // The same news told twice makes one more call.
      for (let told = 0; told < 2; told += 1) {
        await api.db.transaction((tx) => retryCall(openWork(tx, now), missed!, { kind: 'provider', id: null }));
      }
      const next = (await calls()).at(-1);
      if (next!.id === missed!.id) break;
      const row = (await api.db('outgoing_messages').where({ message_id: next!.id }).first())!;
      pauses.push(Math.round((row.due_at.getTime() - now.getTime()) / 60_000));
    }
    expect(pauses).toEqual([5, 30]);
    expect(await calls()).toHaveLength(3);
  });

  it('name what the account doesn’t have', async () => {
    const foreign = await api.account();
    const type = await addType(foreign);
    for (const [action, field] of [
      [{ type: 'offer_meeting', params: { meeting_type_id: type, channel: 'email' } }, 'meeting_type_id'],
      [
        { type: 'offer_meeting', params: { meeting_type_id: fixture.type, host_id: type, channel: 'email' } },
        'host_id',
      ],
      [{ type: 'record_conversion', params: { conversion_type_id: type } }, 'conversion_type_id'],
    ] as const) {
      const { body } = await fixture.account
        .request('post', '/background-jobs')
        .send({ steps: [{ action }] })
        .expect(400);
      expect(body.field).toBe(`/steps/0/action/params/${field}`);
    }
  });
});

describe('an owner that a job picks', () => {
  const team = async () => {
    const account = await api.account();
    const agent = await addAgent(api, account);
    const users: string[] = [];
    for (const name of ['Ana', 'Ben', 'Cleo']) {
      const email = `${name}-${agent}@example.com`;
      const user = {
        accountId: account.accountId,
        email,
        name,
        role: 'viewer' as const,
        password: 'a long password of the tests',
      };
      users.push((await createUser(api.db, new Date(), user)).userId);
    }
    const assign = async (count: number, strategy: string) => {
      const leads = await addEnrolledLeads(api.db, account.accountId, agent, count);
      const lead_ids = leads.map(({ id }) => id);
      const steps = [{ action: { type: 'assign_owner', params: { strategy } } }];
      await runNewJob(api.db, account, { lead_filters: [{ workflow_id: agent }], steps }, { lead_ids });
    };
    const shares = async () => {
      const owners = await api.db('leads').where({ account_id: account.accountId, hidden: false }).pluck('owner_id');
      return users.map((user) => owners.filter((owner) => owner === user).length);
    };
    return { account, users, assign, shares };
  };

  it('is each user in turn, from one lead to the next and from one cycle to the next', async () => {
    const { assign, shares } = await team();
    await assign(7, 'round_robin');
    expect(await shares()).toEqual([3, 2, 2]);
    await assign(2, 'round_robin');
    expect(await shares()).toEqual([3, 3, 3]);
  });

  it('is the one with the fewest leads, not counting those that are deleted', async () => {
    const { account, users, assign, shares } = await team();
    await assign(3, 'least_loaded');
    await api.db('leads').where({ account_id: account.accountId, owner_id: users[2] }).update({ hidden: true });
    await assign(1, 'least_loaded');
    expect(await shares()).toEqual([1, 1, 1]);
  });
});

describe('a condition of a job', () => {
  it('reads every source', async () => {
    const leadId = await newLead();
    for (const type of ['add_tag', 'set_metadata', 'set_field', 'record_conversion'] as const) {
      await runJob([{ action: { type, params: PARAMS[type](fixture) } }], leadId);
    }
    await book(leadId, '09:00');
    for (const condition of Object.values(MET)) {
      const step = { conditions: [condition], on_match: { type: 'add_note', params: { text: 'x' } } };
      expect([condition.source, (await runJob([step], leadId)).outcome]).toEqual([condition.source, 'acted']);
      // No other lead has the tag, the metadata or the meeting. The same condition fails on a bare lead.
    }
    const bare = await newLead();
    for (const source of ['metadata', 'field', 'tag', 'meeting', 'conversion'] as const) {
      const step = {
        conditions: [MET[source]],
        on_match: { type: 'add_note', params: { text: 'x' } },
        on_no_match: { type: 'continue' },
      };
      expect([source, (await runJob([step], bare)).outcome]).toEqual([source, 'skipped']);
    }
  });
});

describe('a lead for which an action fails unexpectedly', () => {
  it('is held alone: the others are worked, and the cycle ends', async () => {
    await addNumber(api.db, fixture.account.accountId);
    const components = JSON.stringify([{ type: 'BODY', text: 'For {{1}}' }]);
    const { id: template_id } = await addWhatsAppTemplate(api.db, fixture.account.accountId, { components });
    const leads = await Promise.all([1, 2, 3].map(newLead));
    const [broken = ''] = leads;
    const only = { source: 'lead', key: 'email', operator: 'eq', value: `lead-${broken}@example.com` };
    const valid = {
      channel: 'whatsapp',
      template_id,
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'x' }] }],
    };
    const steps = [
      { action: { type: 'add_tag', params: { tags: ['worked'] } } },
      { conditions: [only], on_match: { type: 'send_message', params: valid } },
    ];
    const { body: made } = await fixture.account.request('post', '/background-jobs').send({ steps }).expect(201);
    // As an earlier release took it.
    const odd = JSON.stringify(steps).replace(
      JSON.stringify(valid.components),
      '[{"type":"body","parameters":[null]}]',
    );
    await api.db('background_jobs').where({ id: made.data.id }).update({ steps: odd });
    const path = `/background-jobs/${made.data.id}`;
    const { body: asked } = await fixture.account.request('post', `${path}/run`).send({ lead_ids: leads }).expect(202);
    const cycleId = asked.cycle_id as string;
    const piece = { jobId: made.data.id as string, cycleId, nominalAt: null, workflowId: 'w' };
    await workWholeCycle(api.db, systemClock, piece);
    const { body } = await fixture.account.request('get', `${path}/cycles/${cycleId}`).expect(200);
    expect(body.data).toMatchObject({ status: 'partial', acted: 2, failed: 1 });
    const held = body.data.leads.find((lead: { lead_id: string }) => lead.lead_id === broken);
    expect(held).toMatchObject({ outcome: 'held', reason: 'unexpected_error' });
  });
});
