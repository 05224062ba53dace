import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { at, createMeetingFixture } from '../../support/meetings.js';
import { addRun, eventKinds } from '../../support/messaging.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();
const createFixture = async (options: Parameters<typeof createMeetingFixture>[2] = {}) => {
  const account = await api.account();
  return { account, ...(await createMeetingFixture(api, account, options)) };
};
const FIELDS = [
  ...['id', 'client_id', 'lead_id', 'workflow_id', 'workflow_run_id', 'meeting_type_id', 'host_id'],
  ...['availability_block_id', 'title', 'description', 'timezone', 'status', 'location_type', 'location_details'],
  ...['meeting_url', 'source', 'created_by', 'creation_source', 'starts_at', 'ends_at', 'original_starts_at'],
  ...['rescheduled_at', 'cancelled_at', 'synced_at', 'created_at', 'updated_at', 'duration_minutes'],
  ...['attendee_name', 'attendee_email', 'attendee_phone', 'organizer_email', 'organizer_connection_type'],
  ...['external_calendar_provider', 'external_event_id', 'external_calendar_id', 'sync_status'],
  ...['reschedule_reason', 'cancellation_reason', 'confirmed_by_lead'],
];

describe('POST /meetings/book', () => {
  describe('201', () => {
    it('answers with all 39 fields of the meeting and what the booking did', async () => {
      const { account, book, lead, hostId, typeId, agentId } = await createFixture();
      const answer = await book({ invite_lead: false, title: 'Talk', description: 'About it' });
      expect(answer.status).toBe(201);
      expect(Object.keys(answer.body).sort()).toEqual(
        ['success', 'meeting', 'provider_sync', 'warnings', 'operations', 'replayed'].sort(),
      );
      expect(FIELDS).toHaveLength(39);
      expect(Object.keys(answer.body.meeting).sort()).toEqual([...FIELDS].sort());
      expect(answer.body).toMatchObject({
        success: true,
        replayed: false,
        meeting: {
          client_id: account.accountId,
          lead_id: lead.id,
          host_id: hostId,
          meeting_type_id: typeId,
          workflow_id: agentId,
          workflow_run_id: null,
          title: 'Talk',
          description: 'About it',
          status: 'scheduled',
          location_type: 'video',
          source: 'api',
          creation_source: 'api_book',
          created_by: `key:${account.keyId}`,
          starts_at: at('10:00'),
          ends_at: at('10:30'),
          duration_minutes: 30,
          attendee_name: 'Ada Lovelace',
          attendee_email: lead.email,
          organizer_email: 'hanna@example.com',
          organizer_connection_type: 'none',
          sync_status: 'not_connected',
          confirmed_by_lead: false,
        },
        provider_sync: {
          status: 'not_connected',
          provider: 'internal',
          external_event_id: null,
          synced_at: null,
          organizer_email: 'hanna@example.com',
        },
        operations: {
          meeting: 'created',
          calendar: 'skipped',
          invitation: 'skipped',
          cadence: 'unchanged',
          reminders: 0,
        },
      });
      expect(answer.body.warnings).toEqual(['calendar_not_connected']);
    });

    it('has Temporal do what follows under an id that shows nothing of the key', async () => {
      const { book } = await createFixture();
      const keyed = await book({ idempotency_key: 'order 7' });
      const plain = await book({ starts_at: at('11:00') });
      const of = (meetingId: string) =>
        api.dispatched.find(({ args }) => (args.input as { meetingId?: string } | undefined)?.meetingId === meetingId);
      expect(of(keyed.body.meeting.id)?.workflowId).toMatch(/^booking\/[0-9a-f]{64}$/);
      expect(of(plain.body.meeting.id)).toMatchObject({
        kind: 'workflow',
        workflowId: `booking/${plain.body.meeting.id}`,
        args: { workflow: 'bookingWorkflow', kind: 'booking' },
      });
    });

    it('stops the cadence of the lead as the exit rules say, and names its run', async () => {
      const { book, lead, agentId } = await createFixture({ agent: { exit: { on_meeting_booked: 'stop' } } });
      const run = await addRun(api.db, lead, agentId);
      const answer = await book();
      expect(answer.body.operations.cadence).toBe('stopped');
      expect(answer.body.meeting.workflow_run_id).toBe(run.id);
      expect(await api.db('agent_runs').where({ id: run.id }).first()).toMatchObject({
        open_slot: null,
        stop_reason: 'meeting_booked',
      });
      expect(await eventKinds(api.db, lead.id)).toEqual(['workflow_run.stopped', 'meeting.scheduled']);
    });

    it('leaves the cadence alone where the exit rules say so', async () => {
      const { book, lead, agentId } = await createFixture({ agent: { exit: { on_meeting_booked: 'continue' } } });
      const run = await addRun(api.db, lead, agentId);
      expect((await book()).body.operations.cadence).toBe('unchanged');
      expect((await api.db('agent_runs').where({ id: run.id }).first())!.open_slot).toBe(1);
    });

    it('costs at most eleven statements, with a key', async () => {
      const { book } = await createFixture();
      await book({ starts_at: at('09:00') });
      const statements = await statementsOf(api.db, () => book({ idempotency_key: newId() }).expect(201));
      expect(statements.length).toBeLessThanOrEqual(11);
    });
  });

  describe('the three ways', () => {
    it('option 1: invite_lead false sends nothing, whatever the type says', async () => {
      const { book } = await createFixture({ type: { invite_by_default: true } });
      for (const [index, confirm] of [undefined, null, true, false].entries()) {
        const answer = await book({ invite_lead: false, confirm, starts_at: at(`1${index}:00`) });
        expect([answer.status, answer.body.operations.invitation]).toEqual([201, 'skipped']);
      }
    });

    it('option 2: confirm true invites', async () => {
      const { book } = await createFixture();
      for (const [index, invite_lead] of [undefined, null, true].entries()) {
        const answer = await book({ confirm: true, invite_lead, starts_at: at(`1${index}:00`) });
        expect([answer.status, answer.body.operations.invitation]).toEqual([201, 'queued']);
      }
    });

    it('option 3: without both fields the meeting type decides', async () => {
      const silent = await createFixture();
      const inviting = await createFixture({ type: { invite_by_default: true } });
      expect((await silent.book()).body.operations.invitation).toBe('skipped');
      expect((await silent.book({ confirm: false, starts_at: at('11:00') })).body.operations.invitation).toBe(
        'skipped',
      );
      expect((await inviting.book()).body.operations.invitation).toBe('queued');
      const { db } = api;
      await db('leads').where({ id: inviting.lead.id }).update({ email: null });
      const unreachable = await inviting.book({ starts_at: at('12:00') });
      expect(unreachable.body.operations.invitation).toBe('skipped');
      expect(unreachable.body.warnings).toEqual(expect.arrayContaining(['lead_without_email', 'invite_skipped']));
    });
  });

  describe('what it sets off', () => {
    const reminders = [
      { minutes_before: 60, channel: 'email' },
      { minutes_before: 90, channel: 'whatsapp' },
      { minutes_before: 43_200, channel: 'email' },
    ];

    it('says queued of no invitation that can’t reach the lead, and warns', async () => {
      const { account, book, lead } = await createFixture();
      const { db } = api;
      const refusals = async (starts_at: string) => {
        const { status, body } = await book({ confirm: true, starts_at });
        return [status, body.operations.invitation, body.warnings.includes('invite_skipped')];
      };
      await db('leads').where({ id: lead.id }).update({ consent_email: 'opted_out' });
      expect(await refusals(at('10:00'))).toEqual([201, 'skipped', true]);
      await db('leads').where({ id: lead.id }).update({ consent_email: 'opted_in' });
      expect(await refusals(at('11:00'))).toEqual([201, 'queued', false]);
      await account.request('post', '/suppressions').send({ channel: 'email', address: lead.email }).expect(201);
      expect(await refusals(at('12:00'))).toEqual([201, 'skipped', true]);
    });

    it('counts the reminders that will go: none of a silent booking, none on a channel that can’t reach the lead', async () => {
      const { book, lead } = await createFixture({ type: { reminders, max_days_ahead: 90 } });
      const counted = async (starts_at: string, more: object = { confirm: true }) =>
        (await book({ starts_at, ...more })).body.operations.reminders;
      expect(await counted(at('09:00'), { invite_lead: false })).toBe(0);
      expect(await counted(at('10:00'), {})).toBe(0);
      expect(await counted(at('11:00'))).toBe(2);
      expect(await counted(at('11:00', 42))).toBe(3);
      await api.db('leads').where({ id: lead.id }).update({ consent_whatsapp: 'opted_out' });
      expect(await counted(at('12:00'))).toBe(1);
      await api.db('leads').where({ id: lead.id }).update({ consent_whatsapp: 'unknown', email: null });
      const { body } = await book({ starts_at: at('13:00'), confirm: true });
      expect(body.operations).toMatchObject({ invitation: 'skipped', reminders: 1 });
      expect(body.warnings).toContain('invite_skipped');
      // A lead without an address for the invitation still gets reminders.
      expect(await api.db('meetings').where({ id: body.meeting.id }).first()).toMatchObject({
        invite_lead: true,
        invitation_status: 'none',
      });
    });
  });
});

describe('answers to the questions of a meeting type', () => {
  const questions = [
    { key: 'size', label: 'How many are you?', type: 'number', required: true },
    { key: 'plan', label: 'Which plan?', type: 'choice', options: ['small', 'large'] },
    { key: 'news', label: 'May we write to you?', type: 'boolean' },
    { key: 'topic', label: 'What about?' },
  ];

  it('are kept with the meeting, and belong to what a key means', async () => {
    const { account, book } = await createFixture({ type: { questions } });
    const answers = { size: 12, plan: 'large', news: false, topic: null };
    const first = await book({ answers, idempotency_key: 'k' });
    expect(first.status).toBe(201);
    expect(Object.keys(first.body.meeting)).toHaveLength(39);
    const { body } = await account.request('get', `/meetings/${first.body.meeting.id}`).expect(200);
    expect(body.meeting.answers).toEqual({ size: 12, plan: 'large', news: false });
    expect((await book({ answers: { ...answers }, idempotency_key: 'k' })).status).toBe(200);
    expect((await book({ answers: { ...answers, size: 13 }, idempotency_key: 'k' })).status).toBe(422);
  });

  it.each([
    ['a required one is missing', {}, '/answers/size'],
    ['a required one is empty', { size: null }, '/answers/size'],
    ['a number is a text', { size: '12' }, '/answers/size'],
    ['a choice is none', { size: 1, plan: 'huge' }, '/answers/plan'],
    ['yes or no is a text', { size: 1, news: 'yes' }, '/answers/news'],
    ['a text is a number', { size: 1, topic: 5 }, '/answers/topic'],
    ['no request', { size: 1, age: 5 }, '/answers/age'],
    ['one is an object', { size: {} }, '/answers/size'],
  ])('are refused where %s', async (_what, answers, field) => {
    const { book } = await createFixture({ type: { questions } });
    const answer = await book({ answers });
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });
});

describe('the key of a booking', () => {
  it('answers every repeat with its first answer, and takes no other meaning', async () => {
    const { account, book, request } = await createFixture();
    const body = { idempotency_key: 'once', starts_at: at('10:00').replace('.000Z', 'Z') };
    const first = await book(body);
    const spelled = { ...body, starts_at: at('12:00').replace('.000Z', '+02:00') };
    const again = await book(spelled);
    expect([again.status, again.body.replayed, again.body.operations.meeting]).toEqual([200, true, 'created']);
    expect(again.body.meeting).toEqual(first.body.meeting);
    expect(again.body.warnings).toEqual(first.body.warnings);
    const header = await account
      .request('post', '/meetings/book')
      .set('Idempotency-Key', 'once')
      .send(request(spelled));
    expect(header.status).toBe(200);
    const { idempotency_key: _key, ...bare } = request(body) as Record<string, unknown>;
    expect((await account.request('post', '/meetings/book').set('Idempotency-Key', 'once').send(bare)).status).toBe(
      200,
    );
    for (const other of [{ title: 'Other' }, { starts_at: at('11:00') }, { invite_lead: false }]) {
      const answer = await book({ ...body, ...other });
      expect([answer.status, answer.body.code, answer.body.replayed]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED', false]);
    }
    const differing = await account
      .request('post', '/meetings/book')
      .set('Idempotency-Key', 'twice')
      .send(request(body));
    expect([differing.status, differing.body.field]).toEqual([400, '/idempotency_key']);
  });

  it('may have 128 characters of any script', async () => {
    const { book } = await createFixture();
    const idempotency_key = '🗝'.repeat(128);
    expect((await book({ idempotency_key })).status).toBe(201);
    expect((await book({ idempotency_key })).body.replayed).toBe(true);
    expect((await book({ idempotency_key: `${idempotency_key}🗝` })).status).toBe(400);
  });

  it('stays free after a refusal, and each request without one is a booking of its own', async () => {
    const { book, newLead } = await createFixture();
    await book();
    const refused = await book({ idempotency_key: 'k', lead_id: await newLead() });
    expect(refused.status).toBe(409);
    expect((await book({ idempotency_key: 'k', starts_at: at('11:00') })).status).toBe(201);
    expect((await book({ starts_at: at('12:00') })).status).toBe(201);
    expect((await book({ starts_at: at('12:00') })).status).toBe(409);
  });
});
