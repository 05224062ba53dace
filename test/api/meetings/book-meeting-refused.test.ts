import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { addBlock, addHost, addType, at, createMeetingFixture } from '../../support/meetings.js';

const api = useApi();
const createFixture = async (options: Parameters<typeof createMeetingFixture>[2] = {}) => {
  const account = await api.account();
  return { account, ...(await createMeetingFixture(api, account, options)) };
};

describe('POST /meetings/book', () => {
  describe('400', () => {
    it.each([
      ['lead_id', { lead_id: undefined }],
      ['host_id', { host_id: 'x' }],
      ['workflow_id', { workflow_id: 5 }],
      ['meeting_type_id', { meeting_type_id: null }],
      ['starts_at', { starts_at: undefined }],
      ['starts_at', { starts_at: 1_772_355_600_000 }],
      ['answers', { answers: ['yes'] }],
      ['invite_lead', { invite_lead: 'no' }],
      ['confirm', { confirm: 'yes' }],
      ['title', { title: '' }],
      ['idempotency_key', { idempotency_key: '' }],
      ['idempotency_key', { idempotency_key: 'k'.repeat(129) }],
      ['end_at', { end_at: at('11:00') }],
    ])('names the field that fits none of the three: %s', async (field, more) => {
      const { book } = await createFixture();
      const answer = await book(more);
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'VALIDATION_ERROR', `/${field}`]);
      expect(answer.body.details.errors).not.toHaveLength(0);
    });

    it.each([
      '2027-02-30T10:00:00Z',
      '2027-03-01',
      '2027-03-01T24:00:00Z',
      '2027-03-28T02:30:00',
      '1999-03-01T10:00:00Z',
      'tomorrow',
    ])('refuses a start that is none: %s', async (starts_at) => {
      const { book } = await createFixture({ host: { timezone: 'Europe/Madrid' } });
      const answer = await book({ starts_at });
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'INVALID_DATE', '/starts_at']);
    });

    it('refuses a zone that is none, and a host who does not hold the type', async () => {
      const { account, book, hostId } = await createFixture();
      const zone = await book({ timezone: 'Mars/Base' });
      expect([zone.status, zone.body.code, zone.body.field]).toEqual([400, 'INVALID_TIMEZONE', '/timezone']);
      const meeting_type_id = await addType(account, { hosts: [{ host_id: await addHost(account) }] });
      const other = await book({ meeting_type_id, host_id: hostId });
      expect([other.status, other.body.field]).toEqual([400, '/host_id']);
    });
  });

  describe('404', () => {
    it.each([
      ['lead_id', 'LEAD_NOT_FOUND'],
      ['host_id', 'HOST_NOT_FOUND'],
      ['workflow_id', 'WORKFLOW_NOT_FOUND'],
      ['meeting_type_id', 'MEETING_TYPE_NOT_FOUND'],
    ])('names an unknown or foreign %s', async (field, code) => {
      const [mine, theirs] = [await createFixture(), await createFixture()];
      const foreign = theirs.request() as Record<string, unknown>;
      const bodies = [];
      for (const id of [newId(), foreign[field]]) {
        const answer = await mine.book({ [field]: id });
        expect([answer.status, answer.body.code, answer.body.field]).toEqual([404, code, `/${field}`]);
        const { request_id: _request, ...body } = answer.body;
        bodies.push(body);
      }
      expect(bodies[0]).toEqual(bodies[1]);
      expect(await api.db('meetings').where({ account_id: mine.account.accountId })).toEqual([]);
    });
  });

  describe('an unknown or erased lead', () => {
    it('is named, also where the slot is taken', async () => {
      const { account, book, newLead } = await createFixture();
      const erased = await newLead();
      await account.request('post', `/leads/${erased}/erase`).expect(200);
      await book();
      const unknown = await book({ lead_id: newId() });
      expect([unknown.status, unknown.body.code, unknown.body.field]).toEqual([404, 'LEAD_NOT_FOUND', '/lead_id']);
      expect((await book({ lead_id: erased })).status).toBe(410);
    });
  });

  describe('409', () => {
    it('offers the nearest slots of the host and the same time with others', async () => {
      const { account, book, hostId, newLead } = await createFixture();
      const other = await addHost(account, { name: 'Otto' });
      const first = await book({ title: 'Taken' });
      const answer = await book({ lead_id: await newLead(), starts_at: at('10:15') });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ success: false, code: 'SLOT_CONFLICT', replayed: false });
      expect(answer.body.error).toEqual(expect.any(String));
      expect(answer.body.conflicts).toEqual([
        {
          type: 'meeting',
          id: first.body.meeting.id,
          title: 'Taken',
          starts_at: at('10:00'),
          ends_at: at('10:30'),
          host_id: hostId,
        },
      ]);
      const { alternatives } = answer.body;
      expect(alternatives.map(({ starts_at }: { starts_at: string }) => starts_at)).toEqual([
        at('10:30'),
        at('09:30'),
        at('11:00'),
        at('10:15'),
      ]);
      expect(alternatives[3]).toMatchObject({ host_id: other, host_name: 'Otto' });
      for (const { starts_at, host_id } of alternatives) {
        expect((await book({ lead_id: await newLead(), starts_at, host_id })).status).toBe(201);
      }
    });

    it('offers what is nearest where no time so far ahead can be booked', async () => {
      const { book } = await createFixture({ type: { max_days_ahead: 30 } });
      const { status, body } = await book({ starts_at: at('10:00', 90) });
      expect([status, body.code, body.alternatives.length]).toEqual([409, 'OUTSIDE_AVAILABILITY', 3]);
      expect((await book({ starts_at: body.alternatives[0].starts_at })).status).toBe(201);
    });

    it('counts buffers on both sides', async () => {
      const { book } = await createFixture({ type: { buffer_before_minutes: 10, buffer_after_minutes: 5 } });
      await book();
      const close = await book({ starts_at: at('10:35') });
      expect([close.status, close.body.conflicts[0].type]).toEqual([409, 'buffer']);
      expect((await book({ starts_at: at('10:45') })).status).toBe(201);
    });

    it('names the hours, time off, notice or limit that conflicts', async () => {
      const { account, book, hostId, typeId } = await createFixture({
        host: { max_per_day: 1 },
        type: { minimum_notice_minutes: 60 * 24 * 3 },
      });
      const blockId = await addBlock(account, hostId, {
        kind: 'weekly',
        weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
        starts: '09:00',
        ends: '18:00',
      });
      const offId = await addBlock(account, hostId, { kind: 'time_off', valid_from: at('00:00', 1).slice(0, 10) });
      const expectations: [object, string, string][] = [
        [{ starts_at: at('20:00') }, 'OUTSIDE_AVAILABILITY', 'outside_hours'],
        [{ starts_at: at('10:00', 1) }, 'OUTSIDE_AVAILABILITY', 'availability_block'],
        [{ starts_at: at('10:00', 500) }, 'OUTSIDE_AVAILABILITY', 'outside_hours'],
        [
          { starts_at: new Date(Date.now() + 60_000).toISOString(), allow_outside_availability: true },
          'MINIMUM_NOTICE',
          'minimum_notice',
        ],
      ];
      for (const [more, code, type] of expectations) {
        const answer = await book(more);
        expect([answer.status, answer.body.code, answer.body.conflicts[0].type]).toEqual([409, code, type]);
      }
      const off = await book({ starts_at: at('10:00', 1) });
      expect(off.body.conflicts[0].id).toBe(offId);
      const booked = await book();
      expect(booked.body.meeting.availability_block_id).toBe(blockId);
      const full = await book({ starts_at: at('15:00') });
      expect([full.status, full.body.code]).toEqual([409, 'HOST_DAILY_LIMIT']);
      expect(
        full.body.alternatives.every((slot: { starts_at: string }) => !slot.starts_at.startsWith(at('').slice(0, 10))),
      ).toBe(true);
      const outside = await book({ starts_at: at('20:00', 2), allow_outside_availability: true });
      expect(outside.body.warnings).toContain('outside_business_hours');
      expect(typeId).toBeDefined();
    });

    it('counts busy times of the host’s own calendar', async () => {
      const { account, book, hostId } = await createFixture();
      await api.db('busy_times').insert({
        id: newId(),
        account_id: account.accountId,
        host_id: hostId,
        provider: 'caldav',
        starts_at: new Date(at('09:45')),
        ends_at: new Date(at('10:05')),
        created_at: new Date(),
      });
      const answer = await book();
      expect([answer.status, answer.body.conflicts[0].type]).toEqual([409, 'calendar_busy']);
      expect((await book({ starts_at: at('10:05') })).status).toBe(201);
    });

    it('refuses a host who is not active', async () => {
      const { account, book, hostId } = await createFixture();
      await account.request('patch', `/hosts/${hostId}`).send({ is_active: false });
      expect((await book()).body.code).toBe('OUTSIDE_AVAILABILITY');
    });
  });

  describe('422', () => {
    it('asks for the confirmation of an invitation before anything else', async () => {
      const { book } = await createFixture();
      for (const confirm of [undefined, null, false]) {
        const answer = await book({ invite_lead: true, confirm, starts_at: 'rubbish' });
        expect([answer.status, answer.body.code, answer.body.field]).toEqual([
          422,
          'CONFIRMATION_REQUIRED',
          '/confirm',
        ]);
        expect(answer.body.details).toBeDefined();
      }
    });

    it('refuses the past in the shape of a validation error', async () => {
      const { book } = await createFixture();
      const answer = await book({ starts_at: '2020-01-01T10:00:00Z' });
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([422, 'START_IN_PAST', '/starts_at']);
    });
  });
});
