import { describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { useApi } from '../../support/api.js';
import { addBlock, addType, at, createMeetingFixture } from '../../support/meetings.js';

const HOUR_MS = 3_600_000;
const moved = { now: new Date() };
const api = useApi({}, { clock: { now: () => moved.now } });
const createFixture = async (options: Parameters<typeof createMeetingFixture>[2] = {}) => {
  const account = await api.account();
  const type = { duration_minutes: 15, max_days_ahead: 730, ...options?.type };
  return { account, ...(await createMeetingFixture(api, account, { ...options, type })) };
};

/** The next instants at which a zone's clocks leap ahead and fall back, and by how many minutes. */
function changesOf(zone: string): { leap: DateTime; fall: DateTime; minutes: number } {
  let [leap, fall]: (DateTime | undefined)[] = [];
  let minutes = 0;
  for (let at = DateTime.utc().startOf('hour').plus({ days: 3 }); !leap || !fall; at = at.plus({ minutes: 30 })) {
    const [before, now] = [at.minus({ minutes: 1 }).setZone(zone), at.setZone(zone)];
    const shift = now.offset - before.offset;
    if (shift > 0) [leap, minutes] = [leap ?? now, shift];
    if (shift < 0) fall ??= now;
  }
  return { leap, fall, minutes };
}

/** Returns the reading of a wall clock, moved without regard to clock changes. */
const reading = (time: DateTime, minutes: number): string =>
  DateTime.fromISO(time.toFormat("yyyy-MM-dd'T'HH:mm"), { zone: 'utc' })
    .plus({ minutes })
    .toFormat("yyyy-MM-dd'T'HH:mm");

describe.each(['Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago'])(
  'a booking around a change of clocks in %s',
  (timezone) => {
    const { leap, fall, minutes } = changesOf(timezone);
    const anyHour = { allow_outside_availability: true };

    it('can’t begin at a time that the clocks jump over, whosever clocks', async () => {
      const { book, newLead } = await createFixture({ host: { timezone } });
      const missing = reading(leap, -10);
      for (const more of [{}, { timezone }]) {
        const answer = await book({ starts_at: missing, ...anyHour, ...more });
        expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'INVALID_DATE', '/starts_at']);
        expect(answer.body.message).toContain(timezone);
      }
      // The same reading is a time where clocks don't change.
      const elsewhere = await book({ starts_at: missing, timezone: 'Asia/Kolkata', ...anyHour });
      expect(Date.parse(elsewhere.body.meeting.starts_at)).toBe(
        DateTime.fromISO(missing, { zone: 'Asia/Kolkata' }).toMillis(),
      );
      const after = await book({ starts_at: reading(leap, 10), lead_id: await newLead(), ...anyHour });
      expect(Date.parse(after.body.meeting.starts_at)).toBe(leap.plus({ minutes: 10 }).toMillis());
    });

    it('means the first of two times with one reading, unless the offset says the second', async () => {
      const { book, newLead } = await createFixture({ host: { timezone } });
      const twice = reading(fall, 10);
      const [first, second] = [fall.plus({ minutes: 10 - minutes }), fall.plus({ minutes: 10 })];
      const unsaid = await book({ starts_at: twice, ...anyHour });
      expect([unsaid.status, Date.parse(unsaid.body.meeting?.starts_at)]).toEqual([201, first.toMillis()]);
      const said = await book({ starts_at: twice + second.toFormat('ZZ'), lead_id: await newLead(), ...anyHour });
      expect([said.status, Date.parse(said.body.meeting?.starts_at)]).toEqual([201, second.toMillis()]);
      const taken = await book({ starts_at: twice + first.toFormat('ZZ'), lead_id: await newLead(), ...anyHour });
      expect([taken.status, taken.body.code]).toEqual([409, 'SLOT_CONFLICT']);
    });

    it('lasts as many real minutes as its type says, though clocks show others', async () => {
      const { account, book, lead } = await createFixture({ host: { timezone } });
      await api.db('leads').where({ id: lead.id }).update({ timezone: 'America/Caracas' });
      const meeting_type_id = await addType(account, { duration_minutes: 90, max_days_ahead: 730 });
      for (const change of [leap, fall]) {
        const begin = change.minus({ minutes: 45 });
        const { status, body } = await book({ meeting_type_id, starts_at: begin.toISO(), ...anyHour });
        expect([status, body.meeting?.duration_minutes, body.meeting?.timezone]).toEqual([201, 90, timezone]);
        expect(Date.parse(body.meeting.starts_at)).toBe(begin.toMillis());
        expect(Date.parse(body.meeting.ends_at)).toBe(begin.plus({ minutes: 90 }).toMillis());
        const within = await book({ starts_at: begin.plus({ minutes: 80 }).toISO(), ...anyHour });
        expect([within.status, within.body.conflicts?.[0]?.type]).toEqual([409, 'meeting']);
      }
    });

    it('is offered the hours as the clocks of that day have them, each once', async () => {
      const { account, book, hostId, typeId, newLead } = await createFixture({ host: { timezone } });
      for (const change of [leap, fall]) {
        const day = change.toFormat('yyyy-MM-dd');
        await addBlock(account, hostId, { kind: 'date_override', starts: '00:00', ends: '05:00', valid_from: day });
        const query = `meeting_type_id=${typeId}&host_id=${hostId}&timezone=${timezone}&from=${day}&to=${day}`;
        const { body } = await account.request('get', `/meetings/availability?${query}`).expect(200);
        const starts: number[] = body.slots.map((slot: { starts_at: string }) => Date.parse(slot.starts_at));
        const hours = DateTime.fromISO(`${day}T05:00`, { zone: timezone }).diff(
          DateTime.fromISO(day, { zone: timezone }),
        );
        expect(new Set(starts).size).toBe(starts.length);
        for (const start of starts) {
          expect(start + 15 * 60_000).toBeLessThanOrEqual(
            DateTime.fromISO(day, { zone: timezone }).toMillis() + hours.toMillis(),
          );
        }
        const [last] = body.slots.slice(-1);
        expect((await book({ starts_at: last.starts_at, lead_id: await newLead() })).status).toBe(201);
      }
    });
  },
);

describe('the key of a booking in the course of time', () => {
  it('answers word for word for a day, though what follows has changed the meeting, and then with the meeting', async () => {
    const { account, request } = await createFixture({ type: { duration_minutes: 30 } });
    const body = request({ idempotency_key: 'a day', starts_at: at('10:00', 7) });
    const book = () => account.request('post', '/meetings/book').send(body);
    moved.now = new Date();
    const first = await book();
    expect(first.status).toBe(201);
    const stored = first.text.replace('"replayed":false', '"replayed":true');
    // As the calendar's adapter would.
    const synced = { sync_status: 'synced' as const, synced_at: new Date(), updated_at: new Date() };
    await api.db('meetings').where({ id: first.body.meeting.id }).update(synced);
    const began = moved.now.getTime();
    for (const later of [1_000, HOUR_MS, 24 * HOUR_MS - 60_000]) {
      moved.now = new Date(began + later);
      const again = await book();
      expect([again.status, again.text]).toEqual([200, stored]);
    }
    for (const later of [24 * HOUR_MS, 30 * 24 * HOUR_MS]) {
      moved.now = new Date(began + later);
      const again = await book();
      expect([again.status, again.body.replayed, again.body.operations.meeting]).toEqual([200, true, 'replayed']);
      expect(again.body.meeting).toMatchObject({ id: first.body.meeting.id, sync_status: 'synced' });
      const other = await account.request('post', '/meetings/book').send({ ...body, title: 'Other' });
      expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    }
    moved.now = new Date();
    expect(await api.db('meetings').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it('keeps returning a cancelled meeting, whose slot a new key can book', async () => {
    const { account, book } = await createFixture();
    const old = await book({ idempotency_key: 'old' });
    const { id } = old.body.meeting;
    await account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    const fresh = await book({ idempotency_key: 'new' });
    expect([fresh.status, fresh.body.meeting.starts_at]).toEqual([201, old.body.meeting.starts_at]);
    const replayed = await book({ idempotency_key: 'old' });
    expect([replayed.status, replayed.body.replayed]).toEqual([200, true]);
    expect(replayed.body.meeting).toMatchObject({ id, status: 'cancelled' });
  });
});
