import type { Contract } from '../schemas/contract.js';
import type { Route } from './http/route.js';

const PUBLIC = '/api/public/';
const INTERNAL = '/api/internal/';

/** Operations about API keys, which signed-in users don't have. */
const FOR_KEYS_ONLY = new Set(['whoAmI']);

/** Returns whether signed-in users may do what an operation does for REST keys. */
const opensToUsers = ({ auth = 'key', path, operationId }: Contract): boolean =>
  auth === 'key' && path.startsWith(PUBLIC) && !FOR_KEYS_ONLY.has(operationId);

/** Returns the same route for signed-in users: its handler, its contract, another address. No page of another site may call it. */
const requireSession = (route: Route): Route => ({
  ...route,
  contract: {
    ...route.contract,
    path: INTERNAL + route.contract.path.slice(PUBLIC.length),
    auth: 'user',
    takesContacts: undefined,
  },
});

/** Returns the routes of a table, each also under `/api/internal` if signed-in users may call it. */
export const withDashboardRoutes = (table: readonly Route[]): Route[] => [
  ...table,
  ...table.filter(({ contract }) => opensToUsers(contract)).map(requireSession),
];
