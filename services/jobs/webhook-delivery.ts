import { findAccountSecret } from '../../db/accounts/account-secrets.js';
import { type Db, fromJson } from '../../db/connection.js';
import { findDelivery, updateQueuedDelivery } from '../../db/jobs/deliveries.js';
import type { JobDeliveryRow } from '../../db/tables.js';
import type { Lanes } from '../../runtime/lanes.js';
import type { SafeFetch } from '../../runtime/safe-fetch.js';
import { SealedSecretError, type SecretBox } from '../../runtime/secret-box.js';
import type { EffectParams } from '../../schemas/rules/effects.js';
import { exchangeWebhook } from '../webhooks/exchange.js';
import { webhookHeaders } from '../webhooks/signing.js';

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

const WORTH_A_REPEAT = new Set([408, 425, 429]);

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
    const signed = webhookHeaders(row.id, now, request.body, secret === null ? [] : [{ secret }]);
    const answer = await exchangeWebhook(fetch, {
      url: request.url,
      headers: { ...inLowerCase(request.headers), ...signed },
      body: request.body,
      timeoutMs: request.timeout_ms,
      accountId: row.account_id,
    });
    const { status, failure } = answer;
    silent = answer.silent;
    if (answer.delivered) return note(db, now, row, 'delivered', status, null);
    const retry = status === null ? answer.allowed : status >= 500 || WORTH_A_REPEAT.has(status);
    return note(db, now, row, retry && !last ? 'retry' : 'failed', status, failure);
  } finally {
    admitted.leave({ silent });
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

const inLowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

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
