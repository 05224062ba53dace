import { createHmac } from 'node:crypto';
import { findAccountSecret } from '../../db/accounts/account-secrets.js';
import { type Db, fromJson } from '../../db/connection.js';
import { findDelivery, updateQueuedDelivery } from '../../db/jobs/deliveries.js';
import type { JobDeliveryRow } from '../../db/tables.js';
import type { Lanes } from '../../runtime/lanes.js';
import { type SafeFetch, SafeFetchError, type SafeRequest } from '../../runtime/safe-fetch.js';
import { SealedSecretError, type SecretBox } from '../../runtime/secret-box.js';
import type { EffectParams } from '../../schemas/rules/effects.js';

/** Returns what a secret of an account is sealed for. */
export const accountSecretContext = (accountId: string, name: string): string => `account_secrets/${accountId}/${name}`;

/** The outcome of one delivery attempt; `retry` may succeed later. */
export interface DeliveryAttempt {
  outcome: 'delivered' | 'failed' | 'retry';
  status: number | null;
}

/** The address has as many calls as it gets at once: to be asked for again after `forMs`. */
export interface DeliveryWait {
  outcome: 'waits';
  forMs: number;
}

const MAX_ANSWER_BYTES = 64 * 1024;
const WORTH_A_REPEAT = new Set([408, 425, 429]);
const SILENCE = new Set(['TIMEOUT', 'NETWORK']);
const NEVER_BETTER = new Set(['INVALID_URL', 'BLOCKED_ADDRESS', 'BLOCKED_REDIRECT']);

/** Returns a secret as bytes. The part after `whsec_` is base64, and any other text is used unchanged. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret, 'utf8');

/** Returns the headers of Standard Webhooks, by which a receiver knows the sender and a repeat. */
export function webhookHeaders(id: string, at: Date, body: string, secret: string | null): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = secret && createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signature ? { 'webhook-signature': `v1,${signature}` } : {}),
  };
}

/**
 * Makes one attempt at a delivery. The id stays the same over all attempts, so that a receiver can tell a repeat.
 * `last` writes off what fails once more. Where the row was settled without this attempt, the row is the answer. No
 * attempt is made while the address has enough of the account's calls.
 */
export async function attemptDelivery(
  { db, fetch, lanes, box, now }: { db: Db; fetch: SafeFetch; lanes: Lanes; box: SecretBox; now: Date },
  id: string,
  last: boolean,
): Promise<DeliveryAttempt | DeliveryWait> {
  const row = await findDelivery(db, id);
  if (row?.status !== 'queued') return settled(row);
  const request = fromJson<EffectParams['call_webhook']>(row.request);
  let secret: string | null | undefined;
  try {
    secret = await secretOf(db, box, row, request.secret_name);
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    return note(
      db,
      now,
      row,
      'failed',
      null,
      "The secret can't be decrypted with the keys of this service. Set it again.",
    );
  }
  if (secret === undefined) return note(db, now, row, 'failed', null, 'The account has no secret with this name.');
  const admitted = lanes.enter(`${row.account_id} ${hostOf(request.url)}`, id);
  if ('retryAfterMs' in admitted) return { outcome: 'waits', forMs: admitted.retryAfterMs };
  let silent = false;
  try {
    const { status } = await fetch(request.url, {
      ...asFetched(request, webhookHeaders(row.id, now, request.body, secret)),
      accountId: row.account_id,
    });
    if (status >= 200 && status < 300) return note(db, now, row, 'delivered', status, null);
    const retry = status >= 500 || WORTH_A_REPEAT.has(status);
    return note(db, now, row, retry && !last ? 'retry' : 'failed', status, `The URL returned ${status}.`);
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    silent = SILENCE.has(error.code);
    const retry = !NEVER_BETTER.has(error.code);
    return note(db, now, row, retry && !last ? 'retry' : 'failed', null, error.message);
  } finally {
    admitted.leave({ silent });
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

const asFetched = (request: EffectParams['call_webhook'], ours: Record<string, string>): SafeRequest => ({
  method: 'POST',
  timeoutMs: request.timeout_ms,
  maxBytes: MAX_ANSWER_BYTES,
  maxRedirects: 0,
  headers: {
    'content-type': 'application/json',
    ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
    ...ours,
  },
  body: request.body,
});

/** The secret that signs: null where none is named, undefined where the named one is gone. */
async function secretOf(
  db: Db,
  box: SecretBox,
  row: JobDeliveryRow,
  name: string | null,
): Promise<string | null | undefined> {
  if (name === null) return null;
  const found = await findAccountSecret(db, row.account_id, name);
  return found && box.open(found.value, accountSecretContext(row.account_id, name));
}

/**
 * Returns the result of a delivery from its row. A delivery that was deleted, or whose lead was erased, isn't made any
 * more.
 */
function settled(row: JobDeliveryRow | undefined): DeliveryAttempt {
  const status = row?.response_status ?? null;
  if (row?.status === 'delivered') return { outcome: 'delivered', status };
  return { outcome: row?.status === 'queued' ? 'retry' : 'failed', status };
}

/**
 * Records an attempt and returns the state of the delivery. During the call the lead may have been erased or another
 * attempt recorded. Then a failure here changes nothing. A success counts even if another attempt failed.
 */
async function note(
  db: Db,
  now: Date,
  row: JobDeliveryRow,
  outcome: DeliveryAttempt['outcome'],
  status: number | null,
  failure: string | null,
): Promise<DeliveryAttempt> {
  const where = outcome === 'delivered' ? { id: row.id } : { id: row.id, attempts: row.attempts };
  const noted = await updateQueuedDelivery(db, where, {
    status: outcome === 'retry' ? 'queued' : outcome,
    attempts: row.attempts + 1,
    response_status: status,
    failure,
    updated_at: now,
  });
  return noted ? { outcome, status } : settled(await findDelivery(db, row.id));
}
