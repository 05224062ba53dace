import { nullable, Success, strictObject, Timestamp, Type, Uuid } from './common.js';
import { contract } from './contract.js';

const SignedIn = strictObject({
  success: Success,
  user: strictObject({
    id: Uuid('The user.'),
    name: Type.String({ description: 'Display name.' }),
    role: Type.String({ description: 'owner, admin, operator or viewer.' }),
    account: strictObject({
      id: Uuid('The account.'),
      name: Type.String({ description: "The account's name." }),
      timezone: Type.String({ description: 'IANA zone.' }),
    }),
  }),
  expires_at: Timestamp('When the session ends.'),
});

export const signIn = contract({
  operationId: 'signIn',
  method: 'post',
  path: '/api/internal/session',
  tag: 'Session',
  auth: 'none',
  summary: 'Sign in to the dashboard.',
  body: strictObject({
    email: Type.String({ minLength: 3, maxLength: 254, description: 'The e-mail address of the user.' }),
    password: Type.String({ minLength: 1, maxLength: 1000, description: 'The password.' }),
  }),
  transaction: 'own',
  deadlineMs: 5_000,
  success: { 201: SignedIn },
  errors: ['INVALID_CREDENTIALS', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const signOut = contract({
  operationId: 'signOut',
  method: 'delete',
  path: '/api/internal/session',
  tag: 'Session',
  auth: 'user',
  summary: 'Sign out.',
  success: { 204: null },
  errors: ['NOT_SIGNED_IN', 'CROSS_SITE_REQUEST'],
});

const Me = strictObject({
  success: Success,
  account: strictObject({
    id: Uuid('The account.'),
    name: Type.String({ description: "The account's name." }),
    timezone: Type.String({ description: "The account's IANA zone." }),
  }),
  key: strictObject({
    id: Uuid('The key.'),
    name: Type.String({ description: "The key's name." }),
    kind: Type.String({ description: 'live or pub.' }),
    scopes: Type.Array(Type.String(), { description: 'What it may do; `*` is everything.' }),
    last_used_at: nullable(Timestamp('When it was last used, to the minute.')),
  }),
  limits: strictObject({ requests_per_minute: Type.Integer({ description: 'Requests a minute for this key.' }) }),
});

export const whoAmI = contract({
  operationId: 'whoAmI',
  method: 'get',
  path: '/api/public/me',
  tag: 'Account',
  summary: 'Tell which account and key a request belongs to.',
  success: { 200: Me },
  errors: [],
});
