import type { Contract } from '../schemas/contract.js';
import type { Route } from './http/route.js';

const PUBLIC = '/api/public/';
const INTERNAL = '/api/internal/';

/** Speaks of keys, so it means nothing to a signed-in user. */
const FOR_KEYS_ONLY = new Set(['whoAmI']);

/** Returns whether signed-in users may do what an operation does for REST keys. */
const opensToUsers = ({ auth = 'key', path, operationId }: Contract): boolean =>
  auth === 'key' && path.startsWith(PUBLIC) && !FOR_KEYS_ONLY.has(operationId);

/** Returns the same route for signed-in users: its handler, its contract, another address. No page of another site may call it. */
const behindSession = (route: Route): Route => ({
  ...route,
  contract: {
    ...route.contract,
    path: INTERNAL + route.contract.path.slice(PUBLIC.length),
    auth: 'user',
    takesContacts: undefined,
  },
});

/** Lists the routes of a table by both doors: `/api/public` for keys, `/api/internal` for signed-in users. */
export const bothDoors = (table: readonly Route[]): Route[] => [
  ...table,
  ...table.filter(({ contract }) => opensToUsers(contract)).map(behindSession),
];
