import { strictObject, Type } from '../common.js';
import { contract } from '../contract.js';

/** The place where the issuer sends people back to. */
export const SIGN_ON_CALLBACK_PATH = '/sso/callback';

const common = { tag: 'Session', auth: 'none', lenientQuery: true } as const;

/** Every outcome is a redirect: to the issuer, to the dashboard, or to the sign-in page with the reason. */
export const startSignOnContract = contract({
  operationId: 'startSignOn',
  method: 'get',
  path: '/sso/start',
  ...common,
  deadlineMs: 15_000,
  summary: 'Lead a user to the issuer of single sign-on.',
  query: Type.Object({
    to: Type.Optional(Type.String({ maxLength: 2_000, description: 'Path of the page that opens afterwards.' })),
  }),
  success: { 303: null },
  errors: ['RATE_LIMITED'],
});

export const finishSignOnContract = contract({
  operationId: 'finishSignOn',
  method: 'get',
  path: SIGN_ON_CALLBACK_PATH,
  ...common,
  deadlineMs: 25_000,
  summary: 'Sign in with the answer of the issuer.',
  query: Type.Object({
    state: Type.Optional(
      Type.String({ maxLength: 500, description: 'Value of the sign-in request, returned unchanged.' }),
    ),
    code: Type.Optional(Type.String({ maxLength: 8_000, description: 'Authorization code of the issuer.' })),
    iss: Type.Optional(Type.String({ maxLength: 2_000, description: 'Issuer that answers.' })),
    error: Type.Optional(Type.String({ maxLength: 500, description: 'Error code of the issuer.' })),
    error_description: Type.Optional(Type.String({ maxLength: 4_000, description: 'Error text of the issuer.' })),
  }),
  success: { 303: null },
  errors: ['RATE_LIMITED'],
});

/** OpenID Connect Back-Channel Logout 1.0. */
export const endSignOnContract = contract({
  operationId: 'endSignOn',
  method: 'post',
  path: '/sso/logout',
  ...common,
  idempotency: 'none',
  deadlineMs: 15_000,
  summary: 'End the sessions that the issuer ends.',
  mediaTypes: {
    'application/x-www-form-urlencoded': Type.Object({
      logout_token: Type.String({ description: 'Logout token of the issuer.' }),
    }),
  },
  success: {
    200: null,
    400: strictObject({
      error: Type.String({ description: 'Error code: `invalid_request`.' }),
      error_description: Type.String({ description: 'Reason why the token was rejected.' }),
    }),
  },
  errors: ['RATE_LIMITED', 'ENGINE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
});
