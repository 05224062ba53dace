import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ActionType } from '../../schemas/rules/actions.js';
import { ACTION_PARAMS, type ActionFixture, type Carried, createActionFixture } from '../support/action-fixture.js';
import { mailStep, makeEnrolledLead, makePublishedAgent } from '../support/agent-requests.js';
import { type TestAccount, useApi } from '../support/api.js';
import { expectConverted } from '../support/ended-runs.js';
import { mailCadence } from '../support/mail-cadence.js';
import { at } from '../support/meetings.js';

const api = useApi();
const cadence = mailCadence(api);
let fixture: ActionFixture;
let account: TestAccount;

beforeAll(async () => {
  account = await api.account({ country: 'ES', timezone: 'Europe/Madrid' });
  await account.request('post', '/voice-agents').send({ name: 'Eva' }).expect(201);
  fixture = await createActionFixture(api, account);
});

const exit = { on_meeting_booked: 'continue', on_conversion: 'continue' };
const LATER = { key: 'later', type: 'wait', delay: { type: 'after', amount: 1, unit: 'days' } };
const set = (type: ActionType, params: object, more: object = {}) => ({
  key: 'does',
  type: 'set',
  actions: [{ type, params, ...more }],
});

async function enroll(steps: object[], more: object = {}) {
  const agent = await makePublishedAgent(account, steps, { exit, ...more });
  const { runId, leadId } = await makeEnrolledLead(account, agent, { phone: '+34600111222' });
  return { agent, runId, leadId };
}

const stepOf = async (runId: string, key = 'does') => {
  const { body } = await account.request('get', `/workflow-runs/${runId}`).expect(200);
  return body.workflow_run.steps.find((step: { key: string }) => step.key === key);
};

/** Returns the effects of the same step in a simulation. */
async function foreseen(agent: string, leadId: string) {
  const { body } = await account.request('post', `/workflows/${agent}/simulate`).send({ lead_id: leadId }).expect(200);
  return body.timeline.find((item: { step_key: string }) => item.step_key === 'does');
}

/** The preparations without which an action has no effect. */
const BEFORE: Partial<Record<ActionType, (lead: { leadId: string; agent: string }) => Promise<unknown>>> = {
  remove_tag: ({ leadId }) =>
    account
      .request('put', '/leads/tags')
      .send({ lead_id: leadId, tags: ['old'] })
      .expect(200),
  resume_automation: ({ leadId }) =>
    api
      .db('agent_runs')
      .where({ lead_id: leadId })
      .update({ human_takeover: true, pause_reason: 'x', paused_by: 'user' }),
  cancel_meeting: ({ leadId, agent }) =>
    account
      .request('post', '/meetings/book')
      .send({
        lead_id: leadId,
        host_id: fixture.host,
        workflow_id: agent,
        meeting_type_id: fixture.type,
        starts_at: at('10:00'),
      })
      .expect(201),
};

describe('a set step', () => {
  it.each(Object.keys(ACTION_PARAMS) as Carried[])(
    'carries out %s, once, tells of it, and foresees it',
    async (type) => {
      const params = type === 'goto_cadence_step' ? { step_key: 'later' } : ACTION_PARAMS[type](fixture);
      const first = mailStep('First', { key: 'first' });
      // Only a run that is not paused acts, so what resumes means the other agent's run.
      const steps = [first, set(type, type === 'resume_automation' ? { workflow_id: fixture.other } : params), LATER];
      const limited = steps.map((step) => ({ ...step, max_visits: 1 }));
      const run = await enroll(limited);
      if (type === 'resume_automation') {
        await account.request('post', `/leads/${run.leadId}/assign-workflow`).send({ workflow_id: fixture.other });
        await api.db('agent_runs').where({ id: run.runId }).update({ open_slot: 1, run_status: 'running' });
      }
      await BEFORE[type]?.(run);
      if (type === 'resume_automation') {
        await api.db('agent_runs').where({ id: run.runId }).update({ human_takeover: false });
      }
      const paper = await foreseen(run.agent, run.leadId);
      expect(paper.effects).toMatchObject([{ type, params: expect.any(Object) }]);
      expect(await cadence.act(run.runId)).toBe('send');
      await cadence.act(run.runId);
      expect((await stepOf(run.runId)).effects).toEqual([{ type, applied: true }]);
      const told = () => api.db('events').where({ agent_run_id: run.runId, type: 'cadence.step_executed' });
      const before = (await told()).length;
      await cadence.act(run.runId);
      expect(await told()).toHaveLength(before);
    },
  );

  it('runs a function for the lead', async () => {
    const { body } = await account
      .request('post', '/cloud-functions')
      .send({ name: 'One', source: 'export default async () => 1' })
      .expect(201);
    const fn = body.function.id;
    const run = await enroll([set('run_function', { function_id: fn }), LATER]);
    await cadence.act(run.runId);
    const rows = await api.db('function_runs').where({ lead_id: run.leadId });
    expect(rows).toMatchObject([{ function_id: fn, trigger_event: 'cadence.step_executed' }]);
  });

  it('sends its message once for each visit of the step', async () => {
    const say = { ...set('send_message', { channel: 'email', subject: 'Hi {{lead.first_name}}', content: 'x' }) };
    const run = await enroll([
      { ...say, max_visits: 2 },
      { key: 'back', type: 'set', actions: [{ type: 'goto_cadence_step', params: { step_key: 'does' } }] },
      LATER,
    ]);
    await cadence.act(run.runId);
    await cadence.act(run.runId);
    const messages = await api.db('messages').where({ lead_id: run.leadId });
    expect(messages.map(({ subject }) => subject)).toEqual(['Hi Ana', 'Hi Ana']);
  });

  it('tells what it left out and why, and does nothing after it where that stops it', async () => {
    await account
      .request('post', '/templates')
      .send({ name: 'Gone', channel: 'email', language: 'en', subject: 'x', text: 'x' });
    const actions = [
      {
        type: 'send_message',
        params: { channel: 'email', template_name: 'none', language: 'en' },
        on_error: 'stop',
      },
      { type: 'add_tag', params: { tags: ['after'] } },
    ];
    const run = await enroll([{ key: 'does', type: 'set', actions }, LATER]);
    await cadence.act(run.runId);
    expect((await stepOf(run.runId)).effects).toEqual([
      { type: 'send_message', applied: false, skipped: 'The account has no template with this name and language.' },
    ]);
    expect(await api.db('lead_tags').where({ lead_id: run.leadId })).toEqual([]);
  });

  describe('with actions that wait', () => {
    const MINUTE_MS = 60_000;
    const tag = (name: string, delay_seconds?: number) => ({
      type: 'add_tag',
      params: { tags: [name] },
      ...(delay_seconds === undefined ? {} : { delay_seconds }),
    });
    const tell = (text: string, more: object = {}) => ({
      type: 'notify_user',
      params: { user_id: fixture.user, text },
      ...more,
    });
    const does = (actions: object[]) => ({ key: 'does', type: 'set', actions });
    const tagsOf = async (leadId: string) => {
      const rows = await api.db('lead_tags as l').join('tags as t', 't.id', 'l.tag_id').where({ 'l.lead_id': leadId });
      return rows.map(({ slug }) => slug).sort();
    };
    const begun = async (steps: object[]) => {
      const run = await enroll(steps);
      const now = new Date();
      expect(await cadence.act(run.runId, now)).toBe('waiting');
      return { ...run, later: (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS) };
    };

    it('does each once, at its time, however often it is looked at, and tells which is next', async () => {
      const { runId, leadId, later } = await begun([
        does([tag('a'), tell('One'), tag('b', 600), tell('Two'), tag('c', 300)]),
        LATER,
      ]);
      const next = async () => {
        const { body } = await account.request('get', `/leads/${leadId}/next`).expect(200);
        const [{ step_key, scheduled_at, actions }] = body.runs;
        return { step_key, scheduled_at, actions };
      };
      expect(await tagsOf(leadId)).toEqual(['a']);
      expect(await next()).toEqual({
        step_key: 'does',
        scheduled_at: later(10).toISOString(),
        actions: [
          { type: 'add_tag', earliest_at: later(10).toISOString() },
          { type: 'notify_user', earliest_at: later(10).toISOString() },
          { type: 'add_tag', earliest_at: later(15).toISOString() },
        ],
      });
      for (const minutes of [0, 9, 10, 10, 14]) {
        expect(await cadence.act(runId, later(minutes))).toBe('waiting');
        expect([minutes, await tagsOf(leadId)]).toEqual([minutes, minutes < 10 ? ['a'] : ['a', 'b']]);
      }
      await cadence.act(runId, later(15));
      await cadence.act(runId, later(15));
      expect(await tagsOf(leadId)).toEqual(['a', 'b', 'c']);
      expect(await next()).toMatchObject({ step_key: 'later', actions: [] });
      const applied = (...types: string[]) => types.map((type) => ({ type, applied: true }));
      expect(await stepOf(runId)).toMatchObject({
        state: 'done',
        visits: 1,
        effects: applied('add_tag', 'notify_user', 'add_tag', 'notify_user', 'add_tag'),
      });
      const lines = await api
        .db('notification_lines as l')
        .join('notifications as n', 'n.id', 'l.notification_id')
        .where({ 'l.lead_id': leadId });
      expect(lines.map(({ text }) => text).sort()).toEqual(['One', 'Two']);
      // A digest that was sent between the two gets no more lines.
      expect(new Set(lines.map(({ notification_id }) => notification_id)).size).toBe(2);
    });

    it.each([
      ['the lead opts out', 'patch', '', { consent: { email: 'opted_out' } }, 'ended'],
      ['the status becomes terminal', 'post', '/status', { status_key: 'lost' }, 'ended'],
      ['a person takes over', 'post', '/automation/stop', undefined, 'waiting'],
    ] as const)('does nothing more if %s during it', async (_what, method, path, body, kind) => {
      const { agent, runId, leadId, later } = await begun([does([tag('a'), tag('b', 600)]), LATER]);
      await account
        .request(method, `/leads/${leadId}${path}`)
        .send(body ?? { workflow_id: agent })
        .expect(200);
      expect(await cadence.act(runId, later(10))).toBe(kind);
      expect(await tagsOf(leadId)).toEqual(['a']);
    });

    it('does the rest when a person resumes the cadence', async () => {
      const { agent, runId, leadId, later } = await begun([does([tag('a'), tag('b', 600)]), LATER]);
      const hand = (way: string, more: object = {}) =>
        account
          .request('post', `/leads/${leadId}/automation/${way}`)
          .send({ workflow_id: agent, ...more })
          .expect(200);
      await hand('stop');
      await cadence.act(runId, later(10));
      await hand('resume', { resume_cadence: true, resume_policy: 'shift' });
      await cadence.act(runId, later(11));
      expect(await tagsOf(leadId)).toEqual(['a', 'b']);
    });

    it('does nothing after one that failed where that stops it', async () => {
      const message = { channel: 'email', template_name: 'none', language: 'en' };
      const { runId, leadId, later } = await begun([
        does([
          tag('a'),
          { type: 'send_message', params: message, on_error: 'stop' },
          { type: 'goto_cadence_step', params: { step_key: 'end' } },
          tag('b', 600),
        ]),
        LATER,
        { key: 'end', type: 'exit' },
      ]);
      await cadence.act(runId, later(10));
      expect(await tagsOf(leadId)).toEqual(['a']);
      expect(await api.db('agent_runs').where({ id: runId }).first()).toMatchObject({ step_key: 'later' });
    });
  });

  it('passes over a later step that it names', async () => {
    const run = await enroll([
      set('skip_cadence_step', { step_key: 'second' }),
      mailStep('First', { key: 'first' }),
      mailStep('Second', { key: 'second' }),
      mailStep('Third', { key: 'third' }),
    ]);
    const said = [await cadence.act(run.runId), await cadence.act(run.runId), await cadence.act(run.runId)];
    expect(said).toEqual(['send', 'send', 'ended']);
    expect(await stepOf(run.runId, 'second')).toMatchObject({ state: 'skipped', messages: [] });
    const { body } = await account.request('post', `/workflows/${run.agent}/simulate`).send({ lead_id: run.leadId });
    expect(
      body.timeline.map(({ step_key, text }: { step_key: string; text: string | null }) => [step_key, text]),
    ).toEqual([
      ['does', null],
      ['first', 'Hi Ana'],
      ['second', null],
      ['third', 'Hi Ana'],
    ]);
  });

  describe('that sets a status which hands the lead over', () => {
    const handsTo = (next: string) => ({
      statuses: [
        { key: 'new', category: 'open', is_initial: true },
        { key: 'lost', category: 'lost', is_terminal: true, transfer_to_workflow_id: next },
      ],
    });
    const runsOf = (leadId: string) => api.db('agent_runs').where({ lead_id: leadId }).orderBy('id');

    it('enrolls it in the other agent as its own run ends', async () => {
      const next = await makePublishedAgent(account, [LATER]);
      const run = await enroll([set('set_status', { status_key: 'lost' }), LATER], handsTo(next));
      expect(await cadence.act(run.runId)).toBe('ended');
      expect((await stepOf(run.runId)).effects).toEqual([{ type: 'set_status', applied: true }]);
      expect(await runsOf(run.leadId)).toMatchObject([
        { id: run.runId, run_status: 'transferred', open_slot: null },
        { agent_id: next, run_status: 'running', open_slot: 1 },
      ]);
    });

    it('reports why the other agent enrolls no lead, and ends its own run anyway', async () => {
      const next = await makePublishedAgent(account, [LATER]);
      const run = await enroll([set('set_status', { status_key: 'lost' }), LATER], handsTo(next));
      await api.db('agents').where({ id: next }).update({ is_active: false });
      expect(await cadence.act(run.runId)).toBe('ended');
      expect((await stepOf(run.runId)).effects).toEqual([
        { type: 'set_status', applied: false, skipped: expect.stringContaining('The status is set, but') },
      ]);
      expect(await runsOf(run.leadId)).toMatchObject([{ id: run.runId, status_key: 'lost', open_slot: null }]);
    });
  });

  it.each([
    ['stop_automation', { reason: 'Paid' }],
    ['set_status', { status_key: 'lost' }],
  ])('whose success ends the run leaves it as it ended, whatever %s %j would do', async (type, params) => {
    const actions = [
      { type: 'record_conversion', params: { conversion_type_id: fixture.conversion } },
      { type, params },
      { type: 'add_tag', params: { tags: ['paid'] } },
    ];
    const run = await enroll([{ key: 'does', type: 'set', actions }, LATER], { exit: { on_conversion: 'stop' } });
    expect(await cadence.act(run.runId)).toBe('ended');
    expect((await stepOf(run.runId)).effects).toEqual([
      { type: 'record_conversion', applied: true },
      { type, applied: false, skipped: 'The lead’s run has ended.' },
      { type: 'add_tag', applied: true },
    ]);
    await expectConverted(api.db, run.runId, { status_key: 'new' });
  });

  it('that stops or hands over its own run ends the same on paper', async () => {
    for (const [type, params, reason, real] of [
      ['stop_automation', { reason: 'Enough' }, 'held', { open_slot: 1, hold_reason: 'human_takeover' }],
      ['pause_workflow', {}, 'held', { open_slot: 1, hold_reason: 'workflow_paused' }],
      ['record_conversion', { conversion_type_id: fixture.conversion }, 'converted', { stop_reason: 'converted' }],
      ['assign_workflow', { workflow_id: fixture.other }, 'reassigned', { stop_reason: 'reassigned' }],
      ['set_status', { status_key: 'lost' }, 'status_terminal', { stop_reason: 'status_terminal' }],
    ] as const) {
      const steps = [set(type, params), mailStep('Never')];
      const run = await enroll(steps, { exit: { on_conversion: 'stop' } });
      const { body } = await account.request('post', `/workflows/${run.agent}/simulate`).send({ lead_id: run.leadId });
      expect([type, body.outcome.reason]).toEqual([type, reason]);
      await cadence.act(run.runId);
      expect([type, await api.db('agent_runs').where({ id: run.runId }).first()]).toMatchObject([type, real]);
      expect(await api.db('messages').where({ lead_id: run.leadId, agent_run_id: run.runId })).toEqual([]);
    }
  });

  it('that records a conversion is followed by the same way on paper as in the run', async () => {
    const sale = (more: object) => ({ source: 'conversion', ...more });
    const conditions = [
      sale({ key: 'count', operator: 'eq', value: 1 }),
      sale({ key: 'total_amount', operator: 'eq', value: 12.5 }),
      sale({ key: 'types', operator: 'has', value: fixture.conversion }),
    ];
    const run = await enroll([
      set('record_conversion', { conversion_type_id: fixture.conversion, amount: 12.5 }),
      { key: 'sold', type: 'branch', conditions, match: 'all', then: 'thanks', else: 'offer' },
      { ...mailStep('Thanks', { key: 'thanks' }), next: 'over' },
      mailStep('Offer', { key: 'offer' }),
      { key: 'over', type: 'exit' },
    ]);
    const { body } = await account.request('post', `/workflows/${run.agent}/simulate`).send({ lead_id: run.leadId });
    expect(await cadence.act(run.runId)).toBe('send');
    const messages = await api.db('messages').where({ agent_run_id: run.runId });
    expect(messages.map(({ step_key }) => step_key)).toEqual(['thanks']);
    expect(body.timeline.map((item: { step_key: string }) => item.step_key)).toEqual(['does', 'sold', 'thanks']);
  });
});

describe('publishing an agent with set steps', () => {
  const publish = async (steps: object[]) => {
    const created = await account.request('post', '/workflows').send({ name: 'Set', cadence: { steps } });
    if (created.status !== 201) return created.body;
    return (await account.request('post', `/workflows/${created.body.workflow.id}/publish`)).body;
  };

  it('names what an action refers to that the account does not have', async () => {
    const foreign = await createActionFixture(api, await api.account());
    for (const [type, params, name] of [
      ['send_message', { channel: 'email', template_id: foreign.agent }, 'template_id'],
      ['assign_workflow', { workflow_id: foreign.agent }, 'workflow_id'],
      ['notify_user', { user_id: foreign.user, text: 'x' }, 'user_id'],
      ['create_task', { title: 'x', assignee_id: foreign.user }, 'assignee_id'],
      ['assign_owner', { user_id: foreign.user }, 'user_id'],
      ['run_function', { function_id: foreign.agent }, 'function_id'],
      ['offer_meeting', { meeting_type_id: foreign.type, channel: 'email' }, 'meeting_type_id'],
      ['record_conversion', { conversion_type_id: foreign.conversion }, 'conversion_type_id'],
      ['goto_cadence_step', { step_key: 'nowhere' }, 'step_key'],
      ['goto_cadence_step', { step_index: 9 }, 'step_index'],
    ] as const) {
      const body = await publish([set(type, params)]);
      expect([type, body.code, body.field]).toEqual([
        type,
        'VALIDATION_ERROR',
        `/cadence/steps/0/actions/0/params/${name}`,
      ]);
    }
  });

  it('refuses an action without what it needs or put off for too long, a text that can’t be read, and a way back without an end', async () => {
    const field = async (steps: object[]) => (await publish(steps)).field;
    expect(await field([set('notify_user', { text: 'x' })])).toBe('/cadence/steps/0/actions/0/params');
    expect(await field([set('add_note', { text: '{{ lead.first_name' })])).toBe(
      '/cadence/steps/0/actions/0/params/text',
    );
    expect(await field([set('add_note', { text: 'x' }, { delay_seconds: 86_401 })])).toBe(
      '/cadence/steps/0/actions/0/delay_seconds',
    );
    expect(await field([mailStep('x'), set('restart_cadence', {})])).toBe('/cadence/steps/1/next');
    expect(await field([{ ...mailStep('x'), max_visits: 3 }, set('restart_cadence', {})])).toBeUndefined();
  });
});
