import { Type } from '../common.js';
import { contract } from '../contract.js';

/** The path to which providers redirect users. */
export const CALLBACK_PATH = '/connect/callback';

const params = Type.Object({ token: Type.String({ description: 'Token of the link.' }) });
const common = { tag: 'Connections', auth: 'none', lenientQuery: true } as const;
const page = Type.String({ description: 'An HTML page.' });

/** The page behind a link. Mail scanners open it too, so opening it starts nothing. */
export const showConnectContract = contract({
  operationId: 'showConnect',
  method: 'get',
  path: '/connect/{token}',
  ...common,
  summary: 'Show the page that asks a person to sign in with a provider.',
  params,
  success: { 200: page, 404: page },
  errors: [],
});

/** The page's button: leads to the provider. */
export const startConnectContract = contract({
  operationId: 'startConnect',
  method: 'post',
  path: '/connect/{token}',
  ...common,
  idempotency: 'none',
  deadlineMs: 15_000,
  summary: 'Lead a person to the sign-in page of the provider.',
  params,
  success: { 200: page, 400: page, 404: page, 502: page },
  errors: [],
});

/** The redirect target for providers. */
export const finishConnectContract = contract({
  operationId: 'finishConnect',
  method: 'get',
  path: CALLBACK_PATH,
  ...common,
  deadlineMs: 20_000,
  summary: 'Finish a sign-in with a provider.',
  query: Type.Object({
    state: Type.Optional(Type.String({ maxLength: 500, description: 'State of the sign-in.' })),
    code: Type.Optional(Type.String({ maxLength: 8_000, description: 'Authorization code of the provider.' })),
    error: Type.Optional(Type.String({ maxLength: 500, description: 'Error code of the provider.' })),
    error_description: Type.Optional(Type.String({ maxLength: 4_000, description: 'Error text of the provider.' })),
  }),
  success: { 200: page, 400: page, 502: page },
  errors: [],
});
