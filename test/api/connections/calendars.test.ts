import { afterAll, expect, it } from '@jest/globals';
import { startGoogle, useConnectedCalendars } from '../../support/connected-calendars.js';
import { startMicrosoft } from '../../support/microsoft-calendars.js';

const setups = await Promise.all([startGoogle, startMicrosoft].map(useConnectedCalendars));
afterAll(() => Promise.all(setups.map((setup) => setup.stop())));

it.each(setups.map((setup) => [setup.server.provider, setup] as const))(
  'lists the calendars of a connection to %s, the primary one first',
  async (_name, setup) => {
    const { server, api } = setup;
    const account = await api.account();
    const { email, connectionId } = await setup.person(account);
    server.put(email, { id: 'aaaaaaaa', startsAt: '2026-11-30T10:00:00Z' }, server.further);
    const { body } = await account.request('get', `/connections/${connectionId}/calendars`).expect(200);
    expect(body.calendars).toMatchObject([
      { is_primary: true, access: 'write' },
      { id: server.further, is_primary: false, access: 'read' },
    ]);
    server.limit(30);
    const refused = await account.request('get', `/connections/${connectionId}/calendars`).expect(502);
    expect(refused.body).toMatchObject({ code: 'PROVIDER_ERROR' });
    await account.request('get', `/connections/${account.accountId}/calendars`).expect(404);
  },
);
