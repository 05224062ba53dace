import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { bound, measureSlowness } from '../../faults/support/random.js';
import { useApi } from '../../support/api.js';
import { addBlock, addHost, at, meetingTools, nextMonday } from '../../support/meetings.js';

const api = useApi();
const { createFixture: fixture } = meetingTools(api);

const DAY_MS = 86_400_000;
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

interface Offer {
  starts_at: string;
  host_id: string;
  score: number;
}

describe('what is offered instead of a time that can’t be had', () => {
  it.each([
    ['beyond the days that the type allows', inDays(60), 'OUTSIDE_AVAILABILITY'],
    ['before its notice has passed', inDays(0.5), 'MINIMUM_NOTICE'],
  ])('of one %s lies within both, never in the past, and can be booked', async (_what, starts_at, code) => {
    const type = { minimum_notice_minutes: 2 * 24 * 60, max_days_ahead: 9 };
    const { account, book, newLead, hostId } = await fixture({ type });
    await addHost(account, { name: 'Otto' });
    await addBlock(account, hostId, { kind: 'weekly', weekdays: WEEK, starts: '00:00', ends: '24:00' });
    const refused = await book({ starts_at });
    expect([refused.status, refused.body.code]).toEqual([409, code]);
    const offers = refused.body.alternatives as Offer[];
    expect(offers).toHaveLength(3);
    for (const offer of offers) {
      const ahead = (Date.parse(offer.starts_at) - Date.now()) / DAY_MS;
      expect(ahead).toBeGreaterThan(1.99);
      expect(ahead).toBeLessThanOrEqual(9);
      const taken = await book({ starts_at: offer.starts_at, host_id: offer.host_id, lead_id: await newLead() });
      expect(taken.status).toBe(201);
    }
  });

  it('of one that is taken is free around it: nearest first with its host, then the same time with others', async () => {
    const { account, book, newLead, hostId } = await fixture();
    const [otto, anna] = [await addHost(account, { name: 'Otto' }), await addHost(account, { name: 'Anna' })];
    await book();
    await book({ host_id: anna, lead_id: await newLead() });
    const refused = await book({ lead_id: await newLead() });
    const offers = refused.body.alternatives as Offer[];
    const shown = offers.map(({ starts_at, host_id }) => [starts_at, host_id]);
    expect(shown).toEqual([
      [at('09:30'), hostId],
      [at('10:30'), hostId],
      [at('09:00'), hostId],
      [at('10:00'), otto],
    ]);
    for (const { starts_at, host_id } of offers) {
      expect((await book({ starts_at, host_id, lead_id: await newLead() })).status).toBe(201);
    }
  });
});

describe('GET /meetings/availability', () => {
  it('lists every slot of a month of short slots around the clock, next to hundreds of meetings, within the time limit', async () => {
    const type = { duration_minutes: 5, slot_interval_minutes: 5, max_days_ahead: 60 };
    const { account, hostId, typeId, lead } = await fixture({ type });
    await addBlock(account, hostId, {
      kind: 'weekly',
      weekdays: WEEK,
      starts: '00:00',
      ends: '24:00',
      timezone: 'UTC',
    });
    const from = nextMonday();
    const taken = Array.from({ length: 400 }, (_, n) => new Date(from.getTime() + n * 3_600_000));
    await api.db('meetings').insert(
      taken.map((starts_at) => ({
        id: newId(),
        account_id: account.accountId,
        lead_id: lead.id,
        host_id: hostId,
        title: 'M',
        timezone: 'UTC',
        status: 'scheduled',
        location_type: 'video',
        source: 'api',
        created_by: 'system',
        creation_source: 'api_book',
        starts_at,
        ends_at: new Date(starts_at.getTime() + 300_000),
        duration_minutes: 5,
        additional_attendees: '[]',
        organizer_connection_type: 'none',
        external_calendar_provider: 'internal',
        sync_status: 'not_connected',
        invitation_status: 'none',
        is_booking: true,
        invite_lead: false,
        created_at: from,
        updated_at: from,
      })),
    );
    const range = `from=${from.toISOString()}&to=${new Date(from.getTime() + 31 * DAY_MS).toISOString()}`;
    await measureSlowness();
    const begun = performance.now();
    const { body } = await account
      .request('get', `/meetings/availability?meeting_type_id=${typeId}&host_id=${hostId}&${range}`)
      .expect(200);
    expect(performance.now() - begun).toBeLessThan(bound(3_000));
    const starts = (body.slots as Offer[]).map(({ starts_at }) => Date.parse(starts_at));
    const busy = new Set(taken.map((time) => time.getTime()));
    const all = Array.from({ length: 31 * 288 }, (_, n) => from.getTime() + n * 300_000);
    expect(starts).toEqual(all.filter((time) => !busy.has(time)));
  });
});
