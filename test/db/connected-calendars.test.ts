import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startGoogle, useConnectedCalendars } from '../support/connected-calendars.js';
import { at } from '../support/meetings.js';
import { startMicrosoft } from '../support/microsoft-calendars.js';

const setups = await Promise.all([startGoogle, startMicrosoft].map(useConnectedCalendars));

describe.each(setups.map((setup) => [setup.server.provider, setup] as const))('a calendar at %s', (_name, setup) => {
  const { server, oauth, api } = setup;
  beforeEach(() => server.reset());
  afterAll(async () => {
    expect([...server.violations, ...oauth.violations]).toEqual([]);
    await setup.stop();
  });

  it('gets each meeting once, and blocks the times of its owner', async () => {
    const host = await setup.host();
    await host.connect();
    server.put(host.email, { id: 'aaaaaaaa', startsAt: at('11:00'), minutes: 60 });
    server.put(host.email, { id: 'bbbbbbbb', startsAt: at('15:00'), free: true });
    server.loseNextWrite();
    const id = await host.booked();
    await api.db('calendar_entries').where({ meeting_id: id }).update({ next_at: null });
    await host.hostCalendar.follow(id);
    await host.look();
    expect(await host.busy()).toEqual([at('11:00')]);
    expect(server.entries(host.email).filter(({ title }) => title !== 'Private')).toMatchObject([
      { startsAt: at('10:00'), endsAt: at('10:30') },
    ]);
    expect(await host.row(id)).toMatchObject({ sync_status: 'synced', external_calendar_provider: server.provider });
    const refused = await host.book({ starts_at: at('11:30') }).expect(409);
    expect(refused.body.conflicts[0].type).toBe('calendar_busy');
    expect(refused.text).not.toContain('Private');
    expect(await host.status()).toMatchObject({ status: 'connected', url: null, error: null, read_from: [] });
  });

  it('is moved and emptied with its meetings, and reads further calendars', async () => {
    const host = await setup.host({ read_from: [server.further] });
    server.put(host.email, { id: 'cccccccc', startsAt: at('12:00') }, server.further);
    await host.connect();
    expect(await host.busy()).toEqual([at('12:00')]);
    const id = await host.booked();
    const move = { starts_at: at('14:00') };
    await host.account.request('post', `/meetings/${id}/reschedule`).send(move).expect(200);
    await host.hostCalendar.follow(id);
    expect(server.entries(host.email)).toMatchObject([{ startsAt: at('14:00') }]);
    await host.account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    await host.hostCalendar.follow(id);
    expect(server.entries(host.email)).toEqual([]);
  });

  it('is read again only after a change, or when the provider forgot what has changed', async () => {
    const host = await setup.host();
    await host.connect();
    const reads = async (change: () => unknown) => {
      change();
      const before = server.requests.length;
      await host.look();
      return server.requests.length - before;
    };
    expect(await reads(() => undefined)).toBe(1);
    expect(await reads(() => server.put(host.email, { id: 'dddddddd', startsAt: at('11:00') }))).toBeGreaterThan(1);
    expect(await host.busy()).toEqual([at('11:00')]);
    expect(await reads(() => server.forgetTokens())).toBeGreaterThan(1);
    expect(await host.busy()).toEqual([at('11:00')]);
  });

  it('flags a change of its owner, and gets the meeting back on request', async () => {
    const host = await setup.host();
    await host.connect();
    const [moved, deleted] = [await host.booked(), await host.booked({ starts_at: at('14:00') })];
    const [first, second] = server.entries(host.email);
    server.move(host.email, first!.id, at('12:00'));
    server.remove(host.email, second!.id);
    await host.look();
    expect([(await host.row(moved)).sync_status, (await host.row(deleted)).sync_status]).toEqual([
      'out_of_date',
      'deleted_remotely',
    ]);
    expect(await host.busy()).toEqual([at('12:00')]);
    expect(await host.failures()).toBe(2);
    await host.connect();
    expect(server.entries(host.email).map(({ startsAt }) => startsAt)).toEqual([at('10:00'), at('14:00')]);
  });

  it('moves and cancels the meeting where its type says so', async () => {
    const host = await setup.host();
    await host.connect();
    const change = { on_calendar_move: 'reschedule', on_calendar_delete: 'cancel' };
    await host.account.request('patch', `/meeting-types/${host.typeId}`).send(change).expect(200);
    const [moved, deleted] = [await host.booked(), await host.booked({ starts_at: at('14:00') })];
    const [first, second] = server.entries(host.email);
    server.move(host.email, first!.id, at('12:00'));
    server.remove(host.email, second!.id);
    await host.look();
    await Promise.all([moved, deleted].map((id) => host.hostCalendar.follow(id)));
    expect((await host.row(moved)).starts_at.toISOString()).toBe(at('12:00'));
    expect(await host.row(deleted)).toMatchObject({ status: 'cancelled' });
    await host.look();
    expect([(await host.row(moved)).sync_status, await host.busy(), await host.failures()]).toEqual(['synced', [], 0]);
    expect(server.entries(host.email)).toMatchObject([{ id: first!.id, startsAt: at('12:00') }]);
  });

  it('keeps a change of its owner that the service has not seen when the meeting changes otherwise', async () => {
    const host = await setup.host();
    await host.connect();
    await host.account.request('patch', `/meeting-types/${host.typeId}`).send({ on_calendar_move: 'reschedule' });
    const id = await host.booked();
    server.move(host.email, server.entries(host.email)[0]!.id, at('12:00'));
    await api.db('meetings').where({ id }).update({ title: 'Another title', sync_status: 'pending' });
    await host.hostCalendar.follow(id);
    expect(server.entries(host.email)).toMatchObject([{ startsAt: at('12:00') }]);
    await host.look();
    await api.db('calendar_entries').where({ meeting_id: id }).update({ next_at: null });
    await host.hostCalendar.follow(id);
    expect((await host.row(id)).starts_at.toISOString()).toBe(at('12:00'));
    expect(server.entries(host.email)).toMatchObject([{ startsAt: at('12:00'), title: 'Another title' }]);
  });

  it('pauses as long as the provider asks for', async () => {
    const host = await setup.host();
    await host.connect();
    server.limit(1_200);
    const step = await host.look();
    if (step.closed) throw new Error('The calendar is gone.');
    expect(new Date(step.plan.sleepUntil ?? 0).getTime()).toBeGreaterThan(Date.now() + 1_000_000);
    expect((await host.status()).error).toMatch(/^rate_limited/);
    const id = await host.booked();
    const entry = await api.db('calendar_entries').where({ meeting_id: id }).first();
    expect(entry!.next_at!.getTime()).toBeGreaterThan(Date.now() + 1_000_000);
    server.limit();
    await host.look();
    await host.hostCalendar.follow(id);
    expect((await host.row(id)).sync_status).toBe('synced');
  });

  it('waits while its connection is lost, and writes what it missed after the next sign-in', async () => {
    const host = await setup.host();
    await host.connect();
    oauth.withdraw(oauth.state.person.subject);
    await host.look();
    expect(await host.status()).toMatchObject({ status: 'failed', error: expect.stringMatching(/^reconnect_needed/) });
    const id = await host.booked();
    expect((await host.row(id)).sync_status).toBe('failed');
    await host.account.request('delete', `/connections/${host.connectionId}`).expect(409);
    const { body } = await host.account.request('post', `/connections/${host.connectionId}/reconnect`).expect(200);
    const { signIn } = await import('../support/sign-in.js');
    await signIn(api, body.authorize_url);
    await host.look();
    await host.hostCalendar.follow(id);
    expect((await host.row(id)).sync_status).toBe('synced');
  });

  it('adds the link of a video conference to the meeting', async () => {
    const host = await setup.host();
    await host.connect();
    const change = { conference: server.conference };
    await host.account.request('patch', `/meeting-types/${host.typeId}`).send(change).expect(200);
    const id = await host.booked();
    const [entry] = server.entries(host.email);
    expect([typeof entry!.joinUrl, (await host.row(id)).meeting_url]).toEqual(['string', entry!.joinUrl]);
    const before = server.requests.length;
    await host.hostCalendar.follow(id);
    expect(server.requests.length).toBe(before);
  });

  it('reports that it created no video conference, and writes the entry again until there is one', async () => {
    const host = await setup.host();
    await host.connect();
    const type = { conference: server.conference };
    await host.account.request('patch', `/meeting-types/${host.typeId}`).send(type).expect(200);
    server.giveConferences(host.email, 'never');
    const id = await host.booked();
    expect(await host.row(id)).toMatchObject({
      sync_status: 'failed',
      sync_error: expect.stringMatching(/^The calendar created no video conference/),
      meeting_url: null,
    });
    const { body } = await host.account.request('get', '/attention').expect(200);
    expect(body.attention).toMatchObject([
      { kind: 'meeting_differs', detail: expect.stringMatching(/^failed: The calendar created no video conference/) },
    ]);
    const again = async () => {
      await api.db('calendar_entries').where({ meeting_id: id }).update({ next_at: null });
      await host.hostCalendar.follow(id);
    };
    await again();
    expect([await host.failures(), server.entries(host.email).length]).toEqual([1, 1]);
    server.giveConferences(host.email, 'at once');
    await again();
    const [entry] = server.entries(host.email);
    expect([typeof entry!.joinUrl, server.entries(host.email).length]).toEqual(['string', 1]);
    expect(await host.row(id)).toMatchObject({
      sync_status: 'synced',
      sync_error: null,
      meeting_url: entry!.joinUrl,
    });
  });

  it('removes the entry of a meeting that is cancelled before its video conference exists', async () => {
    const host = await setup.host();
    await host.connect();
    const type = { conference: server.conference };
    await host.account.request('patch', `/meeting-types/${host.typeId}`).send(type).expect(200);
    server.giveConferences(host.email, 'later');
    const id = await host.booked();
    expect(server.entries(host.email)).toMatchObject([{ joinUrl: null }]);
    await host.account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    await api.db('calendar_entries').where({ meeting_id: id }).update({ next_at: null });
    await host.hostCalendar.follow(id);
    expect(server.entries(host.email)).toEqual([]);
    expect(await host.row(id)).toMatchObject({ sync_status: 'synced', meeting_url: null });
    server.giveConferences(host.email, 'at once');
  });

  it('removes the entry of a meeting that is cancelled after a write whose answer was lost', async () => {
    const host = await setup.host();
    await host.connect();
    server.loseNextWrite();
    const id = await host.booked();
    expect([(await host.row(id)).sync_status, server.entries(host.email).length]).toEqual(['failed', 1]);
    await host.account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    await api.db('calendar_entries').where({ meeting_id: id }).update({ next_at: null });
    await host.hostCalendar.follow(id);
    expect(server.entries(host.email)).toEqual([]);
    expect((await host.row(id)).sync_status).toBe('synced');
  });

  it('leaves a meeting without a video conference once its invitation no longer waits for the link', async () => {
    const host = await setup.host();
    await host.connect();
    const type = { conference: server.conference };
    await host.account.request('patch', `/meeting-types/${host.typeId}`).send(type).expect(200);
    server.giveConferences(host.email, 'never');
    const id = await host.booked();
    await api
      .db('meetings')
      .where({ id })
      .update({ created_at: new Date(Date.now() - 3_600_000) });
    await api.db('calendar_entries').where({ meeting_id: id }).update({ next_at: null });
    await host.hostCalendar.follow(id);
    const before = server.requests.length;
    await host.hostCalendar.follow(id);
    expect(server.requests.length).toBe(before);
    expect(await host.row(id)).toMatchObject({ sync_status: 'failed', meeting_url: null });
    await host.account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    await host.hostCalendar.follow(id);
    expect(server.entries(host.email)).toEqual([]);
    server.giveConferences(host.email, 'at once');
  });

  it('needs a connection with the purpose calendars', async () => {
    const host = await setup.host();
    const { connectionId } = await setup.person(host.account, ['send_mail']);
    const body = { provider: server.provider, connection_id: connectionId };
    const refused = await host.account.request('put', `/hosts/${host.hostId}/calendar`).send(body).expect(400);
    expect(refused.body.message).toMatch(/purpose calendars/);
  });

  if (server.provider === 'google') {
    it('reports no failure while the video conference is being created, and then adds its link', async () => {
      const host = await setup.host();
      await host.connect();
      const type = { conference: server.conference };
      await host.account.request('patch', `/meeting-types/${host.typeId}`).send(type).expect(200);
      server.giveConferences(host.email, 'later');
      const id = await host.booked();
      expect(await host.row(id)).toMatchObject({ sync_status: 'pending', sync_error: null, meeting_url: null });
      server.giveConferences(host.email, 'at once');
      await api.db('calendar_entries').where({ meeting_id: id }).update({ next_at: null });
      await host.hostCalendar.follow(id);
      const [entry] = server.entries(host.email);
      expect(typeof entry?.joinUrl).toBe('string');
      expect(await host.row(id)).toMatchObject({ sync_status: 'synced', meeting_url: entry?.joinUrl });
      expect(await host.failures()).toBe(0);
    });
  }
});
