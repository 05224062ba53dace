import { listConnectionsRoute } from '../../api/connections/connections.js';
import { ACCOUNT, type Commands, countOf, LIMIT } from './command.js';
import { operateList } from './operate.js';

const LISTED = 50;

/** Mailboxes that are connected by sign-in. */
export const CONNECTION_COMMANDS: Commands = {
  'connections list': {
    options: { ...ACCOUNT, ...LIMIT },
    does: 'list the connections of an account to mailboxes and calendars, and whether someone has to sign in again',
    columns: ['id', 'provider', 'purposes', 'status', 'email', 'error'],
    run: async (given) =>
      operateList(given.db, listConnectionsRoute, {
        accountId: await given.account(),
        limit: countOf(given, 'limit', LISTED),
      }),
  },
};
