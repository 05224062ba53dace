import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auth, type calendar_v3, calendar as calendarClient } from '@googleapis/calendar';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startGoogleCalendarServer } from '../support/google-calendar-server.js';

const AUTH = 'https://www.googleapis.com/auth/';
const ANA = 'ana@example.com';
const EVENTS_ONLY = { subject: 'ana', email: ANA, scopes: [`${AUTH}calendar.events`] };
const PERSON = { ...EVENTS_ONLY, scopes: [...EVENTS_ONLY.scopes, `${AUTH}calendar.calendarlist.readonly`] };
const people: Record<string, typeof PERSON> = { 'Bearer token': PERSON, 'Bearer events-only': EVENTS_ONLY };
const google = await startGoogleCalendarServer({ personOf: (header) => people[header ?? ''] });
afterAll(() => google.stop());

function clientWith(access_token: string) {
  const oauth = new auth.OAuth2();
  oauth.setCredentials({ access_token });
  return calendarClient({ version: 'v3', auth: oauth, rootUrl: `${google.origin}/`, retryConfig: { retry: 0 } });
}
const { calendarList, channels, events } = clientWith('token');
const primary = { calendarId: 'primary' };
const TEAM = { id: 'team@group.calendar.google.com', summary: 'Team', timeZone: 'Asia/Tokyo', accessRole: 'reader' };
const MEETING = '66f5a3594659483090700004';
const at = (hour: string) => ({ dateTime: `2026-12-01T${hour}:00+01:00`, timeZone: 'Europe/Madrid' });
const call = (fields: calendar_v3.Schema$Event = {}) => ({
  ...primary,
  requestBody: { summary: 'Call', start: at('10:00'), end: at('10:30'), ...fields },
});
const RANGE = { timeMin: '2026-12-01T00:00:00Z', timeMax: '2026-12-31T00:00:00Z', singleEvents: true };
const ifMatch = (etag: string | null | undefined) => ({ headers: { 'If-Match': etag ?? '' } });
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    ({ response }: { response: { status: number; data: { error: { errors: { reason: string }[] } } } }) =>
      `${response.status} ${response.data.error.errors[0]?.reason}`,
  );

/** Lists events page by page: all of them, the number of pages, and the token at the end. */
async function listed(params: calendar_v3.Params$Resource$Events$List) {
  const items: calendar_v3.Schema$Event[] = [];
  let pageToken: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const { data } = await events.list({ ...primary, ...params, ...(pageToken && { pageToken }) });
    items.push(...(data.items ?? []));
    pageToken = data.nextPageToken ?? undefined;
    expect(data.nextSyncToken === undefined).toBe(pageToken !== undefined);
    if (pageToken === undefined) return { items, pages, syncToken: data.nextSyncToken ?? '', zone: data.timeZone };
  }
}

beforeEach(() => google.reset());

describe("the stand-in for the Google Calendar API, with Google's own client", () => {
  it('lists the calendars of a person on pages, and finds one by its ID', async () => {
    google.addCalendar(ANA, TEAM);
    google.addCalendar(ANA, { ...TEAM, id: 'more@group.calendar.google.com' });
    const first = (await calendarList.list()).data;
    expect(first.items).toMatchObject([{ id: ANA, accessRole: 'owner', primary: true }, TEAM]);
    const second = (await calendarList.list({ pageToken: first.nextPageToken ?? '' })).data;
    expect(second.items).toHaveLength(1);
    expect(second.nextPageToken).toBeUndefined();
    expect((await calendarList.get(primary)).data).toMatchObject({ id: ANA, timeZone: 'Europe/Madrid' });
    expect((await calendarList.get({ calendarId: TEAM.id })).data).toMatchObject(TEAM);
    expect(await refusal(calendarList.get({ calendarId: 'x@example.com' }))).toBe('404 notFound');
    expect(google.violations).toEqual([]);
  });

  it('inserts an event under an ID of the client once, also after it was deleted', async () => {
    const conferenceData = {
      createRequest: { requestId: MEETING, conferenceSolutionKey: { type: 'hangoutsMeet' } },
    };
    const asked = { ...call({ id: MEETING, conferenceData }), conferenceDataVersion: 1 };
    const made = await events.insert(asked);
    const hangoutLink = expect.stringMatching(/^https:\/\/meet\.google\.com\//);
    expect(made.data).toMatchObject({
      id: MEETING,
      iCalUID: `${MEETING}@google.com`,
      status: 'confirmed',
      hangoutLink,
    });
    expect(made.data.etag).toMatch(/^"\d+"$/);
    expect(await refusal(events.insert(asked))).toBe('409 duplicate');
    await events.delete({ ...primary, eventId: MEETING });
    expect(await refusal(events.insert(asked))).toBe('409 duplicate');
    const { data } = await events.get({ ...primary, eventId: MEETING });
    expect(data.status).toBe('cancelled');
    const again = await events.patch({ ...primary, eventId: MEETING, requestBody: { status: 'confirmed' } });
    expect(again.data).toMatchObject({ id: MEETING, summary: 'Call', status: 'confirmed' });
    expect(google.violations).toEqual([]);
  });

  it('lists the events of a range on pages, and then only what has changed', async () => {
    for (const hour of ['08:00', '09:00', '10:00', '11:00', '12:00']) {
      await events.insert(call({ summary: hour, start: at(hour), end: at('12:30') }));
    }
    await events.insert(call({ summary: 'Off', start: { date: '2026-12-30' }, end: { date: '2026-12-31' } }));
    await events.insert(call({ start: { date: '2027-01-01' }, end: { date: '2027-01-02' } }));
    const all = await listed(RANGE);
    expect(all.items.map(({ summary }) => summary)).toEqual(['08:00', '09:00', '10:00', '11:00', '12:00', 'Off']);
    expect(all).toMatchObject({ pages: 3, zone: 'Europe/Madrid' });

    const changed = { singleEvents: true, syncToken: all.syncToken };
    expect(await listed(changed)).toEqual({ ...all, items: [], pages: 1 });
    const [first, second, third] = all.items.map(({ id }) => ({ ...primary, eventId: id ?? '' }));
    await events.patch({ ...first, requestBody: { summary: 'Moved' } });
    await events.delete(second);
    await events.patch({ ...third, requestBody: { transparency: 'transparent' } });
    const next = await listed(changed);
    expect(next).toMatchObject({ pages: 2, zone: 'Europe/Madrid' });
    expect(new Map(next.items.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [first?.eventId, 'confirmed'],
        [second?.eventId, 'cancelled'],
        [third?.eventId, 'confirmed'],
      ]),
    );
    google.forgetTokens();
    expect(await refusal(listed({ singleEvents: true, syncToken: next.syncToken }))).toBe('410 fullSyncRequired');
    expect(await listed(RANGE)).toMatchObject({ pages: 3, zone: 'Europe/Madrid' });
    expect(google.violations).toEqual([]);
  });

  it('changes and deletes only the version that the client has read', async () => {
    const made = (await events.insert(call({ description: 'By its owner' }))).data;
    const event = { ...primary, eventId: made.id ?? '' };
    const later = { start: at('11:00'), end: at('11:30') };
    const moved = (await events.patch({ ...event, requestBody: later }, ifMatch(made.etag))).data;
    expect(moved).toMatchObject({ id: made.id, description: 'By its owner', start: at('11:00') });
    expect(moved.etag).not.toBe(made.etag);
    const late = events.patch({ ...event, requestBody: { summary: 'Late' } }, ifMatch(made.etag));
    expect(await refusal(late)).toBe('412 conditionNotMet');
    expect(await refusal(events.delete(event, ifMatch(made.etag)))).toBe('412 conditionNotMet');
    expect((await events.delete(event, ifMatch(moved.etag))).status).toBe(204);
    expect(await refusal(events.delete(event))).toBe('410 deleted');
    expect(await refusal(events.patch({ ...primary, eventId: 'nothing', requestBody: later }))).toBe('404 notFound');
    expect((await listed(RANGE)).items).toEqual([]);
    expect(google.violations).toEqual([]);
  });

  it('refuses what the person or the app may not do, and what Google does not take', async () => {
    google.addCalendar(ANA, TEAM);
    expect(await refusal(clientWith('other').calendarList.list())).toBe('401 authError');
    expect(await refusal(clientWith('events-only').calendarList.list())).toBe('403 insufficientPermissions');
    expect(await refusal(events.insert({ ...call(), calendarId: TEAM.id }))).toBe('403 requiredAccessLevel');
    expect(await refusal(events.list({ ...RANGE, calendarId: 'x@example.com' }))).toBe('404 notFound');
    google.state.refuse = () => ({ status: 403, reason: 'rateLimitExceeded' });
    expect(await refusal(calendarList.list())).toBe('403 rateLimitExceeded');
    google.reset();
    const { syncToken } = await listed(RANGE);
    expect(await refusal(listed({ ...RANGE, syncToken }))).toBe('400 invalid');
    expect(await refusal(listed({ singleEvents: true, syncToken: 'none' }))).toBe('400 invalid');
    expect(await refusal(events.insert(call({ id: 'Not-Base32' })))).toBe('400 invalid');
    expect(await refusal(events.insert({ ...primary, requestBody: { start: at('10:00') } }))).toBe('400 invalid');
    expect(google.violations.splice(0)).toHaveLength(3);
  });

  it('reports changes to a channel until it is stopped, and refuses a second one of the same ID', async () => {
    const reported: Record<string, unknown>[] = [];
    const receiver = createServer((request, response) => {
      reported.push(request.headers);
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/push`;
    const watched = { ...primary, requestBody: { id: 'channel-1', type: 'web_hook', address, token: 'secret' } };
    const { data } = await events.watch(watched);
    expect(Number(data.expiration)).toBeGreaterThan(Date.now());
    expect(await refusal(events.watch(watched))).toBe('400 channelIdNotUnique');
    await google.channels.delivered();
    await events.insert(call());
    await google.channels.delivered();
    const stopped = { requestBody: { id: 'channel-1', resourceId: data.resourceId ?? null } };
    expect(await refusal(channels.stop({ requestBody: { id: 'channel-1', resourceId: 'other' } }))).toBe(
      '404 notFound',
    );
    await channels.stop(stopped);
    await events.insert(call());
    await google.channels.delivered();
    receiver.close();
    const channel = { 'x-goog-channel-id': 'channel-1', 'x-goog-channel-token': 'secret' };
    expect(reported).toMatchObject([
      { ...channel, 'x-goog-resource-state': 'sync', 'x-goog-message-number': '1' },
      { ...channel, 'x-goog-resource-state': 'exists', 'x-goog-message-number': '2' },
    ]);
  });
});
