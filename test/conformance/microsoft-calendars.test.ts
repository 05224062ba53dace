import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PageIterator } from '@microsoft/microsoft-graph-client';
import { graphClients } from '../support/graph-client.js';
import { startGraphServer } from '../support/graph-server.js';

const ANA = 'ana@example.com';
const PERSON = { subject: 'ana', email: ANA, scopes: ['Calendars.ReadWrite'] };
const READER = { ...PERSON, scopes: ['Calendars.Read'] };
const people: Record<string, typeof PERSON> = { 'Bearer token': PERSON, 'Bearer reader': READER };
const graph = await startGraphServer({ personOf: (header) => people[header ?? ''] });
const notified: { url: string; body: string }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const token = new URL(request.url ?? '', 'http://x').searchParams.get('validationToken');
    if (token === null) notified.push({ url: request.url ?? '', body });
    response.writeHead(200, { 'content-type': 'text/plain' }).end(token ?? '');
  });
}).listen(0, '127.0.0.1');
afterAll(async () => {
  await graph.stop();
  receiver.close();
});

const { clientWith, asGraph } = graphClients(graph.url);
const client = clientWith('token');
const PREFER = 'IdType="ImmutableId", outlook.timezone="W. Europe Standard Time"';
const api = (path: string, with_ = client) => with_.api(path).header('Prefer', PREFER);
const at = (hour: string, day = '01', timeZone = 'W. Europe Standard Time') => ({
  dateTime: `2026-12-${day}T${hour}:00`,
  timeZone,
});
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    ({ statusCode, code }: { statusCode: number; code: string }) => `${statusCode} ${code}`,
  );
const PROPERTY = 'String {66f5a359-4659-4830-9070-00047ec6ac6e} Name Meeting';
const [calendar] = graph.calendars.calendarsOf(ANA);
const ROOT = `/me/calendars/${calendar?.id}`;
const WEEK = 'startDateTime=2026-12-01T00:00:00Z&endDateTime=2026-12-31T00:00:00Z';

beforeEach(() => {
  for (const event of graph.calendars.eventsOf(ANA)) graph.calendars.removeEvent(ANA, event);
});

describe("Microsoft's own client of Graph", () => {
  it('lists calendars, and creates, finds, moves and deletes an event once', async () => {
    const { value } = await api('/me/calendars').get();
    expect(value).toMatchObject([
      { id: calendar?.id, canEdit: true, isDefaultCalendar: true, owner: { address: ANA } },
    ]);
    const event = {
      subject: 'Call',
      start: at('10:00'),
      end: at('10:30'),
      transactionId: 'one',
      isOnlineMeeting: true,
      onlineMeetingProvider: 'teamsForBusiness',
      singleValueExtendedProperties: [{ id: PROPERTY, value: 'uid-1' }],
    };
    const made = await api(`${ROOT}/events`).post(event);
    expect(made).toMatchObject({ transactionId: 'one', onlineMeeting: { joinUrl: expect.stringMatching(/^https:/) } });
    expect((await api(`${ROOT}/events`).post(event)).id).toBe(made.id);
    expect(await refusal(api(`${ROOT}/events`).post({ ...event, subject: 'Other' }))).toBe(
      '409 ErrorDuplicateTransactionId',
    );
    const filter = `singleValueExtendedProperties/any(ep: ep/id eq '${PROPERTY}' and ep/value eq 'uid-1')`;
    const expand = `singleValueExtendedProperties($filter=id eq '${PROPERTY}')`;
    const found = await api(`${ROOT}/events`).filter(filter).expand(expand).get();
    expect(found.value).toMatchObject([
      { id: made.id, singleValueExtendedProperties: [{ id: PROPERTY, value: 'uid-1' }] },
    ]);
    const moved = await api(`/me/events/${made.id}`)
      .header('If-Match', made['@odata.etag'])
      .patch({ start: at('11:00'), end: at('11:30') });
    expect(moved).toMatchObject({ id: made.id, start: { dateTime: '2026-12-01T11:00:00.0000000' } });
    const late = api(`/me/events/${made.id}`).header('If-Match', made['@odata.etag']);
    expect(await refusal(late.patch({ subject: 'Late' }))).toBe('412 ErrorIrresolvableConflict');
    await api(`/me/events/${made.id}`).delete();
    expect(await refusal(api(`/me/events/${made.id}`).get())).toBe('404 ErrorItemNotFound');
    expect(graph.violations).toEqual([]);
  });

  it('pages through a view with series unrolled, exceptions and whole days, in the zone that it asks for', async () => {
    const series = graph.calendars.addEvent(ANA, {
      subject: 'Weekly',
      start: at('09:00'),
      end: at('09:30'),
      recurrence: {
        pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday'], firstDayOfWeek: 'monday' },
        range: { type: 'noEnd', startDate: '2026-12-01' },
      },
    });
    const day = { start: at('00:00', '24', 'UTC'), end: at('00:00', '25', 'UTC'), isAllDay: true };
    graph.calendars.addEvent(ANA, { subject: 'Off', showAs: 'oof', ...day });
    const times = async () => {
      const seen: string[] = [];
      const first = await api(`${ROOT}/calendarView?${WEEK}&$top=2`).get();
      for (let page = first; ; page = await api(asGraph(page['@odata.nextLink'])).get()) {
        seen.push(
          ...page.value.map(
            (each: { type: string; start: { dateTime: string } }) => `${each.type} ${each.start.dateTime.slice(5, 16)}`,
          ),
        );
        if (!page['@odata.nextLink']) return seen;
      }
    };
    const [first, second, third] = ['01T09:00', '08T09:00', '15T09:00'].map((each) => `occurrence 12-${each}`);
    const rest = ['occurrence 12-22T09:00', 'singleInstance 12-24T00:00', 'occurrence 12-29T09:00'];
    expect(await times()).toEqual([first, second, third, ...rest]);
    const { value } = await api(`${ROOT}/calendarView?${WEEK}&$top=3`).get();
    await api(`/me/events/${value[1].id}`).patch({ start: at('15:00', '08'), end: at('15:30', '08') });
    await api(`/me/events/${value[2].id}`).delete();
    expect(await times()).toEqual([first, 'exception 12-08T15:00', ...rest]);
    expect(value[1].seriesMasterId).toBe(series.id);
  });

  it('follows the delta of a view to its end, and reports a forgotten token', async () => {
    for (const hour of ['08:00', '09:00', '10:00', '11:00'])
      graph.calendars.addEvent(ANA, { subject: hour, start: at(hour), end: at('12:00') });
    const seen: string[] = [];
    const start = await api(`${ROOT}/calendarView/delta?${WEEK}`).get();
    const pages = new PageIterator(
      client,
      { ...start, '@odata.nextLink': start['@odata.nextLink'] && asGraph(start['@odata.nextLink']) },
      (event: { subject: string }) => {
        seen.push(event.subject);
        return true;
      },
      { headers: { Prefer: PREFER } },
    );
    // The iterator follows the links as the server gives them.
    graph.calendars.state.pageSize = 100;
    await pages.iterate();
    expect(seen).toEqual(['08:00', '09:00', '10:00', '11:00']);
    const link = asGraph(pages.getDeltaLink() ?? '');
    const gone = graph.calendars.eventsOf(ANA)[0];
    if (gone) graph.calendars.removeEvent(ANA, gone);
    const next = await api(link).get();
    expect(next.value).toEqual([{ id: gone?.id, '@removed': { reason: 'deleted' } }]);
    expect((await api(asGraph(next['@odata.deltaLink'])).get()).value).toEqual([]);
    graph.calendars.forgetTokens();
    expect(await refusal(api(asGraph(next['@odata.deltaLink'])).get())).toBe('410 SyncStateNotFound');
    graph.calendars.state.pageSize = 3;
  });

  it('is refused what a person may not do, and times that are none', async () => {
    const shared = graph.calendars.addCalendar(ANA, { name: 'Team', owner: 'team@example.com', canEdit: false });
    const event = { subject: 'Call', start: at('10:00'), end: at('10:30') };
    expect(await refusal(api(`/me/calendars/${shared.id}/events`).post(event))).toBe('403 ErrorAccessDenied');
    expect(await refusal(api(`${ROOT}/events`, clientWith('reader')).post(event))).toBe('403 ErrorAccessDenied');
    expect(await refusal(api('/me/calendars', clientWith('other')).get())).toBe('401 InvalidAuthenticationToken');
    const zone = { ...event, start: at('10:00', '01', 'Mars Standard Time') };
    expect(await refusal(api(`${ROOT}/events`).post(zone))).toBe('400 TimeZoneNotSupportedException');
    const day = { ...event, isAllDay: true };
    expect(await refusal(api(`${ROOT}/events`).post(day))).toBe('400 ErrorPropertyValidationFailure');
    graph.calendars.state.end = () => ({ status: 429, code: 'TooManyRequests', headers: { 'retry-after': '7' } });
    expect(await refusal(api('/me/calendars').get())).toBe('429 TooManyRequests');
    graph.calendars.state.end = () => 'take';
  });

  it('subscribes to changes once the address is validated, renews and ends it', async () => {
    const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const subscription = {
      changeType: 'created,updated,deleted',
      notificationUrl: `${base}/push`,
      lifecycleNotificationUrl: `${base}/life`,
      resource: 'me/events',
      expirationDateTime: soon(4_229),
      clientState: 'secret',
    };
    expect(await refusal(api('/subscriptions').post({ ...subscription, expirationDateTime: soon(5_000) }))).toBe(
      '400 InvalidRequest',
    );
    const unreachable = { ...subscription, notificationUrl: `${graph.url}/nothing` };
    expect(await refusal(api('/subscriptions').post(unreachable))).toBe('400 ValidationError');
    const { id } = await api('/subscriptions').post(subscription);
    graph.calendars.addEvent(ANA, { start: at('10:00'), end: at('11:00') });
    graph.subscriptions.tellLifecycle(id, 'missed');
    await graph.subscriptions.delivered();
    expect(notified.map(({ url, body }) => [url, JSON.parse(body).value[0]])).toMatchObject([
      ['/push', { subscriptionId: id, clientState: 'secret', changeType: 'created' }],
      ['/life', { subscriptionId: id, clientState: 'secret', lifecycleEvent: 'missed' }],
    ]);
    const until = soon(4_000);
    expect(await api(`/subscriptions/${id}`).patch({ expirationDateTime: until })).toMatchObject({
      expirationDateTime: until,
    });
    await api(`/subscriptions/${id}`).delete();
    expect(await refusal(api(`/subscriptions/${id}`).patch({ expirationDateTime: until }))).toBe(
      '404 ResourceNotFound',
    );
  });
});
