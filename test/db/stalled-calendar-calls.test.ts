import { describe, expect, it } from '@jest/globals';
import { useApi } from '../support/api.js';
import { NEW, OLD, useCalendarFixture } from '../support/calendar-fixture.js';
import { addMeeting } from '../support/meeting-rows.js';
import { addHost, at } from '../support/meetings.js';

const api = useApi();
const createFixture = useCalendarFixture(api);

describe('a call to a calendar by a process that stood still', () => {
  const LATE_MS = 6_000;

  /** A meeting whose next call is held, while another process does what is due; `release` ends what is held. */
  async function held() {
    const setup = await createFixture();
    await setup.connect();
    const { hostCalendar, hostId, lead } = setup;
    const { id } = await addMeeting(api.db, lead, { host_id: hostId, invite_lead: false, sync_status: 'pending' });
    const hold = async () => {
      const [called, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      hostCalendar.before = () => {
        called.resolve();
        return released.promise;
      };
      const first = hostCalendar.advance(id);
      await called.promise;
      return async () => {
        released.resolve();
        await first;
      };
    };
    return {
      ...setup,
      id,
      hold,
      entry: () => hostCalendar.objects.get(`${OLD.url}${id}.ics`),
      wakes: async () =>
        (
          await api
            .db('outbox')
            .where({ workflow_id: `booking/${id}` })
            .pluck('args')
        ).filter((args) => JSON.stringify(args).includes('written late')).length,
    };
  }

  it('is discarded when the meeting was cancelled during the call', async () => {
    const { hostCalendar: fixture, id, hold, entry, wakes, account, row } = await held();
    const release = await hold();
    await fixture.follow(id);
    await account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    await fixture.follow(id);
    expect(entry()).toBeUndefined();
    await release();
    expect(await wakes()).toBe(1);
    await fixture.follow(id);
    expect([entry(), (await row(id)).external_event_id]).toEqual([undefined, null]);
  });

  it('is discarded when no other process had written the meeting before it was cancelled', async () => {
    const { hostCalendar: fixture, id, hold, entry, wakes, account } = await held();
    const release = await hold();
    await account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    await fixture.follow(id);
    await release();
    expect(await wakes()).toBe(1);
    await fixture.follow(id);
    expect(entry()).toBeUndefined();
  });

  it('is discarded when the meeting was moved during the call, in either order of the recordings', async () => {
    const { hostCalendar: fixture, id, hold, entry, wakes, account } = await held();
    const release = await hold();
    await fixture.follow(id);
    const move = { starts_at: at('14:00') };
    await account.request('post', `/meetings/${id}/reschedule`).send(move).expect(200);
    const another = await hold();
    await release();
    await another();
    expect(await wakes()).toBeGreaterThan(0);
    fixture.objects.set(`${OLD.url}${id}.ics`, 'the older one');
    await fixture.follow(id);
    expect(entry()).toContain('SEQUENCE:1');
  });

  it('leaves nothing of an erased person there', async () => {
    const { hostCalendar: fixture, id, hold, entry, wakes, account, lead } = await held();
    await api.db('meetings').where({ id }).update({ attendee_name: 'Erika Beispiel' });
    const release = await hold();
    await fixture.follow(id);
    expect(entry()).toContain('Erika');
    await account.request('post', `/leads/${lead.id}/erase`).send().expect(200);
    await fixture.follow(id);
    await release();
    expect(await wakes()).toBe(1);
    await fixture.follow(id);
    expect(entry() ?? '').not.toContain('Erika');
  });

  it('does not affect the entry in the calendar of the next host', async () => {
    const { hostCalendar: fixture, id, hold, account, connect, entry, wakes, row } = await held();
    await fixture.follow(id);
    const other = await addHost(account, { name: 'Other', email: 'other@example.com' });
    await connect(NEW, other);
    await api.db('meetings').where({ id }).update({ host_id: other });
    const release = await hold();
    await fixture.follow(id);
    await release();
    expect(await wakes()).toBeGreaterThan(0);
    await fixture.follow(id);
    expect(entry()).toBeUndefined();
    expect(await row(id)).toMatchObject({ sync_status: 'synced', external_calendar_id: NEW.url });
    await account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    await fixture.follow(id);
    expect([...fixture.objects.keys()].filter((href) => href.includes(id))).toEqual([]);
  });

  it('is not made at all, and the meeting is checked again', async () => {
    const { hostCalendar: fixture, id, failures, row } = await held();
    fixture.calls.length = 0;
    let looks = 0;
    fixture.now = () => new Date(Date.now() + (looks++ === 0 ? 0 : LATE_MS));
    const step = await fixture.advance(id);
    expect(step).toMatchObject({ closed: false, plan: { action: 'write the calendar entry' } });
    expect([fixture.calls, (await row(id)).sync_status, await failures()]).toEqual([[], 'pending', 0]);
    fixture.now = () => new Date();
    await fixture.follow(id);
    expect((await row(id)).sync_status).toBe('synced');
  });

  it('is not made when it stood still while the calendar was searched for', async () => {
    const { hostCalendar, row, account, hostId, lead, failures } = await createFixture();
    await account.request('put', `/hosts/${hostId}/calendar`).send(OLD).expect(200);
    const { id } = await addMeeting(api.db, lead, { host_id: hostId, invite_lead: false, sync_status: 'pending' });
    hostCalendar.now = () => new Date(Date.now() + (hostCalendar.calls.length > 0 ? LATE_MS : 0));
    await hostCalendar.advance(id);
    expect(hostCalendar.calls.map(({ what }) => what)).toEqual(['locate']);
    expect([(await row(id)).sync_status, await failures()]).toEqual(['pending', 0]);
  });
});
