import { nullable, oneOf, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { ROLES } from '../roles.js';

const tag = 'Session';
const RoleName = oneOf(ROLES, { description: 'What the user may do.' });

/** The answer to whoever has just signed in. */
export const SignedIn = strictObject({
  success: Success,
  user: strictObject({
    id: Uuid('The user.'),
    name: Type.String({ description: 'Display name.' }),
    role: RoleName,
    account: strictObject({
      id: Uuid('The account.'),
      name: Type.String({ description: "The account's name." }),
      timezone: Type.String({ description: 'IANA zone.' }),
    }),
  }),
  expires_at: Timestamp('When the session ends, unless it is used meanwhile.'),
});

export const signInContract = contract({
  operationId: 'signIn',
  method: 'post',
  path: '/api/internal/session',
  tag,
  auth: 'none',
  summary: 'Sign in to the dashboard.',
  body: strictObject({
    email: Type.String({ minLength: 3, maxLength: 254, description: 'The e-mail address of the user.' }),
    password: Type.String({ minLength: 1, maxLength: 1000, description: 'The password.' }),
  }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: { 201: SignedIn },
  errors: ['INVALID_CREDENTIALS', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const signOutContract = contract({
  operationId: 'signOut',
  method: 'delete',
  path: '/api/internal/session',
  tag,
  auth: 'user',
  summary: 'Sign out.',
  success: { 204: null },
  errors: [],
});

export const getSessionContract = contract({
  operationId: 'getSession',
  method: 'get',
  path: '/api/internal/session',
  tag,
  auth: 'user',
  summary: 'Tell who is signed in, what they may do, and what this service is.',
  success: {
    200: strictObject({
      success: Success,
      user: strictObject({
        id: Uuid('The user.'),
        name: Type.String({ description: 'Display name.' }),
        email: Type.String({ description: 'The address they sign in with.' }),
        role: RoleName,
      }),
      scopes: Type.Array(Type.String(), { description: 'The scopes of the role.' }),
      account: strictObject({
        id: Uuid('The account.'),
        name: Type.String({ description: "The account's name." }),
        timezone: Type.String({ description: 'IANA zone.' }),
        country: nullable(Type.String({ description: 'Two letters.' })),
        sending_enabled: Type.Boolean({ description: 'Whether messages leave at all.' }),
      }),
      expires_at: Timestamp('When the session ends, unless it is used meanwhile.'),
      service: strictObject({
        version: Type.String({ description: 'Names the build: another one means other pages.' }),
        temporal_ui_url: nullable(Type.String({ description: 'Address of the Temporal UI.' })),
        temporal_namespace: Type.String({ description: 'The namespace that runs are found in.' }),
        public_url: Type.String({ description: 'Where this service is reached from outside.' }),
        features: Type.Array(Type.String(), { description: 'Areas that this service has.' }),
      }),
    }),
  },
  errors: [],
});

const Session = strictObject({
  id: Uuid('The session.'),
  created_at: Timestamp('When the user signed in.'),
  last_seen_at: nullable(Timestamp('When it was last used, to the minute.')),
  expires_at: Timestamp('When it ends, unless it is used meanwhile.'),
  browser: nullable(Type.String({ description: 'Browser and system, as the browser named them.' })),
  address: nullable(Type.String({ description: 'Network address at sign-in.' })),
  current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
});

export const listSessionsContract = contract({
  operationId: 'listSessions',
  method: 'get',
  path: '/api/internal/sessions',
  tag,
  auth: 'user',
  summary: 'List your own sessions that stand, the newest first.',
  success: {
    200: strictObject({ success: Success, sessions: Type.Array(Session, { description: 'The sessions.' }) }),
  },
  errors: [],
});

export const endOtherSessionsContract = contract({
  operationId: 'endOtherSessions',
  method: 'delete',
  path: '/api/internal/sessions',
  tag,
  auth: 'user',
  summary: 'End all of your sessions but this one.',
  success: {
    200: strictObject({ success: Success, ended: Type.Integer({ description: 'How many there were.' }) }),
  },
  errors: [],
});

export const endSessionContract = contract({
  operationId: 'endSession',
  method: 'delete',
  path: '/api/internal/sessions/{id}',
  tag,
  auth: 'user',
  summary: 'End one of your sessions.',
  params: Type.Object({ id: Uuid('The session.') }),
  success: { 204: null },
  errors: ['SESSION_NOT_FOUND'],
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

export const whoAmIContract = contract({
  operationId: 'whoAmI',
  method: 'get',
  path: '/api/public/me',
  tag: 'Account',
  summary: 'Tell which account and key a request belongs to.',
  success: { 200: Me },
  errors: [],
});
