import { describe, expect, it } from '@jest/globals';
import { caldavCalendar } from '../../providers/calendar/caldav.js';
import type { SafeFetch } from '../../runtime/safe-fetch.js';

const URL_OF_IT = 'https://cal.example.com/hanna/';
const RANGE = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-12-20T00:00:00Z') };
const EMPTY = '<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"/>';
const ONE = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response>
  <d:href>/hanna/a.ics</d:href><d:propstat><d:prop><d:sync-token>tag</d:sync-token>
  <c:calendar-data>BEGIN:VCALENDAR</c:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
  </d:response></d:multistatus>`;

/** A calendar whose server gives this one answer to everything. */
function answering(status: number, type: string, body: string) {
  const headers = { 'content-type': type };
  const fetch = async (url: string) => ({ status, headers, url, body: Buffer.from(body) });
  const login = { url: URL_OF_IT, user: 'hanna', password: 'secret' };
  return caldavCalendar(login, fetch as unknown as SafeFetch);
}

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
    for (const asked of [calendar.list(URL_OF_IT, RANGE), calendar.state(URL_OF_IT)]) {
      await expect(asked).rejects.toMatchObject({ name: 'CalendarFault', code: 'refused' });
    }
  });

  it('says by a multistatus what a calendar holds, or that it holds nothing', async () => {
    const [empty, one] = [answering(207, 'application/xml', EMPTY), answering(207, 'text/xml', ONE)];
    expect([await empty.list(URL_OF_IT, RANGE), await empty.state(URL_OF_IT)]).toEqual([[], null]);
    expect(await one.list(URL_OF_IT, RANGE)).toEqual([{ href: `${URL_OF_IT}a.ics`, data: 'BEGIN:VCALENDAR' }]);
    expect(await one.state(URL_OF_IT)).toBe('tag');
  });
});
