import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../../db/work.js';
import { DEFAULT_HANDOFF } from '../../../domain/agent/settings.js';
import { newId } from '../../../runtime/ids.js';
import type { CadenceStepRequest } from '../../../schemas/cadence/cadence.js';
import { applyLeadEvent } from '../../../services/agent-runs/exit-rules.js';
import { addSender, type DefinitionParts, publishAgent } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addRun } from '../../support/messaging.js';
import { addUser } from '../../support/users.js';

const api = useApi();
const LATER: CadenceStepRequest = {
  type: 'message',
  subject: 'Hello',
  content: 'Hello',
  delay: { type: 'after', amount: 3, unit: 'days' },
};

const publish = async (account: TestAccount, parts: DefinitionParts = {}) => {
  await addSender(api.db, account.accountId);
  return publishAgent(api.db, account.accountId, [LATER, LATER], parts);
};

const enrolled = async (parts: DefinitionParts = {}) => {
  const account = await api.account();
  const agentId = await publish(account, parts);
  const answer = await account
    .request('post', '/leads')
    .send({ first_name: 'Ada', email: `ada-${newId()}@example.com`, workflow_id: agentId });
  return { account, agentId, leadId: answer.body.lead.id as string, runId: answer.body.workflow_run.id as string };
};

/** Enrolls a lead in one more workflow, which a request that moves it can't. */
const enrollToo = async (leadId: string, agentId: string): Promise<string> =>
  (await addRun(api.db, (await api.db('leads').where({ id: leadId }).first())!, agentId)).id;

const run = (id: string) => api.db('agent_runs').where({ id }).first();
const kinds = async (runId: string) =>
  (await api.db('events').where({ agent_run_id: runId }).orderBy('seq')).map((event: { type: string }) => event.type);

describe('POST /leads/{id}/automation/stop', () => {
  it('200: pauses the run for a person, tells who and why, and wakes its workflow', async () => {
    const { account, agentId, leadId, runId } = await enrolled();
    const answer = await account
      .request('post', `/leads/${leadId}/automation/stop`)
      .send({ workflow_id: agentId, reason: 'I call her', auto_resume_after_minutes: 60 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      workflow_run_id: runId,
      cadence_paused: true,
      tasks_cancelled: 0,
      in_flight: [],
      already_stopped: false,
    });
    expect(await run(runId)).toMatchObject({ human_takeover: true, cadence_state: 'paused', run_status: 'running' });
    const paused = await account.request('get', `/leads/${leadId}/is_paused`);
    expect(paused.body).toMatchObject({ paused: true, reason: 'I call her', by: `key:${account.keyId}` });
    expect(paused.body.until).not.toBeNull();
    expect(await kinds(runId)).toEqual(['workflow_run.started', 'cadence.step_scheduled', 'automation.paused']);
    expect(api.dispatched.filter((item) => item.args.agentRunId === runId).map((item) => item.kind)).toEqual([
      'start',
      'wake',
    ]);
  });

  it('200: a repeat says that it was stopped already and changes nothing', async () => {
    const { account, leadId, runId } = await enrolled();
    const stop = (more: object) =>
      account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_run_id: runId, ...more });
    await stop({ reason: 'mine' });
    const before = await run(runId);
    for (const more of [{}, { reason: 'mine' }]) {
      const again = await stop(more);
      expect(again.body).toMatchObject({ success: true, already_stopped: true, workflow_run_id: runId });
      expect(await run(runId)).toEqual(before);
    }
  });

  it('200: the last stop sets the reason, and whether the automation resumes automatically', async () => {
    const { account, leadId, runId } = await enrolled();
    const stop = async (more: object) => {
      const path = `/leads/${leadId}/automation/stop`;
      const { body } = await account.request('post', path).send({ workflow_run_id: runId, ...more });
      const { reason, until } = (await account.request('get', `/leads/${leadId}/is_paused`)).body;
      return [
        body.already_stopped,
        reason,
        until === null ? null : Math.round((Date.parse(until) - Date.now()) / 60_000),
      ];
    };
    expect(await stop({ reason: 'at lunch', auto_resume_after_minutes: 5 })).toEqual([false, 'at lunch', 5]);
    const began = (await run(runId))!.paused_at;
    expect(await stop({})).toEqual([true, 'at lunch', null]);
    expect((await run(runId))!.wake_at).toBeNull();
    expect(await stop({ reason: 'on holiday', auto_resume_after_minutes: 60 })).toEqual([true, 'on holiday', 60]);
    expect((await run(runId))!.paused_at).toEqual(began);
  });

  it.each(['who takes the lead over', 'who writes to the lead'])(
    '200: a pause by a rule, until someone answers, belongs then to the user %s',
    async (who) => {
      const { account, leadId, runId } = await enrolled();
      const paused = { human_takeover: true, cadence_paused: true, cadence_state: 'paused' } as const;
      const byRule = { pause_reason: 'The lead replied.', paused_by: 'rule' };
      await api
        .db('agent_runs')
        .where({ id: runId })
        .update({ ...paused, ...byRule });
      const now = async () => (await account.request('get', `/leads/${leadId}`)).body.lead.active_workflow_run;
      expect(await now()).toMatchObject({ human_takeover: true, paused_by: 'rule' });
      const user = await addUser(api, account.accountId, 'operator');
      const message = { lead_id: leadId, channel: 'email', subject: 'Hello', content: 'I am here.' };
      const answer = who.startsWith('who takes')
        ? await user.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_run_id: runId })
        : await user.request('post', '/messages').send(message);
      expect(answer.status).toBeLessThan(300);
      expect(await now()).toMatchObject({ human_takeover: true, paused_by: `user:${user.userId}` });
      const { body } = await account.request('get', `/leads/${leadId}/next`);
      expect(body.runs).toMatchObject([{ paused_by: `user:${user.userId}` }]);
    },
  );

  it('200: names the messages that are being sent at this moment', async () => {
    const { account, leadId, runId } = await enrolled();
    const messageId = newId();
    await api.db('messages').insert({
      id: messageId,
      account_id: account.accountId,
      lead_id: leadId,
      agent_run_id: runId,
      step_key: 'step_1',
      visit: 1,
      attempt: 1,
      channel: 'email',
      direction: 'outbound',
      type: 'email',
      status: 'sending',
      created_at: new Date(),
      updated_at: new Date(),
    });
    const answer = await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_run_id: runId });
    expect(answer.body.in_flight).toEqual([messageId]);
  });

  it('400: asks for the run when the body names none', async () => {
    const { account, leadId } = await enrolled();
    const answer = await account.request('post', `/leads/${leadId}/automation/stop`).send({});
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/workflow_id' });
  });

  it('404: unknown and foreign leads, other workflows and ended runs', async () => {
    const { account, agentId, leadId, runId } = await enrolled();
    const stranger = await api.account();
    for (const [caller, lead, body, code] of [
      [account, newId(), { workflow_id: agentId }, 'LEAD_NOT_FOUND'],
      [account, 'no-uuid', { workflow_id: agentId }, 'LEAD_NOT_FOUND'],
      [stranger, leadId, { workflow_id: agentId }, 'LEAD_NOT_FOUND'],
      [account, leadId, { workflow_id: newId() }, 'NO_ACTIVE_RUN'],
    ] as const) {
      const answer = await caller.request('post', `/leads/${lead}/automation/stop`).send(body);
      expect([answer.status, answer.body.code]).toEqual([404, code]);
    }
    await account.request('post', `/leads/${leadId}/status`).send({ status_key: 'lost' });
    const ended = await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_run_id: runId });
    expect(ended.body.code).toBe('NO_ACTIVE_RUN');
  });
});

describe('a reply to a run that a person paused', () => {
  const replied = async (leadId: string, accountId: string) =>
    api.db.transaction((tx) =>
      applyLeadEvent(openWork(tx, new Date()), {
        accountId,
        leadId,
        eventType: 'message.received',
        data: {},
        origin: { kind: 'provider', id: null },
      }),
    );
  const pauseOf = async (runId: string) => {
    const { human_takeover, cadence_paused, pause_reason, paused_by, auto_resume_at, wake_at } = (await run(runId))!;
    return { human_takeover, cadence_paused, pause_reason, paused_by, auto_resume_at, wake_at };
  };

  it.each([
    ['without an end', {}, { handoff: { ...DEFAULT_HANDOFF, auto_resume_after_minutes: 30 } }],
    ['with an end', { auto_resume_after_minutes: 60 }, {}],
  ])('leaves a stop %s as it was said', async (_what, more, parts) => {
    const { account, leadId, runId } = await enrolled(parts);
    await account
      .request('post', `/leads/${leadId}/automation/stop`)
      .send({ workflow_run_id: runId, reason: 'I call her', ...more })
      .expect(200);
    const before = await pauseOf(runId);
    await replied(leadId, account.accountId);
    expect(await pauseOf(runId)).toEqual(before);
    expect((await kinds(runId)).filter((kind: string) => kind === 'automation.paused')).toHaveLength(1);
  });

  it('takes the conversation from the agent, and leaves the pause its reason and no end', async () => {
    const { account, leadId, runId } = await enrolled({
      handoff: { ...DEFAULT_HANDOFF, auto_resume_after_minutes: 30 },
    });
    await account
      .request('post', '/workflow-runs/bulk')
      .send({ filter: { workflow_run_ids: [runId] }, operation: 'pause', reason: 'Stocktaking' })
      .expect(200);
    const before = await pauseOf(runId);
    expect(before).toMatchObject({ human_takeover: false, pause_reason: 'Stocktaking' });
    await replied(leadId, account.accountId);
    expect(await pauseOf(runId)).toEqual({ ...before, human_takeover: true });
  });
});

describe('POST /leads/{id}/automation/resume', () => {
  it('200: ends the takeover and leaves the cadence paused until a request resumes it', async () => {
    const { account, leadId, runId } = await enrolled();
    const due = (await run(runId))!.wake_at;
    await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_run_id: runId });
    const first = await account.request('post', `/leads/${leadId}/automation/resume`).send({ workflow_run_id: runId });
    expect(first.body).toEqual({
      success: true,
      workflow_run_id: runId,
      cadence_resumed: false,
      already_running: false,
    });
    expect((await account.request('get', `/leads/${leadId}/is_paused`)).body.paused).toBe(false);
    expect(await run(runId)).toMatchObject({ human_takeover: false, cadence_paused: true, cadence_state: 'paused' });

    const second = await account
      .request('post', `/leads/${leadId}/automation/resume`)
      .send({ workflow_run_id: runId, resume_cadence: true });
    expect(second.body).toMatchObject({ cadence_resumed: true, already_running: false });
    const after = await run(runId);
    expect(after).toMatchObject({ cadence_paused: false, cadence_state: 'waiting', paused_at: null });
    // Shift: what was due moves by the length of the pause.
    expect(after!.wake_at!.getTime()).toBeGreaterThanOrEqual(due!.getTime());

    const third = await account
      .request('post', `/leads/${leadId}/automation/resume`)
      .send({ workflow_run_id: runId, resume_cadence: true });
    expect(third.body).toMatchObject({ already_running: true, cadence_resumed: true });
  });

  it('404: a lead without an open run', async () => {
    const { account } = await enrolled();
    const lead = await account.request('post', '/leads').send({ first_name: 'Bo' });
    const answer = await account
      .request('post', `/leads/${lead.body.lead.id}/automation/resume`)
      .send({ workflow_id: newId() });
    expect([answer.status, answer.body.code]).toEqual([404, 'NO_ACTIVE_RUN']);
  });
});

describe('POST /leads/{id}/status', () => {
  it('200: moves the run on and back, since it is a forced override', async () => {
    const { account, leadId, runId, agentId } = await enrolled();
    const forth = await account
      .request('post', `/leads/${leadId}/status`)
      .send({ status_key: 'qualified', reason: 'call' });
    expect(forth.body).toEqual({
      success: true,
      changed: true,
      previous_status: 'new',
      new_status: 'qualified',
      workflow_run: { id: runId, workflow_id: agentId },
      note: null,
    });
    const back = await account.request('post', `/leads/${leadId}/status`).send({ status_key: 'new' });
    expect(back.body).toMatchObject({ changed: true, previous_status: 'qualified' });
    const same = await account.request('post', `/leads/${leadId}/status`).send({ status_key: 'new' });
    expect(same.body.changed).toBe(false);
    expect((await kinds(runId)).filter((kind: string) => kind === 'workflow_run.status_changed')).toHaveLength(2);
    const { body } = await account.request('get', `/leads/${leadId}/history`);
    const changes = body.history.filter((item: { title: string }) => item.title === 'Status changed');
    expect(changes.map(({ description }: { description: string }) => description)).toEqual([
      'The status changed from new to qualified.',
      'The status changed from qualified to new.',
    ]);
  });

  it('200: a terminal status ends the run and may hand the lead to another workflow', async () => {
    const account = await api.account();
    const next = await publish(account);
    const { statuses } = JSON.parse((await api.db('agents').where({ id: next }).first())!.draft);
    const first = await publishAgent(api.db, account.accountId, [LATER], {
      statuses: statuses.map((status: { key: string }) =>
        status.key === 'lost' ? { ...status, transfer_to_workflow_id: next } : status,
      ),
    });
    const lead = await account
      .request('post', '/leads')
      .send({ first_name: 'Ada', email: 'ada@example.com', workflow_id: first });
    const leadId = lead.body.lead.id;
    const other = await enrollToo(leadId, await publish(account));
    const answer = await account
      .request('post', `/leads/${leadId}/status`)
      .send({ status_key: 'lost', workflow_id: first });
    expect(answer.body.note).toContain('Transferred');
    const runs = await api.db('agent_runs').where({ lead_id: leadId }).orderBy('id');
    expect(runs).toMatchObject([
      { agent_id: first, run_status: 'transferred', open_slot: null },
      { id: other, run_status: 'running', open_slot: 1 },
      { agent_id: next, run_status: 'running', open_slot: 1 },
    ]);
  });

  it('400: names the statuses there are; 404 without a run; 422 while several runs are open', async () => {
    const { account, leadId } = await enrolled();
    const unknown = await account.request('post', `/leads/${leadId}/status`).send({ status_key: 'nope' });
    expect([unknown.status, unknown.body.field]).toEqual([400, '/status_key']);
    expect(unknown.body.message).toContain('qualified');
    const second = await publish(account);
    await enrollToo(leadId, second);
    const ambiguous = await account.request('post', `/leads/${leadId}/status`).send({ status_key: 'contacted' });
    expect([ambiguous.status, ambiguous.body.code]).toEqual([422, 'AMBIGUOUS_RUN']);
    const named = await account
      .request('post', `/leads/${leadId}/status`)
      .send({ status_key: 'contacted', workflow_id: second });
    expect(named.status).toBe(200);
  });
});

describe('POST /leads/{id}/assign-workflow', () => {
  it('201: moves the lead from its primary run to the other workflow', async () => {
    const { account, leadId, runId } = await enrolled();
    const other = await publish(account);
    const answer = await account.request('post', `/leads/${leadId}/assign-workflow`).send({ workflow_id: other });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      success: true,
      workflow_id: other,
      workflow_name: 'Test agent',
      movement_type: 'reassignment',
      paused: false,
    });
    expect(await run(runId)).toMatchObject({ run_status: 'transferred', stop_reason: 'reassigned', open_slot: null });
  });

  it('409: refuses a second open run in one workflow, and takes the lead again once the first has ended', async () => {
    const { account, agentId, leadId } = await enrolled();
    const refused = await account.request('post', `/leads/${leadId}/assign-workflow`).send({ workflow_id: agentId });
    expect([refused.status, refused.body.code]).toEqual([409, 'ALREADY_ENROLLED']);
    await account.request('post', `/leads/${leadId}/status`).send({ status_key: 'lost' });
    const again = await account.request('post', `/leads/${leadId}/assign-workflow`).send({ workflow_id: agentId });
    expect(again.status).toBe(201);
  });

  it('201: restarts a workflow and leaves the lead’s other workflows unchanged, unless one is named', async () => {
    const { account, agentId, leadId, runId } = await enrolled();
    const other = await publish(account);
    const otherRun = await enrollToo(leadId, other);
    const assign = (more: object) =>
      account.request('post', `/leads/${leadId}/assign-workflow`).send({ reenrollment: 'restart', ...more });
    const anew = await assign({ workflow_id: agentId });
    expect([anew.status, anew.body.movement_type]).toEqual([201, 'reassignment']);
    expect(await run(runId)).toMatchObject({ run_status: 'stopped', open_slot: null });
    expect(await run(otherRun)).toMatchObject({ run_status: 'running', open_slot: 1 });
    const moved = await assign({ workflow_id: agentId, from_workflow_id: other });
    expect(moved.body.movement_type).toBe('reassignment');
    expect(await run(otherRun)).toMatchObject({ run_status: 'transferred', open_slot: null });
    expect(await run(moved.body.workflow_run_id)).toMatchObject({ open_slot: 1 });
  });

  it('404: the lead has no run in the workflow that it is to leave, and stays where it is', async () => {
    const { account, leadId, runId } = await enrolled();
    const other = await publish(account);
    for (const from_workflow_id of [newId(), other]) {
      const answer = await account
        .request('post', `/leads/${leadId}/assign-workflow`)
        .send({ workflow_id: other, from_workflow_id });
      expect([answer.status, answer.body.code]).toEqual([404, 'NO_ACTIVE_RUN']);
    }
    expect(await run(runId)).toMatchObject({ open_slot: 1 });
  });

  it('keeps to the workflow’s re-enrolment policy, or to the one that the request gives', async () => {
    const rules = { policy: 'after_exit', cooldown_days: 0, max_entries: 2 } as const;
    const { account, agentId, leadId } = await enrolled({ reenrollment: rules });
    const assign = async (more: object = {}) => {
      const path = `/leads/${leadId}/assign-workflow`;
      const { status, body } = await account.request('post', path).send({ workflow_id: agentId, ...more });
      return [status, body.code ?? body.movement_type, body.message];
    };
    const leave = () => account.request('post', `/leads/${leadId}/status`).send({ status_key: 'lost' }).expect(200);
    expect(await assign()).toMatchObject([409, 'ALREADY_ENROLLED', expect.stringContaining('open run')]);
    await leave();
    expect(await assign({ reenrollment: 'never' })).toMatchObject([409, 'ALREADY_ENROLLED', expect.any(String)]);
    expect(await assign()).toMatchObject([201, 'enrollment']);
    await leave();
    expect(await assign()).toMatchObject([409, 'ALREADY_ENROLLED', expect.stringContaining('at most 2 times')]);
    const cooling = await enrolled({ reenrollment: { ...rules, cooldown_days: 30 } });
    await cooling.account.request('post', `/leads/${cooling.leadId}/status`).send({ status_key: 'lost' });
    const early = await cooling.account
      .request('post', `/leads/${cooling.leadId}/assign-workflow`)
      .send({ workflow_id: cooling.agentId });
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('can be enrolled again from')]);
  });

  it('keeps to one open run when two hundred requests ask for it at once', async () => {
    const account = await api.account();
    const agentId = await publish(account);
    const lead = await account.request('post', '/leads').send({ first_name: 'Ada' });
    const path = `/leads/${lead.body.lead.id}/assign-workflow`;
    const answers = [];
    for (let round = 0; round < 5; round += 1) {
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 40 }, () => account.request('post', path).send({ workflow_id: agentId })),
        )),
      );
    }
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(199);
    expect(await api.db('agent_runs').where({ agent_id: agentId, open_slot: 1 })).toHaveLength(1);
  });

  it('404: unknown and foreign workflows alike; 409: one that is not published or not active', async () => {
    const { account, leadId } = await enrolled();
    const stranger = await api.account();
    const foreign = await publish(stranger);
    for (const workflow_id of [newId(), foreign]) {
      const answer = await account.request('post', `/leads/${leadId}/assign-workflow`).send({ workflow_id });
      expect([answer.status, answer.body.code]).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    }
    const other = await publish(account);
    await api.db('agents').where({ id: other }).update({ is_active: false });
    const inactive = await account.request('post', `/leads/${leadId}/assign-workflow`).send({ workflow_id: other });
    expect([inactive.status, inactive.body.code]).toEqual([409, 'WORKFLOW_PAUSED']);
  });
});
