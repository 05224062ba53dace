import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { mailStep, makePublishedAgent, makeSender } from '../../support/agent-requests.js';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();

const OFFICE = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [['09:00', '18:00']]]));
const STEPS = [
  mailStep('Hello {{lead.first_name}}', { key: 'hello' }),
  mailStep('Again', { key: 'again', delay: { type: 'after', amount: 1, unit: 'days' } }),
  {
    key: 'company',
    type: 'branch',
    conditions: [{ source: 'lead', key: 'company', operator: 'exists' }],
    else: 'private',
  },
  mailStep('For {{lead.company}}', {
    key: 'business',
    delay: { type: 'after', amount: 2, unit: 'hours' },
    next: 'end',
  }),
  mailStep('For you', { key: 'private', delay: { type: 'at_local_time', time: '16:00', days: ['wed'] } }),
  { key: 'end', type: 'exit', reason: 'all said' },
];
// A Friday; the clocks of Madrid go forward on the Sunday after it.
const STARTS_AT = '2026-03-27T09:30:00.000Z';

describe('POST /workflows/{id}/simulate', () => {
  let account: TestAccount;
  let id: string;
  const simulate = (body: object, workflowId = id) =>
    account.request('post', `/workflows/${workflowId}/simulate`).send(body);
  const lead = { first_name: 'Ana', email: 'ana@example.com', timezone: 'Europe/Madrid', company: 'Acme' };

  beforeAll(async () => {
    account = await api.account({ timezone: 'America/New_York' });
    await makeSender(account);
    id = await makePublishedAgent(account, STEPS, {});
    await account
      .request('patch', `/workflows/${id}`)
      .send({ cadence: { steps: STEPS, window: { days: OFFICE } } })
      .expect(200);
    await account.request('post', `/workflows/${id}/publish`).expect(201);
  });

  describe('200', () => {
    it('gives the exact timeline, across a weekend and a change of the clocks', async () => {
      const answer = await simulate({ lead, starts_at: STARTS_AT });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ version: 2, starts_at: STARTS_AT, timezone: 'Europe/Madrid' });
      const told = answer.body.timeline.map(({ step_key, at, local_time, subject }: { [key: string]: string }) => [
        step_key,
        at,
        local_time,
        subject,
      ]);
      expect(told).toEqual([
        ['hello', '2026-03-27T09:30:00.000Z', '2026-03-27T10:30:00+01:00', 'Hello Ana'],
        ['again', '2026-03-30T07:00:00.000Z', '2026-03-30T09:00:00+02:00', 'Again'],
        ['company', '2026-03-30T07:00:00.000Z', '2026-03-30T09:00:00+02:00', null],
        ['business', '2026-03-30T09:00:00.000Z', '2026-03-30T11:00:00+02:00', 'For Acme'],
      ]);
      expect(answer.body.outcome).toEqual({ reason: 'completed', detail: 'all said', at: '2026-03-30T09:00:00.000Z' });
    });

    it('says what held a step, until when, and which way a branch took and why', async () => {
      const { timeline } = (await simulate({ lead, starts_at: STARTS_AT })).body;
      expect(timeline[0].holds).toEqual([]);
      expect(timeline[1].holds).toEqual([
        { reason: 'outside_window', until: '2026-03-30T07:00:00.000Z', detail: expect.any(String) },
      ]);
      expect(timeline[2].note).toMatch(/^then: /);
    });

    it('renders each text as it would be sent', async () => {
      const { timeline } = (await simulate({ lead, starts_at: STARTS_AT })).body;
      expect(timeline[0]).toMatchObject({ type: 'message', channel: 'email', text: 'Hi Ana', subject: 'Hello Ana' });
    });

    it('takes the other way for another lead, at its own time of day', async () => {
      const { timeline } = (await simulate({ lead: { ...lead, company: null }, starts_at: STARTS_AT })).body;
      expect(timeline.map(({ step_key }: { step_key: string }) => step_key)).toEqual([
        ...['hello', 'again', 'company', 'private'],
      ]);
      // The Wednesday after that Monday.
      expect(timeline[3]).toMatchObject({ at: '2026-04-01T14:00:00.000Z', local_time: '2026-04-01T16:00:00+02:00' });
    });

    it('reads the zone of a lead without one from its phone, else from the workflow', async () => {
      const zoneOf = async (more: object) =>
        (await simulate({ lead: { first_name: 'A', email: 'a@example.com', ...more } })).body.timezone;
      expect(await zoneOf({ phone: '+81312345678' })).toBe('Asia/Tokyo');
      expect(await zoneOf({})).toBe('America/New_York');
    });

    it('skips the steps that would not reach the lead', async () => {
      const { timeline } = (await simulate({ lead: { first_name: 'Ana' }, starts_at: STARTS_AT })).body;
      expect(timeline[0]).toMatchObject({ step_key: 'hello', subject: null, text: null });
      expect(timeline[0].note).toContain('missing_contact');
    });

    it('lets an assumed reply do what the exit rules say', async () => {
      const assume = [{ at: '2026-03-28T08:00:00Z', event: 'message.received' }];
      const { timeline, outcome } = (await simulate({ lead, starts_at: STARTS_AT, assume })).body;
      expect(timeline.map(({ type }: { type: string }) => type)).toEqual(['message', 'event']);
      expect(outcome).toMatchObject({ reason: 'paused', at: '2026-03-28T08:00:00.000Z' });
    });

    it('uses the published version, and the draft where there is none or it is asked for', async () => {
      const draft = await account
        .request('post', '/workflows')
        .send({ name: 'Draft', cadence: { steps: [mailStep('Draft')] } });
      const unpublished = await simulate({ lead }, draft.body.workflow.id);
      expect(unpublished.body).toMatchObject({ version: null, timeline: [{ subject: 'Draft' }] });
      const other = await makePublishedAgent(account, [mailStep('Published')]);
      await account.request('patch', `/workflows/${other}`).send({ cadence: { steps: [mailStep('Newer')] } });
      expect((await simulate({ lead }, other)).body).toMatchObject({
        version: 1,
        timeline: [{ subject: 'Published' }],
      });
      expect((await simulate({ lead, draft: true }, other)).body).toMatchObject({
        version: null,
        timeline: [{ subject: 'Newer' }],
      });
    });

    it('follows what set steps change, for later conditions and texts', async () => {
      const steps = [
        { key: 'mark', type: 'set', actions: [{ type: 'set_metadata', params: { values: { tier: 'gold' } } }] },
        mailStep('{{metadata.tier}}', {
          conditions: [{ source: 'metadata', key: 'tier', operator: 'eq', value: 'gold' }],
        }),
      ];
      const { timeline } = (await simulate({ lead }, await makePublishedAgent(account, steps))).body;
      expect(timeline[1]).toMatchObject({ type: 'message', subject: 'gold' });
    });

    it('walks a lead of the account without changing anything', async () => {
      const limited = await makePublishedAgent(account, [mailStep('One'), mailStep('Two')], {
        limits: { per_lead: { per_day: 1 }, per_sender: { per_minute: 1 }, max_new_per_day: 5 },
      });
      const created = await account.request('post', '/leads').send({ ...lead, email: `${newId()}@example.com` });
      const rows = async () => {
        const counts = await Promise.all(
          ['events', 'outbox', 'messages', 'agent_runs'].map((table) =>
            api.db(table).where({ account_id: account.accountId }).count({ n: '*' }),
          ),
        );
        const usage = await api.db('sender_usage').where({ sender_id: limited }).count({ n: '*' });
        return JSON.stringify([counts, usage]);
      };
      const before = await rows();
      const answer = await simulate({ lead_id: created.body.lead.id, starts_at: STARTS_AT }, limited);
      expect(answer.status).toBe(200);
      expect(answer.body.timeline).toHaveLength(2);
      expect(answer.body.timeline[1]).toMatchObject({
        at: '2026-03-27T23:00:00.000Z',
        holds: [{ reason: 'frequency_cap' }],
      });
      expect(await rows()).toBe(before);
    });
  });

  describe('400', () => {
    const refused: [string, object, string, string][] = [
      ['neither lead nor lead_id', {}, 'VALIDATION_ERROR', '/lead_id'],
      ['both', { lead, lead_id: newId() }, 'VALIDATION_ERROR', '/lead_id'],
      ['a start before 2000', { lead, starts_at: '1999-01-01T00:00:00Z' }, 'INVALID_DATE', '/starts_at'],
      ['a phone number that is none', { lead: { phone: '12' } }, 'INVALID_PHONE', '/lead/phone'],
      ['an unknown zone', { lead: { timezone: 'Moon/Base' } }, 'INVALID_TIMEZONE', '/lead/timezone'],
      [
        'an unknown event',
        { lead, assume: [{ at: STARTS_AT, event: 'lead.sneezed' }] },
        'VALIDATION_ERROR',
        '/assume/0/event',
      ],
    ];
    it.each(refused)('refuses %s', async (_what, body, code, field) => {
      const answer = await simulate(body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code, field });
    });
  });

  describe('404 and 410', () => {
    it('answers a foreign lead like an unknown one, and an erased one as erased', async () => {
      const foreign = await (await api.account()).request('post', '/leads').send({ first_name: 'F' });
      for (const lead_id of [newId(), foreign.body.lead.id]) {
        const answer = await simulate({ lead_id });
        expect(answer.status).toBe(404);
        expect(answer.body.code).toBe('LEAD_NOT_FOUND');
      }
      const own = await account.request('post', '/leads').send({ first_name: 'E' });
      await account.request('post', `/leads/${own.body.lead.id}/erase`);
      expect((await simulate({ lead_id: own.body.lead.id })).status).toBe(410);
    });
  });
});
