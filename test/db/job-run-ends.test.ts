import { describe, expect, it } from '@jest/globals';
import { ACTION_PARAMS as PARAMS, useActionJobs } from '../support/action-fixture.js';
import { makeEnrolledLead, makePublishedAgent } from '../support/agent-requests.js';
import { useApi } from '../support/api.js';
import { expectConverted } from '../support/ended-runs.js';
import { runNewJob } from '../support/jobs.js';

const api = useApi();
const { fixture } = useActionJobs(api);
const LATER = { key: 'later', type: 'wait', delay: { type: 'after', amount: 1, unit: 'days' } };

describe('a job whose success ends the run', () => {
  it.each([
    ['stop_automation', { reason: 'Paid' }],
    ['set_status', { status_key: 'lost' }],
    ['set_status', { status_key: 'new', allow_downgrade: true }],
    ['restart_cadence', {}],
  ])('leaves it as it ended, whatever %s %j would do', async (type, params) => {
    const agent = await makePublishedAgent(fixture.account, [LATER], { exit: { on_conversion: 'stop' } });
    const { leadId, runId } = await makeEnrolledLead(fixture.account, agent);
    const result = await runNewJob(
      api.db,
      fixture.account,
      {
        lead_filters: [{ workflow_id: agent }],
        steps: [
          { action: { type: 'set_status', params: { status_key: 'contacted' } } },
          { action: { type: 'record_conversion', params: PARAMS.record_conversion(fixture) } },
          { action: { type, params } },
        ],
      },
      { lead_ids: [leadId] },
    );
    expect(result.steps.map(({ effects }) => effects)).toMatchObject([
      [{ type: 'set_status', applied: true }],
      [{ type: 'record_conversion', applied: true }],
      [{ type, applied: false, skipped: 'The lead’s run has ended.' }],
    ]);
    await expectConverted(api.db, runId, { status_key: 'contacted' });
  });
});

describe('a lead whose run has ended', () => {
  it.each([
    ['restart_cadence', {}],
    ['stop_automation', {}],
    ['set_status', { status_key: 'new', allow_downgrade: true }],
  ])('is left alone by %s %j, as its preview and its dry run foresee', async (type, params) => {
    const agent = await makePublishedAgent(fixture.account, [LATER]);
    const { leadId } = await makeEnrolledLead(fixture.account, agent);
    await fixture.account.request('post', `/leads/${leadId}/status`).send({ status_key: 'lost' }).expect(200);
    const lead_filters = [{ workflow_id: agent, status_keys: ['lost'] }];
    const job = (more: object = {}) => ({
      lead_filters,
      workflow_filters: { automation: 'any' },
      steps: [
        { action: { type, params, ...more } },
        {
          conditions: [{ field: 'status.key', operator: 'eq', value: 'new' }],
          on_match: { type: 'add_note', params: { text: 'Back' } },
        },
      ],
    });
    const { body: foreseen } = await fixture.account
      .request('post', '/background-jobs/preview')
      .send(job())
      .expect(200);
    expect(foreseen.data.leads).toMatchObject([{ lead_id: leadId, acts: false }]);
    const [dry, real] = await Promise.all(
      [true, false].map((dry_run) => runNewJob(api.db, fixture.account, { ...job(), dry_run }, { lead_ids: [leadId] })),
    );
    expect(real).toMatchObject({
      outcome: 'skipped',
      reason: 'nothing_to_do',
      steps: [{ effects: [], skipped: [{ type, reason: 'The lead’s run has ended.' }] }, { verdict: 'not_matched' }],
    });
    expect(dry).toEqual({ ...real, finished_at: expect.any(String) });
    // If that stops it, nothing after it is done.
    const stopped = { ...job({ on_error: 'stop' }), dry_run: true };
    expect((await runNewJob(api.db, fixture.account, stopped, { lead_ids: [leadId] })).steps).toHaveLength(1);
  });
});

describe('a job whose status ends the run', () => {
  it('plans nothing more with it, in its preview and its dry run too', async () => {
    const agent = await makePublishedAgent(fixture.account, [LATER]);
    const { leadId } = await makeEnrolledLead(fixture.account, agent);
    const ends = { action: { type: 'set_status', params: { status_key: 'lost' } } };
    const stops = { action: { type: 'stop_automation', params: {} } };
    const job = { lead_filters: [{ workflow_id: agent }], steps: [ends, stops] };
    const run = (dry_run: boolean) => runNewJob(api.db, fixture.account, { ...job, dry_run }, { lead_ids: [leadId] });
    const [dry, real] = [await run(true), await run(false)];
    for (const { steps } of [dry, real]) {
      expect(steps).toMatchObject([
        { effects: [{ type: 'set_status' }], skipped: [] },
        { effects: [], skipped: [{ type: 'stop_automation', reason: 'The lead’s run has ended.' }] },
      ]);
    }
  });
});

describe('a job that opts leads out', () => {
  it('ends their run and tells why, once; a dry run only foresees it', async () => {
    const agent = await makePublishedAgent(fixture.account, [LATER]);
    const { leadId, runId } = await makeEnrolledLead(fixture.account, agent);
    const params = { channels: ['email', 'sms'], reason: 'No reply in a year' };
    const job = {
      lead_filters: [{ workflow_id: agent }],
      steps: [{ action: { type: 'opt_out', params } }, { action: { type: 'stop_automation', params: {} } }],
    };
    const run = (dry_run: boolean) => runNewJob(api.db, fixture.account, { ...job, dry_run }, { lead_ids: [leadId] });
    const consents = () => api.db('consent_log').where({ lead_id: leadId }).orderBy('id');
    const after = { effects: [], skipped: [{ type: 'stop_automation', reason: 'The lead’s run has ended.' }] };
    expect((await run(true)).steps).toMatchObject([{ effects: [{ type: 'opt_out', params, applied: false }] }, after]);
    expect(await consents()).toEqual([]);
    expect((await run(false)).steps).toMatchObject([{ effects: [{ type: 'opt_out', params, applied: true }] }, after]);
    const written = { state: 'opted_out', source: 'rule', note: params.reason };
    expect(await consents()).toMatchObject([
      { ...written, channel: 'email' },
      { ...written, channel: 'sms' },
    ]);
    expect(await api.db('leads').where({ id: leadId }).first()).toMatchObject({
      consent_email: 'opted_out',
      consent_sms: 'opted_out',
      consent_whatsapp: 'unknown',
    });
    expect(await api.db('agent_runs').where({ id: runId }).first()).toMatchObject({
      run_status: 'stopped',
      stop_reason: 'opted_out',
      open_slot: null,
    });
    const events = await api.db('events').where({ lead_id: leadId, type: 'lead.opted_out' });
    expect(events).toMatchObject(Array(2).fill({ origin_kind: 'job', origin_depth: 1 }));
    const another = await makePublishedAgent(fixture.account, [LATER]);
    await fixture.account
      .request('post', `/leads/${leadId}/assign-workflow`)
      .send({ workflow_id: another })
      .expect(201);
    const message = { type: 'send_message', params: { channel: 'email', subject: 'Hi', content: 'Hello' } };
    const again = { lead_filters: [{ workflow_id: another }], steps: [job.steps[0], { action: message }] };
    expect(await runNewJob(api.db, fixture.account, again, { lead_ids: [leadId] })).toMatchObject({
      outcome: 'skipped',
      reason: 'opted_out',
      steps: [{ skipped: [{ reason: 'The lead has already opted out.' }] }, { effects: [{ applied: false }] }],
    });
  });
});
