import type { Requests } from './ask.js';
import { at, one, resource } from './ask.js';

const BROWSER = { cookie: `las_connect=${'b'.repeat(43)}` };

export const connectionsRequests: Requests = {
  listConnections: at('/connections'),
  createConnection: at('/connections', { provider: 'microsoft', purposes: ['send_mail'] }),
  getConnection: resource((world) => world.connection(), 'connections'),
  reconnect: one(
    (world) => world.connection(),
    (id) => `/connections/${id}/reconnect`,
    {},
  ),
  deleteConnection: resource((world) => world.connection(), 'connections'),
  showConnect: async (world) => ({ path: await world.connectLink() }),
  startConnect: async (world) => ({ path: await world.connectLink(), headers: BROWSER }),
  finishConnect: async (world) => {
    const { path, cookie } = await world.signIn();
    return { path, headers: { cookie } };
  },
};
