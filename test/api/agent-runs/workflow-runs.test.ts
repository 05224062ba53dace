import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../../db/work.js';
import { newId } from '../../../runtime/ids.js';
import { advanceRun } from '../../../services/cadence/advance-run.js';
import { createMailLinks } from '../../../services/messages/mail-links.js';
import { createCadenceLinks } from '../../../temporal/links.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../../support/agent-requests.js';
import { TEST_SECRET, type TestAccount, useApi } from '../../support/api.js';

const api = useApi();

const STEPS = [
  mailStep('One', { key: 'one' }),
  mailStep('Two', { key: 'two', delay: { type: 'after', amount: 3, unit: 'days' } }),
  mailStep('Three', { key: 'three', delay: { type: 'after', amount: 3, unit: 'days' } }),
];
const DAY_MS = 86_400_000;

async function setUp(more: object = {}) {
  const account = await api.account();
  await makeSender(account);
  return { account, workflowId: await makePublishedAgent(account, STEPS, more) };
}

/** Lets a run do what is due, as its workflow would. */
const advance = (runId: string) =>
  api.db.transaction((tx) =>
    advanceRun(openWork(tx, new Date()), runId, {
      links: createMailLinks([TEST_SECRET], 'http://las.test'),
      senderOf: async () => undefined,
      heldBack: async () => undefined,
    }),
  );

const bulkPause = (account: TestAccount, runId: string) =>
  account
    .request('post', '/workflow-runs/bulk')
    .send({ filter: { workflow_run_ids: [runId] }, operation: 'pause', reason: 'fair' })
    .expect(200);

const runOf = async (account: TestAccount, runId: string) =>
  (await account.request('get', `/workflow-runs/${runId}`)).body.workflow_run;

describe('GET /workflow-runs', () => {
  it('lists runs newest first, page by page, by workflow, lead, state, status and hold', async () => {
    const { account, workflowId } = await setUp();
    const other = await makePublishedAgent(account, STEPS);
    const a = await makeEnrolledLead(account, workflowId);
    const b = await makeEnrolledLead(account, workflowId);
    const c = await makeEnrolledLead(account, other);
    await account.request('post', `/leads/${b.leadId}/automation/stop`).send({ workflow_id: workflowId }).expect(200);
    const ids = async (query: string) =>
      (await account.request('get', `/workflow-runs${query}`)).body.workflow_runs.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([c.runId, b.runId, a.runId]);
    expect(await ids(`?workflow_id=${workflowId.toUpperCase()}`)).toEqual([b.runId, a.runId]);
    expect(await ids(`?lead_id=${c.leadId}`)).toEqual([c.runId]);
    expect(await ids('?cadence_state=paused')).toEqual([b.runId]);
    expect(await ids('?cadence_state=paused,pending')).toEqual([c.runId, b.runId, a.runId]);
    expect(await ids('?hold_reason=human_takeover')).toEqual([b.runId]);
    expect(await ids('?run_status=completed')).toEqual([]);
    const page = (await account.request('get', '/workflow-runs?limit=2')).body;
    expect(page.pagination).toMatchObject({ limit: 2, has_more: true });
    expect(await ids(`?limit=2&cursor=${page.pagination.next_cursor}`)).toEqual([a.runId]);
  });

  it('answers a foreign id like one that nothing has: with an empty list', async () => {
    const { account, workflowId } = await setUp();
    await makeEnrolledLead(account, workflowId);
    const stranger = await api.account();
    for (const query of ['', `?workflow_id=${workflowId}`, `?workflow_id=${newId()}`]) {
      expect((await stranger.request('get', `/workflow-runs${query}`)).body.workflow_runs).toEqual([]);
    }
  });

  it('answers 400 to a state that does not exist', async () => {
    const answer = await (await api.account()).request('get', '/workflow-runs?cadence_state=dreaming');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/cadence_state' });
  });
});

describe('GET /workflow-runs/{id}', () => {
  it('shows each step with its outcome, and where to find its Temporal workflow', async () => {
    const { account, workflowId } = await setUp();
    const { runId, leadId } = await makeEnrolledLead(account, workflowId, { skip_first_message: true });
    await advance(runId);
    const run = await runOf(account, runId);
    expect(run).toMatchObject({
      id: runId,
      lead_id: leadId,
      workflow_id: workflowId,
      workflow: { id: workflowId, name: 'Follow up' },
      workflow_version: 1,
      is_active: true,
      run_status: 'running',
      cadence_state: 'waiting',
      step_key: 'two',
      step_index: 1,
      total_steps: 3,
      current_status: { key: 'new', label: 'New', category: 'open' },
      temporal: { workflow_id: `cadence/${runId}`, run_id: null },
    });
    expect(run.steps.map(({ key, state, why }: { [key: string]: string }) => [key, state, why])).toEqual([
      ['one', 'skipped', 'Paused at enrollment.'],
      ['two', 'current', null],
      ['three', 'ahead', null],
    ]);
    expect(Date.parse(run.next_at) - Date.parse(run.enrolled_at)).toBe(3 * DAY_MS);
  });

  it('links to the Temporal UI where one is set up', () => {
    const link = createCadenceLinks('http://ui.test/')('0190a0de-0000-7000-8000-000000000001');
    expect(link.url).toMatch(/^http:\/\/ui\.test\/namespaces\/[^/]+\/workflows\/cadence%2F0190a0de-/);
    expect(createCadenceLinks('')('x').url).toBeNull();
  });

  it('shows the messages of a step with it', async () => {
    const { account, workflowId } = await setUp();
    const { runId, leadId } = await makeEnrolledLead(account, workflowId);
    const now = new Date();
    await api.db('messages').insert({
      id: newId(),
      account_id: account.accountId,
      lead_id: leadId,
      agent_run_id: runId,
      agent_id: workflowId,
      step_key: 'one',
      visit: 1,
      attempt: 1,
      channel: 'email',
      direction: 'outbound',
      type: 'email',
      status: 'sent',
      subject: 'One',
      created_at: now,
      updated_at: now,
    });
    const { steps } = await runOf(account, runId);
    expect(steps[0].messages).toMatchObject([{ subject: 'One', status: 'sent', step_key: 'one' }]);
    expect(steps[1].messages).toEqual([]);
  });

  it('still opens the run of a lead that was erased, with nothing of the lead in it', async () => {
    const { account, workflowId } = await setUp();
    const { leadId, runId } = await makeEnrolledLead(account, workflowId);
    await account.request('post', `/leads/${leadId}/erase`).send().expect(200);
    const { run_status, stop_reason, steps } = await runOf(account, runId);
    expect({ run_status, stop_reason }).toEqual({ run_status: 'stopped', stop_reason: 'erased' });
    expect(steps.map(({ visits }: { visits: number }) => visits)).toEqual([0, 0, 0]);
  });

  it('answers a foreign id like an unknown one', async () => {
    const { account, workflowId } = await setUp();
    const { runId } = await makeEnrolledLead(account, workflowId);
    const stranger = await api.account();
    for (const id of [runId, newId(), 'nonsense']) {
      const answer = await stranger.request('get', `/workflow-runs/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: 'RUN_NOT_FOUND', message: 'Workflow run not found.' });
    }
  });
});

describe('GET /leads/{id}/next', () => {
  const nextOf = async (account: TestAccount, leadId: string) =>
    (await account.request('get', `/leads/${leadId}/next`).expect(200)).body.runs;

  it('tells what comes next, when, for each open run', async () => {
    const { account, workflowId } = await setUp();
    const { runId, leadId } = await makeEnrolledLead(account, workflowId, { skip_first_message: true });
    await advance(runId);
    const run = await runOf(account, runId);
    expect(await nextOf(account, leadId)).toEqual([
      {
        workflow_run_id: runId,
        workflow_id: workflowId,
        workflow_name: 'Follow up',
        cadence_state: 'waiting',
        paused_by: null,
        step_key: 'two',
        step_number: 2,
        total_steps: 3,
        action: 'send email, step 2 of 3',
        channel: 'email',
        sender: expect.objectContaining({ name: 'Sales', reason: 'default' }),
        actions: [],
        scheduled_at: run.next_at,
        earliest_at: run.next_at,
        holds: [],
      },
    ]);
  });

  it('names everything that holds it at once', async () => {
    const { account, workflowId } = await setUp();
    const { leadId } = await makeEnrolledLead(account, workflowId);
    await account.request('patch', `/workflows/${workflowId}`).send({ paused: true, pause_reason: 'holiday' });
    await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_id: workflowId });
    const [run] = await nextOf(account, leadId);
    expect(run.earliest_at).toBeNull();
    expect(run.holds.map(({ reason }: { reason: string }) => reason)).toEqual(['human_takeover', 'workflow_paused']);
  });

  it('tells two things of the same kind apart, and what lies behind one that has no end', async () => {
    const limits = { per_lead: { per_day: 1, min_gap_minutes: 600 } };
    const inThreeDays = new Date(Date.now() + 3 * DAY_MS).toLocaleString('en', { weekday: 'short', timeZone: 'UTC' });
    const window = { timezone: 'UTC', days: { [inThreeDays.toLowerCase()]: [['09:00', '10:00']] } };
    const { account, workflowId } = await setUp({ limits, cadence: { steps: [mailStep('One', { window })] } });
    const { runId, leadId } = await makeEnrolledLead(account, workflowId);
    const now = new Date();
    const sent = { id: newId(), account_id: account.accountId, lead_id: leadId, agent_run_id: runId, step_key: 'x' };
    await api.db('messages').insert({
      ...sent,
      visit: 1,
      attempt: 1,
      channel: 'email',
      direction: 'outbound',
      type: 'email',
      status: 'sent',
      sent_at: now,
      created_at: now,
      updated_at: now,
    });
    await bulkPause(account, runId);
    await api
      .db('accounts')
      .where({ id: account.accountId })
      .update({ sending_enabled: false, sending_note: 'unpaid' });
    const [run] = await nextOf(account, leadId);
    expect(run.earliest_at).toBeNull();
    const told = run.holds.map(({ reason, detail }: { reason: string; detail: string }) => `${reason}: ${detail}`);
    expect(told).toEqual([
      'manual: fair',
      'manual: unpaid',
      expect.stringContaining('window'),
      expect.stringContaining('minutes apart'),
      expect.stringContaining('per day'),
    ]);
  });

  it('has nothing to tell of a lead without an open run', async () => {
    const account = await api.account();
    const created = await account.request('post', '/leads').send({ first_name: 'A' });
    expect(await nextOf(account, created.body.lead.id)).toEqual([]);
  });

  it('answers 404 to a foreign lead and 410 to an erased one', async () => {
    const account = await api.account();
    const created = await account.request('post', '/leads').send({ first_name: 'A' });
    const path = `/leads/${created.body.lead.id}/next`;
    const foreign = await (await api.account()).request('get', path);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'LEAD_NOT_FOUND']);
    await account.request('post', `/leads/${created.body.lead.id}/erase`);
    expect((await account.request('get', path)).status).toBe(410);
  });
});

describe('POST /workflow-runs/bulk', () => {
  const bulk = (account: TestAccount, body: object) => account.request('post', '/workflow-runs/bulk').send(body);

  it('previews without changing anything', async () => {
    const { account, workflowId } = await setUp();
    for (let n = 0; n < 3; n += 1) await makeEnrolledLead(account, workflowId);
    const answer = await bulk(account, { filter: { workflow_id: workflowId }, operation: 'stop', preview: true });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ preview: true, matched: 3, changed: 3, unchanged: 0, next_cursor: null });
    expect(answer.body.workflow_runs).toHaveLength(3);
    const { workflow_runs } = (await account.request('get', '/workflow-runs?run_status=running')).body;
    expect(workflow_runs).toHaveLength(3);
  });

  it('pauses and resumes, once, and previews as many as it then changes', async () => {
    const { account, workflowId } = await setUp();
    const one = await makeEnrolledLead(account, workflowId);
    await makeEnrolledLead(account, workflowId);
    const filter = { workflow_id: workflowId };
    const counts = async (body: object) => {
      const { matched, changed, unchanged } = (await bulk(account, { filter, ...body }).expect(200)).body;
      return [matched, changed, unchanged];
    };
    expect(await counts({ operation: 'pause', reason: 'fair' })).toEqual([2, 2, 0]);
    expect(await counts({ operation: 'pause', preview: true })).toEqual([2, 0, 2]);
    expect(await counts({ operation: 'pause' })).toEqual([2, 0, 2]);
    expect(await runOf(account, one.runId)).toMatchObject({
      cadence_state: 'paused',
      hold_reason: 'manual',
      pause_reason: 'fair',
      paused_by: `key:${account.keyId}`,
      human_takeover: false,
    });
    expect(await counts({ operation: 'resume', preview: true })).toEqual([2, 2, 0]);
    expect(await counts({ operation: 'resume' })).toEqual([2, 2, 0]);
    expect(await counts({ operation: 'resume' })).toEqual([2, 0, 2]);
    expect((await runOf(account, one.runId)).pause_reason).toBeNull();
  });

  it('gives back what a person has taken over only when asked to', async () => {
    const { account, workflowId } = await setUp();
    const { leadId } = await makeEnrolledLead(account, workflowId);
    await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_id: workflowId });
    const paused = async () => (await account.request('get', `/leads/${leadId}/is_paused`)).body.paused;
    const filter = { lead_ids: [leadId] };
    expect((await bulk(account, { filter, operation: 'resume' })).body).toMatchObject({ matched: 1, changed: 0 });
    expect(await paused()).toBe(true);
    const asked = await bulk(account, { filter, operation: 'resume', human_takeover: true });
    expect(asked.body).toMatchObject({ matched: 1, changed: 1 });
    expect(await paused()).toBe(false);
  });

  it('stops for good, so that the lead can be enrolled again', async () => {
    const { account, workflowId } = await setUp();
    const { runId } = await makeEnrolledLead(account, workflowId);
    await bulk(account, { filter: { workflow_run_ids: [runId] }, operation: 'stop', reason: 'sold out' }).expect(200);
    expect(await runOf(account, runId)).toMatchObject({
      is_active: false,
      run_status: 'stopped',
      stop_reason: 'api',
      next_at: null,
    });
    const again = await bulk(account, { filter: { workflow_run_ids: [runId] }, operation: 'stop' });
    expect(again.body).toMatchObject({ matched: 0, changed: 0 });
  });

  it('shifts what comes next by exactly the minutes given', async () => {
    const { account, workflowId } = await setUp();
    const { runId } = await makeEnrolledLead(account, workflowId, { skip_first_message: true });
    await advance(runId);
    const before = await runOf(account, runId);
    await bulk(account, { filter: { step_key: 'two' }, operation: 'shift', shift_minutes: 90 }).expect(200);
    const after = await runOf(account, runId);
    expect(Date.parse(after.next_at) - Date.parse(before.next_at)).toBe(90 * 60_000);
  });

  it('moves runs to a step and leaves those whose version has no such step', async () => {
    const { account, workflowId } = await setUp();
    const other = await makePublishedAgent(account, [mailStep('Only', { key: 'only' })]);
    const { runId } = await makeEnrolledLead(account, workflowId);
    await makeEnrolledLead(account, other);
    const body = { filter: { status_keys: ['new'] }, operation: 'goto', step_key: 'three' };
    expect((await bulk(account, { ...body, preview: true })).body).toMatchObject({ matched: 2, changed: 1 });
    expect((await bulk(account, body)).body).toMatchObject({ matched: 2, changed: 1, unchanged: 1 });
    expect(await runOf(account, runId)).toMatchObject({ step_key: 'three', step_index: 2 });
  });

  it('changes more runs than fit in one transaction and wakes each of them once', async () => {
    const { account, workflowId } = await setUp();
    const leads = Array.from({ length: 620 }, (_, n) => ({ first_name: `L${n}`, workflow_id: workflowId }));
    await account.request('post', '/leads').send(leads).expect(201);
    const before = api.dispatched.length;
    let [changed, cursor]: [number, string | null | undefined] = [0, undefined];
    // A slow machine responds before all are changed, with a cursor.
    while (cursor !== null) {
      const asked = { filter: { workflow_id: workflowId }, operation: 'pause', ...(cursor ? { cursor } : {}) };
      const { body } = await bulk(account, asked);
      changed += body.changed;
      cursor = body.next_cursor;
      expect(body.changed).toBe(body.matched);
    }
    expect(changed).toBe(620);
    const woken = api.dispatched.slice(before).filter(({ kind }) => kind === 'wake');
    expect(new Set(woken.map(({ workflowId: id }) => id)).size).toBe(620);
    expect(woken).toHaveLength(620);
  });

  it('meets no run of another account', async () => {
    const { account, workflowId } = await setUp();
    const { runId, leadId } = await makeEnrolledLead(account, workflowId);
    const stranger = await api.account();
    for (const filter of [{ workflow_id: workflowId }, { workflow_run_ids: [runId] }, { lead_ids: [leadId] }]) {
      expect((await bulk(stranger, { filter, operation: 'stop' })).body).toMatchObject({ matched: 0, changed: 0 });
    }
    expect((await runOf(account, runId)).is_active).toBe(true);
  });

  describe('400', () => {
    const refused: [string, object, string][] = [
      ['an empty filter', { filter: {}, operation: 'stop' }, '/filter'],
      [
        'a filter of nulls, which would mean every run',
        { filter: { workflow_id: null }, operation: 'stop' },
        '/filter',
      ],
      ['a shift without its minutes', { filter: { step_key: 'a' }, operation: 'shift' }, '/shift_minutes'],
      ['a move without its step', { filter: { step_key: 'a' }, operation: 'goto' }, '/step_key'],
      ['an unknown operation', { filter: { step_key: 'a' }, operation: 'explode' }, '/operation'],
      ['a cursor of another list', { filter: { step_key: 'a' }, operation: 'stop', cursor: 'x' }, '/cursor'],
    ];
    it.each(refused)('refuses %s', async (_what, body, field) => {
      const answer = await bulk(await api.account(), body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', field });
    });
  });

  it('needs the scope automation:write', async () => {
    const account = await api.account({ scopes: ['workflows:write'] });
    const answer = await bulk(account, { filter: { step_key: 'a' }, operation: 'stop' });
    expect(answer.status).toBe(403);
  });
});
