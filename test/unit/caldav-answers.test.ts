import { describe, expect, it } from '@jest/globals';
import type { CalendarMeeting } from '../../domain/meetings/icalendar.js';
import { caldavCalendar } from '../../providers/calendar/caldav.js';
import type { SafeFetch } from '../../runtime/safe-fetch.js';

const URL_OF_IT = 'https://cal.example.com/hanna/';
const RANGE = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-12-20T00:00:00Z'), timezone: 'UTC' };
const MEETING: CalendarMeeting = {
  uid: '0197a8a0-0000-7000-8000-00000000000a',
  sequence: 0,
  title: 'Demo',
  description: null,
  location: null,
  url: null,
  startsAt: RANGE.from,
  endsAt: RANGE.to,
  timezone: 'UTC',
  cancelled: false,
  organizer: null,
  sentBy: null,
  attendees: [],
  createdAt: RANGE.from,
  updatedAt: RANGE.from,
};
const EMPTY = '<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"/>';
const ONE = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response>
  <d:href>/hanna/a.ics</d:href><d:propstat><d:prop><d:sync-token>tag</d:sync-token>
  <c:calendar-data>BEGIN:VCALENDAR</c:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
  </d:response></d:multistatus>`;

/** A calendar whose server gives this one answer to everything. */
function answering(status: number, type: string, body: string) {
  const headers = { 'content-type': type };
  const fetch = async (url: string) => ({ status, headers, url, body: Buffer.from(body) });
  return calendarBehind(fetch as unknown as SafeFetch);
}

const calendarBehind = (fetch: SafeFetch) =>
  caldavCalendar({ url: URL_OF_IT, user: 'hanna', password: 'secret' }, fetch);

describe('an answer to CalDAV', () => {
  it.each([
    ['a login page', 200, 'text/html', '<html><body>Please log in</body></html>'],
    ['a page of well-formed XML', 200, 'application/xhtml+xml', '<html><body>Maintenance</body></html>'],
    ['nothing', 200, 'application/xml', ''],
    ['nothing, as a multistatus', 207, 'application/xml', ''],
    ['no content', 204, 'application/xml', ''],
    ['a multistatus that was cut off', 207, 'application/xml', ONE.slice(0, ONE.indexOf('</d:response>'))],
    ['no XML by its own words', 207, 'text/plain', ONE],
  ])('that is %s is refused, never read as an empty calendar', async (_what, status, type, body) => {
    const calendar = answering(status, type, body);
    const asked = calendar.read(URL_OF_IT, RANGE, null);
    await expect(asked).rejects.toMatchObject({ name: 'CalendarFault', code: 'refused' });
  });

  it('says by a multistatus what a calendar holds, or that it holds nothing', async () => {
    const [empty, one] = [answering(207, 'application/xml', EMPTY), answering(207, 'text/xml', ONE)];
    expect(await empty.read(URL_OF_IT, RANGE, null)).toEqual({ kind: 'objects', token: null, objects: [] });
    const objects = [{ ref: `${URL_OF_IT}a.ics`, data: 'BEGIN:VCALENDAR' }];
    expect(await one.read(URL_OF_IT, RANGE, 'older')).toEqual({ kind: 'objects', token: 'tag', objects });
    expect(await one.read(URL_OF_IT, RANGE, 'tag')).toEqual({ kind: 'unchanged' });
  });
});

describe('a password', () => {
  it('is never sent to another server that an entry was written to before', async () => {
    const asked: string[] = [];
    const calendar = calendarBehind((async (url: string) => {
      asked.push(url);
      return { status: 204, headers: {}, url, body: Buffer.alloc(0) };
    }) as unknown as SafeFetch);
    await calendar.remove(URL_OF_IT, { ref: 'https://foreign.example.com/a.ics', uid: 'a' });
    expect(asked).toEqual([]);
    await calendar.remove(URL_OF_IT, { ref: null, uid: 'a' });
    expect(asked).toEqual([`${URL_OF_IT}a.ics`]);
  });
});

describe('what a server knows of a calendar', () => {
  const prop = (href: string, props: string) =>
    `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response>
     <d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
     </d:response></d:multistatus>`;
  const addressesFrom = async (principal: string, set: string) => {
    const asked: string[] = [];
    const calendar = calendarBehind((async (url: string, { body = '' }: { body?: string } = {}) => {
      asked.push(url);
      const answer = body.includes('calendar-user-address-set')
        ? prop(new URL(url).pathname, `<c:calendar-user-address-set>${set}</c:calendar-user-address-set>`)
        : prop('/hanna/', `<d:current-user-principal><d:href>${principal}</d:href></d:current-user-principal>`);
      return { status: 207, headers: { 'content-type': 'application/xml' }, url, body: Buffer.from(answer) };
    }) as unknown as SafeFetch);
    return { addresses: await calendar.addresses(URL_OF_IT), asked };
  };

  it('includes the addresses under which its owner is invited', async () => {
    const set = '<d:href preferred="1">mailto:hanna@example.com</d:href><d:href>/principals/hanna/</d:href>';
    const { addresses } = await addressesFrom('/principals/hanna/', set);
    expect(addresses).toEqual(['mailto:hanna@example.com', '/principals/hanna/']);
  });

  it('is asked of its own server alone, as the password is no other one’s business', async () => {
    const { addresses, asked } = await addressesFrom(
      'https://evil.example/p/',
      '<d:href>mailto:x@example.com</d:href>',
    );
    expect([addresses, asked]).toEqual([[], [URL_OF_IT]]);
  });

  it.each([
    ['CRLF', '\r\n '],
    ['LF', '\n\t'],
    ['an escaped CR', '&#13;\n '],
  ])('keeps letters that its program folded in the middle with %s', async (_what, fold) => {
    const [before, after] = ONE.split('BEGIN:VCALENDAR') as [string, string];
    const letters = Buffer.from('SUMMARY:\u00f1\u{1f469}');
    const folded = [10, 13].reduce(
      (bytes, at, n) =>
        Buffer.concat([
          bytes.subarray(0, at - 1 + n * fold.length),
          Buffer.from(fold),
          bytes.subarray(at - 1 + n * fold.length),
        ]),
      letters,
    );
    const body = Buffer.concat([Buffer.from(before), folded, Buffer.from(after)]);
    const headers = { 'content-type': 'application/xml' };
    const calendar = calendarBehind((async (url: string) => ({
      status: 207,
      headers,
      url,
      body,
    })) as unknown as SafeFetch);
    expect(await calendar.read(URL_OF_IT, RANGE, null)).toMatchObject({
      objects: [{ data: 'SUMMARY:\u00f1\u{1f469}' }],
    });
  });
});

describe('a refusal of CalDAV', () => {
  const NEEDS = '<?xml version="1.0"?><d:error xmlns:d="DAV:"><d:need-privileges/></d:error>';
  const LIMIT = '{"error": {"errors": [{"domain": "usageLimits", "reason": "rateLimitExceeded"}], "code": 403}}';

  it.each([
    ['auth_failed', 401, 'text/html', 'Unauthorized'],
    ['forbidden', 403, 'application/xml', NEEDS],
    ['forbidden', 403, 'text/plain', ''],
    ['rate_limited', 403, 'application/json', LIMIT],
    ['rate_limited', 429, 'text/plain', 'Too Many Requests'],
    ['no_calendar', 404, 'text/plain', ''],
  ])('is %s for %i %s %s, whatever was asked for', async (code, status, type, body) => {
    const calendar = answering(status, type, body);
    const asked = [
      () => calendar.locate(),
      () => calendar.read(URL_OF_IT, RANGE, null),
      () => calendar.write(URL_OF_IT, { meeting: MEETING, conference: null, known: null }),
      ...(code === 'no_calendar' ? [] : [() => calendar.remove(URL_OF_IT, { ref: null, uid: 'a' })]),
    ];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ name: 'CalendarFault', code });
  });

  it('of the calendar that was named never leads to another one of the same login', async () => {
    const multistatus = (href: string, props: string) =>
      `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response>
       <d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
       </d:response></d:multistatus>`;
    const own = multistatus(
      '/own/diary/',
      `<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Own</d:displayname>
       <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>`,
    );
    const calendar = calendarBehind((async (url: string, { body = '' }: { body?: string } = {}) => {
      const answer = (status: number, text: string) => ({
        status,
        headers: { 'content-type': 'application/xml' },
        url,
        body: Buffer.from(text),
      });
      if (body.includes('current-user-principal')) {
        const principal = '<d:current-user-principal><d:href>/own/</d:href></d:current-user-principal>';
        return answer(207, multistatus('/', principal));
      }
      if (body.includes('calendar-home-set')) {
        return answer(207, multistatus('/own/', '<c:calendar-home-set><d:href>/own/</d:href></c:calendar-home-set>'));
      }
      return new URL(url).pathname.startsWith('/own/') ? answer(207, own) : answer(403, NEEDS);
    }) as unknown as SafeFetch);
    await expect(calendar.locate()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
