import { nullable, oneOf, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { LANGUAGES } from '../dashboard.js';
import { ROLES } from '../roles.js';

const tag = 'Session';
const RoleName = oneOf(ROLES, { description: 'Role, which determines what the user can read and change.' });

/** The language that a user chose. */
export const LanguageName = nullable(
  oneOf(LANGUAGES, { description: "Language of the dashboard. If null, the browser's language." }),
);

/** The response to a sign-in. */
export const SignedIn = strictObject({
  success: Success,
  user: strictObject({
    id: Uuid('ID of the user.'),
    name: Type.String(),
    role: RoleName,
    account: strictObject({
      id: Uuid(),
      name: Type.String(),
      timezone: Type.String({ description: 'IANA time zone.' }),
    }),
  }),
  expires_at: Timestamp("Time at which the session expires, if it isn't used until then."),
});

/** The response to a right password, if the user has a second factor. */
const SecondFactorNeeded = strictObject({
  success: Success,
  second_factor: strictObject({
    token: Type.String({ description: 'Token for completing the sign-in with `completeSignIn`.' }),
    expires_at: Timestamp('Time at which the token expires, after five minutes.'),
    authenticator_app: Type.Boolean({ description: 'Whether the user has an authenticator app.' }),
    passkey: Type.Boolean({ description: 'Whether the user has a passkey, for `signInWithPasskey`.' }),
  }),
});

export const signInContract = contract({
  operationId: 'signIn',
  method: 'post',
  path: '/api/internal/session',
  tag,
  auth: 'none',
  summary: 'Sign in to the dashboard.',
  body: strictObject({
    email: Type.String({ minLength: 3, maxLength: 254, description: 'Email address of the user.' }),
    password: Type.String({ minLength: 1, maxLength: 1000, description: 'Password of the user.' }),
    account_id: Type.Optional(
      Uuid('ID of the account to sign in to, if several accounts have a user with this address and password.'),
    ),
  }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: { 201: SignedIn, 202: SecondFactorNeeded },
  errors: ['INVALID_CREDENTIALS', 'SINGLE_SIGN_ON_REQUIRED', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const signOutContract = contract({
  operationId: 'signOut',
  method: 'delete',
  path: '/api/internal/session',
  tag,
  auth: 'user',
  withoutSecondFactor: true,
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
  withoutSecondFactor: true,
  summary: 'Get the signed-in user, their permissions and the service.',
  success: {
    200: strictObject({
      success: Success,
      user: strictObject({
        id: Uuid('ID of the user.'),
        name: Type.String(),
        email: Type.String({ description: 'Email address for signing in.' }),
        role: RoleName,
        language: LanguageName,
        needs_second_factor: Type.Boolean({
          description: 'Whether the user has to set up a second factor before anything else.',
        }),
      }),
      scopes: Type.Array(Type.String(), { description: 'Scopes of the role.' }),
      account: strictObject({
        id: Uuid(),
        name: Type.String(),
        timezone: Type.String({ description: 'IANA time zone.' }),
        country: nullable(Type.String({ description: 'Two-letter country code.' })),
        sending_enabled: Type.Boolean({ description: 'Whether sending is turned on.' }),
      }),
      expires_at: Timestamp("Time at which the session expires, if it isn't used until then."),
      service: strictObject({
        version: Type.String({ description: 'ID of the build. If it changes, reload the page.' }),
        temporal_ui_url: nullable(Type.String()),
        temporal_namespace: Type.String({ description: 'Temporal namespace of the runs.' }),
        public_url: Type.String({ description: 'Public URL of this service.' }),
        features: Type.Array(Type.String(), { description: 'Features of this service.' }),
      }),
    }),
  },
  errors: [],
});

const Session = strictObject({
  id: Uuid('ID of the session.'),
  created_at: Timestamp('Time at which the user signed in.'),
  last_seen_at: nullable(Timestamp('Time of the last use, rounded to the minute.')),
  expires_at: Timestamp("Time at which the session expires, if it isn't used until then."),
  browser: nullable(Type.String({ description: 'Browser and operating system, as reported by the browser.' })),
  address: nullable(Type.String({ description: 'IP address at sign-in.' })),
  current: Type.Boolean({ description: 'Whether this is the current session.' }),
});

export const listSessionsContract = contract({
  operationId: 'listSessions',
  method: 'get',
  path: '/api/internal/sessions',
  tag,
  auth: 'user',
  summary: 'List your active sessions, newest first.',
  success: {
    200: strictObject({
      success: Success,
      sessions: Type.Array(Session, { description: 'Active sessions of the user, newest first.' }),
    }),
  },
  errors: [],
});

export const endOtherSessionsContract = contract({
  operationId: 'endOtherSessions',
  method: 'delete',
  path: '/api/internal/sessions',
  tag,
  auth: 'user',
  summary: 'End all your other sessions.',
  success: {
    200: strictObject({ success: Success, ended: Type.Integer({ description: 'Number of ended sessions.' }) }),
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
  params: Type.Object({ id: Uuid('ID of the session.') }),
  success: { 204: null },
  errors: ['SESSION_NOT_FOUND'],
});

const Me = strictObject({
  success: Success,
  account: strictObject({
    id: Uuid(),
    name: Type.String(),
    timezone: Type.String({ description: 'IANA time zone of the account.' }),
  }),
  key: strictObject({
    id: Uuid(),
    name: Type.String(),
    kind: Type.String({ description: 'Type of the key: live or pub.' }),
    scopes: Type.Array(Type.String(), { description: 'Scopes of the key. `*` grants all.' }),
    last_used_at: nullable(Timestamp('Time of the last use, rounded to the minute.')),
  }),
  limits: strictObject({
    requests_per_minute: Type.Integer({ description: 'Maximum number of requests per minute.' }),
  }),
});

export const whoAmIContract = contract({
  operationId: 'whoAmI',
  method: 'get',
  path: '/api/public/me',
  tag: 'Account',
  summary: 'Get the account and the key of the request.',
  success: { 200: Me },
  errors: [],
});
