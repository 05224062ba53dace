import type { Requests } from './ask.js';
import { at, one, resource } from './ask.js';

const BROWSER = { cookie: `las_connect=${'b'.repeat(43)}` };

export const connectionsRequests: Requests = {
  listConnections: at('/connections'),
  createConnection: at('/connections', { provider: 'microsoft', purposes: ['send_mail'] }),
  getConnection: resource((fixture) => fixture.connection(), 'connections'),
  reconnect: one(
    (fixture) => fixture.connection(),
    (id) => `/connections/${id}/reconnect`,
    {},
  ),
  deleteConnection: resource((fixture) => fixture.connection(), 'connections'),
  listConnectionCalendars: one(
    (fixture) => fixture.calendarConnection(),
    (id) => `/connections/${id}/calendars`,
  ),
  showConnect: async (fixture) => ({ path: await fixture.connectLink() }),
  startConnect: async (fixture) => ({ path: await fixture.connectLink(), headers: BROWSER }),
  finishConnect: async (fixture) => {
    const { path, cookie } = await fixture.signIn();
    return { path, headers: { cookie } };
  },
};
