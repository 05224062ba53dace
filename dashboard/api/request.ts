import type { Answer, Input, OperationName } from './names.js';
import { PATHS } from './operations.js';
import { noAnswer, problemOf } from './problem.js';

const LONGEST_MS = 30_000;

interface How {
  /** Under which a repeated change is done once. */
  key?: string;
  signal?: AbortSignal;
}

type Plain = Record<string, unknown>;

/** Fills the parameters of a path in. */
export const fillPath = (path: string, params: Plain = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));

function addressOf(operation: OperationName, params?: Plain, query?: Plain): URL {
  const [, path = ''] = PATHS[operation].split(' ');
  const url = new URL(`api/internal${fillPath(path, params)}`, document.baseURI);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  return url;
}

/** Asks an operation once. Throws a Problem. */
export async function request<K extends OperationName>(
  operation: K,
  input: Input<K> = {},
  { key, signal }: How = {},
): Promise<Answer<K>> {
  const [method = 'GET'] = PATHS[operation].split(' ');
  const timeout = AbortSignal.timeout(LONGEST_MS);
  const response = await fetch(addressOf(operation, input.params as Plain, input.query as Plain), {
    method,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      Accept: 'application/json',
      'X-Requested-With': 'dashboard',
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  }).catch((thrown) => {
    throw signal?.aborted ? thrown : noAnswer();
  });
  const body: unknown = response.status === 204 ? null : await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response.status, body);
  return body as Answer<K>;
}
