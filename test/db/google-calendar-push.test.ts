import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { startGoogleCalendarServer } from '../support/google-calendar-server.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { usePush } from '../support/push.js';
import { connected } from '../support/sign-in.js';

const provider = await startOAuthServer();
const google = await startGoogleCalendarServer(provider);
const settings = { ...provider.settings, GOOGLE_CALENDAR_URL: google.url };
const api = useApi(settings);
const push = usePush(api, testConfig(settings));
afterAll(async () => {
  expect([...provider.violations, ...google.violations]).toEqual([]);
  await Promise.all([provider.stop(), google.stop()]);
});

const DAY_MS = 24 * 3_600_000;
const FAMILY = { id: 'family@group.calendar.google.com', summary: 'Family', timeZone: 'Europe/Paris' };

let account: TestAccount;
let email: string;
let hostId: string;
let connect: (settings?: object) => Promise<void>;

beforeEach(async () => {
  account = await api.account();
  email = `${newId()}@example.com`;
  provider.state.person = { subject: newId(), email };
  google.reset();
  google.channels.channels.clear();
  google.addCalendar(email, { ...FAMILY, accessRole: 'reader' });
  const connectionId = await connected(api, account, { provider: 'google', purposes: ['calendars'] });
  const host = { name: 'Ana', email, timezone: 'Europe/Madrid' };
  hostId = (await account.request('post', '/hosts').send(host).expect(201)).body.host.id;
  connect = async (more = {}) => {
    const calendar = { provider: 'google', connection_id: connectionId, ...more };
    await account.request('put', `/hosts/${hostId}/calendar`).send(calendar).expect(200);
    await api.db('calendar_connections').where({ host_id: hostId }).update({ calendar_url: email });
    await push.turn();
    await google.channels.delivered();
    api.dispatched.length = 0;
  };
  await connect({ read_from: [FAMILY.id] });
});

const channels = () => [...google.channels.channels.values()];
const watched = () =>
  channels()
    .map(({ calendarId }) => calendarId)
    .sort();
const woken = () => api.dispatched.map(({ workflowId }) => workflowId);
const change = async (calendarId = email) => {
  const at = (dateTime: string) => ({ dateTime: `2026-12-01T${dateTime}Z` });
  google.put(email, { id: newId().replaceAll('-', ''), start: at('10:00:00'), end: at('10:30:00') }, calendarId);
  await google.channels.delivered();
};

describe('the channels of calendars at Google', () => {
  it('cover each calendar of the host that is read', async () => {
    expect(watched()).toEqual([email, FAMILY.id].sort());
    const rows = await push.channels();
    expect(rows.map(({ channel_id, channel_resource }) => [channel_id, channel_resource]).sort()).toEqual(
      channels()
        .map(({ id, resourceId }) => [id, resourceId])
        .sort(),
    );
  });

  it.each([['that meetings are written to'], ['that is only read']])(
    'report a change of the calendar %s',
    async (which) => {
      await change(which === 'that is only read' ? FAMILY.id : email);
      expect(woken()).toEqual([`calendar-sync/${hostId}`]);
      expect(new Set(google.channels.statuses)).toEqual(new Set([204]));
    },
  );

  it('are replaced halfway without a gap, and the former ones stopped', async () => {
    const before = channels().map(({ id }) => id);
    await push.turn(4 * DAY_MS);
    expect(watched()).toEqual([email, FAMILY.id].sort());
    expect(channels().filter(({ id }) => before.includes(id))).toEqual([]);
    await google.channels.delivered();
    await change();
    expect(woken()).toEqual([`calendar-sync/${hostId}`]);
  });

  it('end with the calendars that aren’t read any more', async () => {
    await connect({ read_from: [] });
    expect(watched()).toEqual([email]);
    await account.request('delete', `/hosts/${hostId}/calendar`).expect(204);
    await push.turn();
    expect(watched()).toEqual([]);
    expect(await push.channels()).toEqual([]);
  });

  it('don’t report their own start, and nothing with an invalid token', async () => {
    expect(woken()).toEqual([]);
    const post = (token: string) =>
      fetch(`${push.origin()}/hooks/push/google-calendar`, {
        method: 'POST',
        headers: { 'x-goog-channel-token': token, 'x-goog-resource-state': 'exists' },
      });
    const [row] = await push.channels();
    for (const token of ['', row?.id ?? '', push.tokens.sign(newId())]) expect((await post(token)).status).toBe(204);
    expect(woken()).toEqual([]);
    expect((await post(push.tokens.sign(row?.id ?? ''))).status).toBe(204);
    expect(woken()).toEqual([`calendar-sync/${hostId}`]);
  });

  it('are tried again later for a calendar that Google doesn’t report', async () => {
    google.state.refuse = (method, path) =>
      method === 'POST' && path.endsWith('/watch')
        ? { status: 400, reason: 'pushNotSupportedForRequestedResource', message: 'Push is not supported.' }
        : undefined;
    await push.turn(4 * DAY_MS);
    expect(await push.channels()).toMatchObject([{ failures: 1 }, { failures: 1 }]);
    expect((await push.channels())[0]?.last_error).toBe(
      'The provider returned 400: pushNotSupportedForRequestedResource: Push is not supported.',
    );
    expect(watched()).toEqual([email, FAMILY.id].sort());
  });
});
