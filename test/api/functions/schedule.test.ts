import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { addBlock, addHost, at, meetingTools, nextMonday } from '../../support/meetings.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();
const { createFixture: fixture } = meetingTools(api);
const monday = nextMonday().toISOString().slice(0, 10);
const WEEK = `from=${monday}&to=${at('00:00', 6).slice(0, 10)}`;

describe('GET /schedule', () => {
  it('shows each host’s hours with time off taken out, its meetings, holds and what its calendar says', async () => {
    const { account, hostId, typeId, lead, book, post } = await fixture({ type: { buffer_after_minutes: 15 } });
    const weekdays = ['mon', 'tue'];
    const block = await addBlock(account, hostId, { kind: 'weekly', weekdays, starts: '09:00', ends: '14:00' });
    const lunch = { kind: 'time_off', weekdays: ['mon'], starts: '12:00', ends: '13:00' };
    const off = await addBlock(account, hostId, lunch);
    const meeting = (await book().expect(201)).body.meeting;
    const cancelled = (await book({ starts_at: at('11:00') }).expect(201)).body.meeting;
    await post(`/meetings/${cancelled.id}/cancel`).expect(200);
    const wanted = { host_id: hostId, meeting_type_id: typeId, starts_at: at('09:00', 1) };
    const { hold } = (await post('/meetings/holds', wanted).expect(201)).body;
    const busy = { id: newId(), starts_at: new Date(at('20:00')), ends_at: new Date(at('21:00')) };
    const whose = { account_id: account.accountId, host_id: hostId, provider: 'caldav' as const };
    await api.db('busy_times').insert({ ...busy, ...whose, created_at: new Date() });
    const { body } = await account.request('get', `/schedule?${WEEK}`).expect(200);
    expect([body.from, body.to]).toEqual([at('00:00'), at('00:00', 7)]);
    const spans = (...times: [string, string][]) => times.map(([starts_at, ends_at]) => ({ starts_at, ends_at }));
    expect(body.hosts).toEqual([
      {
        host_id: hostId,
        host_name: 'Hanna Host',
        timezone: 'UTC',
        is_active: true,
        hours_set: true,
        open: spans([at('09:00'), at('12:00')], [at('13:00'), at('14:00')], [at('09:00', 1), at('14:00', 1)]).map(
          (span) => ({ ...span, block_id: block }),
        ),
        time_off: [{ ...spans([at('12:00'), at('13:00')])[0], block_id: off }],
        busy: [{ id: busy.id, ...spans([at('20:00'), at('21:00')])[0] }],
        holds: [
          {
            id: hold.id,
            meeting_type_id: typeId,
            expires_at: hold.expires_at,
            ...spans([at('09:00', 1), at('09:30', 1)])[0],
          },
        ],
        meetings: [
          {
            id: meeting.id,
            lead_id: lead.id,
            workflow_id: meeting.workflow_id,
            meeting_type_id: typeId,
            title: meeting.title,
            status: 'scheduled',
            location_type: 'video',
            attendee_name: meeting.attendee_name,
            buffer_before_minutes: 0,
            buffer_after_minutes: 15,
            ...spans([at('10:00'), at('10:30')])[0],
          },
        ],
      },
    ]);
  });

  it('shows the usual hours of a host without any on the clock of its zone', async () => {
    const account = await api.account();
    await addHost(account, { timezone: 'America/New_York' });
    const { body } = await account.request('get', `/schedule?from=2027-03-12&to=2027-03-15`).expect(200);
    expect(body.hosts[0]).toMatchObject({
      timezone: 'America/New_York',
      hours_set: false,
      time_off: [],
      // The clocks go forward in between.
      open: [
        { starts_at: '2027-03-12T14:00:00.000Z', ends_at: '2027-03-12T22:00:00.000Z', block_id: null },
        { starts_at: '2027-03-15T13:00:00.000Z', ends_at: '2027-03-15T21:00:00.000Z', block_id: null },
      ],
    });
  });

  it('takes days as those of the zone that is asked for, a month at most', async () => {
    const account = await api.account();
    const ask = (query: string) => account.request('get', `/schedule?${query}`);
    const { body } = await ask('from=2027-06-01&to=2027-06-01&timezone=Europe/Madrid').expect(200);
    expect([body.from, body.to]).toEqual(['2027-05-31T22:00:00.000Z', '2027-06-01T22:00:00.000Z']);
    for (const query of ['from=2027-06-01&to=2027-07-02', 'from=2027-06-02&to=2027-06-01', 'host_ids=nobody']) {
      expect((await ask(query).expect(400)).body.code).toBe('VALIDATION_ERROR');
    }
    expect((await ask('from=2027-02-30').expect(400)).body).toMatchObject({ code: 'INVALID_DATE', field: '/from' });
  });

  it('is of the hosts that are named, else of all active ones, page by page', async () => {
    const account = await api.account();
    const [first, second] = [await addHost(account), await addHost(account)];
    const away = await addHost(account, { is_active: false });
    const foreign = await addHost(await api.account());
    const hostsOf = async (query: string) =>
      (await account.request('get', `/schedule?${query}`).expect(200)).body as {
        hosts: { host_id: string }[];
        pagination: { next_cursor: string | null };
      };
    const idsOf = async (query: string) => (await hostsOf(query)).hosts.map(({ host_id }) => host_id);
    expect(await idsOf('')).toEqual([second, first]);
    expect(await idsOf(`host_ids=${away},${foreign},${first}`)).toEqual([away, first]);
    const { hosts, pagination } = await hostsOf('limit=1');
    expect(hosts).toHaveLength(1);
    expect(await idsOf(`limit=1&cursor=${pagination.next_cursor}`)).toEqual([first]);
  });

  it('costs as many statements for many hosts and meetings as for one', async () => {
    const { account, hostId, book, newLead } = await fixture();
    await book().expect(201);
    const count = async () =>
      (await statementsOf(api.db, () => account.request('get', `/schedule?${WEEK}`).expect(200))).length;
    await count();
    const one = await count();
    for (let n = 0; n < 3; n += 1) {
      const host_id = n ? await addHost(account) : hostId;
      await book({ host_id, starts_at: at('12:00'), lead_id: await newLead() }).expect(201);
    }
    expect(await count()).toBe(one);
    expect(one).toBeLessThanOrEqual(4);
  });
});
