import { loadSentences } from '../words/sentences.js';
import { waitForSignIn } from './connection-status.js';
import type { Answer, Input, OperationName, Tagged } from './operation-types.js';
import { PATHS } from './operations.js';
import { noResponse, problemOf } from './problem.js';

const LONGEST_MS = 30_000;
/** A slow line takes minutes for a large file. */
const LONGEST_UPLOAD_MS = 5 * 60_000;
/** Longer than the service takes at most where a model is asked turn by turn. */
const LONGEST_TRIAL_MS = 65_000;
const TRIALS = new Set<OperationName>(['converseWithWorkflow', 'replayConversation']);

interface How {
  /** Under which a repeated change is done once. */
  key?: string;
  signal?: AbortSignal;
  /** The tag of the state that was read: a change of another state is refused. */
  match?: string;
  /** The form that is sent instead of a body: a file with its description. */
  form?: FormData;
}

type Plain = Record<string, unknown>;

/** Fills the parameters of a path in. */
export const fillPath = (path: string, params: Plain = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));

/** Returns where an operation is asked. */
export function addressOf(operation: OperationName, params?: Plain, query?: Plain): URL {
  const [, path = ''] = PATHS[operation].split(' ');
  const url = new URL(`api/internal${fillPath(path, params)}`, document.baseURI);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  return url;
}

/** Calls an operation once. Throws a Problem. */
export const request = async <K extends OperationName>(
  operation: K,
  input: Input<K> = {},
  how: How = {},
): Promise<Answer<K>> => (await requestTagged(operation, input, how)).body;

/** Operations to sign in and out, which don't wait for a session. */
const SESSION_OPERATIONS = new Set<OperationName>(['signIn', 'signOut']);

/**
 * Asks an operation once, also for the tag of what it answers; a change waits while the session has ended. Throws a
 * Problem.
 */
export async function requestTagged<K extends OperationName>(
  operation: K,
  input: Input<K> = {},
  { key, signal, match, form }: How = {},
): Promise<Tagged<Answer<K>>> {
  const [method = 'GET'] = PATHS[operation].split(' ');
  // Concurrently with the request, so that the first page doesn't wait for it.
  const sentences = loadSentences();
  const timeout = AbortSignal.timeout(form ? LONGEST_UPLOAD_MS : TRIALS.has(operation) ? LONGEST_TRIAL_MS : LONGEST_MS);
  const response = await fetch(addressOf(operation, input.params as Plain, input.query as Plain), {
    method,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      Accept: 'application/json',
      'X-Requested-With': 'dashboard',
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(match === undefined ? {} : { 'If-Match': match }),
    },
    ...(form ? { body: form } : input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  }).catch((thrown) => {
    throw signal?.aborted ? thrown : noResponse();
  });
  await sentences;
  const body: unknown = response.status === 204 ? null : await response.json().catch(() => undefined);
  if (!response.ok) {
    const problem = problemOf(response.status, body);
    // A mutation is sent once the same user has signed in again, under the same key.
    const mayWait = problem.code === 'NOT_SIGNED_IN' && method !== 'GET' && !SESSION_OPERATIONS.has(operation);
    if (mayWait && (await waitForSignIn())) return requestTagged(operation, input, { key, signal, match, form });
    throw problem;
  }
  return { body: body as Answer<K>, tag: response.headers.get('ETag') ?? undefined };
}
