import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../../support/agent-requests.js';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
const minimal = (more: object = {}) => ({ name: 'Follow up', cadence: { steps: [mailStep('One')] }, ...more });

const create = async (account: TestAccount, body: object = minimal()) => {
  const answer = await account.request('post', '/workflows').send(body);
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.workflow as { id: string };
};

describe('POST /workflows', () => {
  describe('201', () => {
    it('makes a complete workflow out of a name and some steps', async () => {
      const account = await api.account({ timezone: 'Europe/Madrid' });
      const answer = await account.request('post', '/workflows').send({
        name: 'Follow up',
        cadence: {
          steps: [
            mailStep('One'),
            { type: 'wait', delay: { type: 'after', amount: 2, unit: 'days' } },
            mailStep('Two'),
          ],
        },
      });
      expect(answer.status).toBe(201);
      const { workflow } = answer.body;
      expect(workflow).toMatchObject({
        name: 'Follow up',
        goal_type: 'custom',
        is_active: true,
        paused: false,
        version: 0,
        total_steps: 3,
        timezone: 'Europe/Madrid',
        channels: { email_sender_id: null, whatsapp_number_id: null, voice_agent_id: null },
        fields: [],
        exit: { on_reply: 'pause', on_opt_out: 'stop', on_hard_bounce: 'channel_off', same_company_reply: 'continue' },
        reenrollment: { policy: 'after_exit', cooldown_days: 0, max_entries: null },
      });
      expect(workflow.statuses.map(({ key }: { key: string }) => key)).toEqual([
        ...['new', 'contacted', 'engaged', 'qualified', 'converted', 'lost', 'expired'],
      ]);
      expect(
        workflow.statuses
          .filter((status: { is_terminal: boolean }) => status.is_terminal)
          .map(({ key }: { key: string }) => key),
      ).toEqual(['converted', 'lost', 'expired']);
      expect(workflow.cadence.steps.map(({ key }: { key: string }) => key)).toEqual(['step_1', 'step_2', 'step_3']);
    });

    it('takes back what GET answers, ignoring what only answers carry', async () => {
      const account = await api.account();
      const { id } = await create(account);
      const { workflow } = (await account.request('get', `/workflows/${id}`)).body;
      const answer = await account.request('post', '/workflows').send(workflow);
      expect(answer.status).toBe(201);
      expect(answer.body.workflow.id).not.toBe(id);
      expect(answer.body.workflow.cadence).toEqual(workflow.cadence);
    });

    it('warns of steps that no run can come to and of variables that nothing fills', async () => {
      const account = await api.account();
      const answer = await account.request('post', '/workflows').send(
        minimal({
          cadence: {
            steps: [
              mailStep('One', { next: 'end', content: 'Hi {{lead.fist_name}}' }),
              mailStep('Two'),
              { key: 'end', type: 'exit' },
            ],
          },
        }),
      );
      expect(answer.status).toBe(201);
      expect(answer.body.warnings).toEqual([
        expect.stringContaining('step_2'),
        expect.stringContaining('lead.fist_name'),
      ]);
    });

    it('checks and publishes no text with a variable that nothing sets, in a message or an action', async () => {
      const account = await api.account();
      await makeSender(account);
      const tag = { type: 'add_note', params: { text: 'Wrote {{ lead.nope | default: "it" }}' } };
      const draft = minimal({
        cadence: {
          steps: [
            mailStep('{{ led.first_name }}', { content: 'Hi {{ lead.first_name }} {{ metadata.anything }}' }),
            { key: 'note', type: 'set', actions: [tag] },
          ],
        },
      });
      const fields = ['/cadence/steps/0/subject', '/cadence/steps/1/actions/0/params/text'];
      const { body } = await account.request('post', '/workflows/check').send(draft).expect(200);
      expect(body).toMatchObject({ valid: false, warnings: [] });
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
      const { workflow } = (await account.request('post', '/workflows').send(draft).expect(201)).body;
      const refused = await account.request('post', `/workflows/${workflow.id}/publish`).send({});
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ code: 'VALIDATION_ERROR', field: fields[0] });
      expect(refused.body.message).toContain('Unknown variable {{ led.first_name }}');
    });
  });

  describe('400', () => {
    const refused: [string, object, string, string][] = [
      ['no steps', { cadence: { steps: [] } }, 'VALIDATION_ERROR', '/cadence/steps'],
      ['an unknown zone', { timezone: 'Europe/Atlantis' }, 'INVALID_TIMEZONE', '/timezone'],
      [
        'an unknown step as target',
        { cadence: { steps: [mailStep('One', { next: 'nowhere' })] } },
        'VALIDATION_ERROR',
        '/cadence/steps/0/next',
      ],
      [
        'a regular expression that does not compile',
        {
          cadence: {
            steps: [mailStep('One', { conditions: [{ source: 'lead', key: 'email', operator: 'regex', value: '(' }] })],
          },
        },
        'INVALID_REGEX',
        '/cadence/steps/0/conditions/0/value',
      ],
      ['an unknown key', { colour: 'red' }, 'VALIDATION_ERROR', '/colour'],
      [
        'an event that there is not',
        { cadence: { steps: [{ type: 'wait_until', any: ['moon.rose'] }] } },
        'UNKNOWN_EVENT',
        '/cadence/steps/0/any/0',
      ],
      [
        'two steps of one key',
        { cadence: { steps: [mailStep('A', { key: 'a' }), mailStep('B', { key: 'a' })] } },
        'VALIDATION_ERROR',
        '/cadence/steps/1/key',
      ],
    ];
    it.each(refused)('refuses %s with its code and place', async (_what, part, code, field) => {
      const account = await api.account();
      const answer = await account.request('post', '/workflows').send(minimal(part));
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code, field });
      expect(answer.body.details.errors.length).toBeGreaterThan(0);
    });
  });

  describe('403', () => {
    it('needs the scope workflows:write', async () => {
      const account = await api.account({ scopes: ['workflows:read'] });
      const answer = await account.request('post', '/workflows').send(minimal());
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        code: 'INSUFFICIENT_SCOPE',
        details: { required_scopes: ['workflows:write'] },
      });
    });
  });
});

describe('GET /workflows', () => {
  it('lists active workflows unless asked for others, newest first, page by page', async () => {
    const account = await api.account();
    const first = await create(account, minimal({ name: 'First' }));
    const second = await create(account, minimal({ name: 'Second' }));
    const off = await create(account, minimal({ name: 'Off', is_active: false }));
    const ids = async (query: string) =>
      (await account.request('get', `/workflows${query}`)).body.workflows.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('?is_active=true')).toEqual([second.id, first.id]);
    expect(await ids('?is_active=false')).toEqual([off.id]);
    expect(await ids('?is_active=all')).toEqual([off.id, second.id, first.id]);
    const page = (await account.request('get', '/workflows?limit=1')).body;
    expect(page.pagination).toMatchObject({ limit: 1, has_more: true });
    expect(await ids(`?limit=1&cursor=${page.pagination.next_cursor}`)).toEqual([first.id]);
  });

  it('shows of each what an integration chooses by', async () => {
    const account = await api.account();
    await create(account);
    const { workflows } = (await account.request('get', '/workflows')).body;
    expect(Object.keys(workflows[0]).sort()).toEqual([
      ...['channels', 'fields', 'goal_type', 'id', 'is_active', 'name', 'paused', 'statuses', 'total_steps', 'version'],
    ]);
  });

  it('shows nothing of other accounts', async () => {
    await create(await api.account());
    expect((await (await api.account()).request('get', '/workflows?is_active=all')).body.workflows).toEqual([]);
  });

  it('answers 400 to an unknown parameter and to a cursor of another list', async () => {
    const account = await api.account();
    expect((await account.request('get', '/workflows?active=1')).status).toBe(400);
    expect((await account.request('get', '/workflows?cursor=abc')).status).toBe(400);
  });
});

describe('a workflow that is not there', () => {
  it('answers a foreign id like an unknown one, on every operation', async () => {
    const { id } = await create(await api.account());
    const account = await api.account();
    const calls = (target: string) => [
      account.request('get', `/workflows/${target}`),
      account.request('patch', `/workflows/${target}`).send({ name: 'x' }),
      account.request('post', `/workflows/${target}/publish`),
      account.request('post', `/workflows/${target}/simulate`).send({ lead: { first_name: 'A' } }),
    ];
    for (const target of [id, newId(), 'nonsense']) {
      for (const answer of await Promise.all(calls(target))) {
        expect(answer.status).toBe(404);
        expect({ ...answer.body, request_id: '' }).toEqual({
          error: 'Not found',
          message: 'Workflow not found.',
          code: 'WORKFLOW_NOT_FOUND',
          request_id: '',
        });
      }
    }
  });
});

describe('PATCH /workflows/{id}', () => {
  it('leaves what is absent, replaces given parts whole and puts nulls back to the default', async () => {
    const account = await api.account({ timezone: 'Europe/Madrid' });
    const { id } = await create(
      account,
      minimal({ timezone: 'Asia/Tokyo', goal_type: 'sale', limits: { per_lead: { per_day: 1, per_week: 3 } } }),
    );
    const patch = (body: object) => account.request('patch', `/workflows/${id}`).send(body);
    const renamed = await patch({ name: 'New name' });
    expect(renamed.status).toBe(200);
    expect(renamed.body.workflow).toMatchObject({ name: 'New name', timezone: 'Asia/Tokyo', goal_type: 'sale' });
    const limited = await patch({ limits: { per_lead: { per_day: 2 } } });
    expect(limited.body.workflow.limits).toEqual({ per_lead: { per_day: 2 } });
    const cleared = await patch({ timezone: null, goal_type: null, limits: null });
    expect(cleared.body.workflow).toMatchObject({ timezone: 'Europe/Madrid', goal_type: 'custom', limits: {} });
  });

  it('changes no published version: leads that are enrolled later still get the old one', async () => {
    const account = await api.account();
    await makeSender(account);
    const id = await makePublishedAgent(account, [mailStep('One')]);
    await account.request('patch', `/workflows/${id}`).send({ cadence: { steps: [mailStep('A'), mailStep('B')] } });
    const { runId } = await makeEnrolledLead(account, id);
    const { workflow_run } = (await account.request('get', `/workflow-runs/${runId}`)).body;
    expect(workflow_run).toMatchObject({ workflow_version: 1, total_steps: 1 });
  });

  it('refuses a draft that could not run and keeps the one there was', async () => {
    const account = await api.account();
    const { id } = await create(account);
    const answer = await account.request('patch', `/workflows/${id}`).send({ timezone: 'Mars/Base' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'INVALID_TIMEZONE', field: '/timezone' });
    expect((await account.request('get', `/workflows/${id}`)).body.workflow.timezone).toBe('UTC');
  });

  it('wakes every open run when it is paused and when it resumes, without a publication', async () => {
    const account = await api.account();
    await makeSender(account);
    const id = await makePublishedAgent(account, [mailStep('One')]);
    const { runId } = await makeEnrolledLead(account, id);
    const woken = () =>
      api.dispatched.filter((item) => item.kind === 'wake' && item.workflowId === `cadence/${runId}`).length;
    const switched = async (body: object) => {
      const before = woken();
      const answer = await account.request('patch', `/workflows/${id}`).send(body);
      expect(answer.status).toBe(200);
      return woken() - before;
    };
    expect(await switched({ paused: true, pause_reason: 'holiday' })).toBe(1);
    const { workflow } = (await account.request('get', `/workflows/${id}`)).body;
    expect(workflow).toMatchObject({ paused: true, pause_reason: 'holiday', version: 1 });
    expect(await switched({ paused: true })).toBe(0);
    expect(await switched({ paused: false })).toBe(1);
    expect(await switched({ is_active: false })).toBe(1);
    expect(await switched({ name: 'Other' })).toBe(0);
    expect(await switched({ is_active: true })).toBe(1);
    const { events } = (await account.request('get', '/events?types=automation.paused,automation.resumed')).body;
    expect(events).toHaveLength(4);
    expect(events[0].data).toMatchObject({ workflow_id: id, scope: 'workflow' });
  });

  it('lets no lead into an inactive workflow', async () => {
    const account = await api.account();
    await makeSender(account);
    const id = await makePublishedAgent(account, [mailStep('One')]);
    await account.request('patch', `/workflows/${id}`).send({ is_active: false });
    const answer = await account.request('post', '/leads').send({ first_name: 'A', workflow_id: id });
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('WORKFLOW_PAUSED');
  });
});

describe('DELETE /workflows/{id}', () => {
  it('204 deletes a draft that nothing names', async () => {
    const account = await api.account();
    const { id } = await create(account);
    await account.request('delete', `/workflows/${id}`).expect(204);
    await account.request('get', `/workflows/${id}`).expect(404);
    await account.request('delete', `/workflows/${id}`).expect(404);
  });

  it('204 deletes a published one once no run is open, and its runs stay readable', async () => {
    const account = await api.account();
    await makeSender(account);
    const agentId = await makePublishedAgent(account, [mailStep('One')]);
    const { leadId, runId } = await makeEnrolledLead(account, agentId);
    const { body } = await account.request('delete', `/workflows/${agentId}`).expect(409);
    expect(body).toMatchObject({ code: 'IN_USE', message: 'The workflow is still used by open runs.' });
    await account.request('post', `/leads/${leadId}/status`).send({ status_key: 'lost' }).expect(200);
    await account.request('delete', `/workflows/${agentId}`).expect(204);
    await account.request('get', `/workflows/${agentId}`).expect(404);
    expect((await account.request('get', '/workflows').query({ is_active: false })).body.workflows).toEqual([]);
    await account.request('post', '/leads').send({ first_name: 'Ada', workflow_id: agentId }).expect(404);
    const run = (await account.request('get', `/workflow-runs/${runId}`).expect(200)).body.workflow_run;
    expect(run).toMatchObject({ id: runId, workflow_id: agentId, steps: [{ key: 'step_1' }] });
  });

  it.each([
    ['a campaign', (id: string) => ['/campaigns', { name: 'Spring', workflow_id: id }] as const],
    [
      'a background job',
      (id: string) =>
        [
          '/background-jobs',
          {
            name: 'Job',
            lead_filters: [{ workflow_id: id }],
            steps: [{ action: { type: 'add_tag', params: { tags: ['seen'] } } }],
          },
        ] as const,
    ],
  ])('409 keeps one that %s names', async (_what, naming) => {
    const account = await api.account();
    const { id } = await create(account);
    const [path, body] = naming(id);
    await account.request('post', path).send(body).expect(201);
    const refused = await account.request('delete', `/workflows/${id}`).expect(409);
    expect(refused.body).toMatchObject({ code: 'IN_USE', message: expect.stringContaining(body.name) });
  });
});
