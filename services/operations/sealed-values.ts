import type { Knex } from 'knex';
import { listSealed, replaceSealed, type SealedColumn, type SealedRow } from '../../db/operations/sealed-values.js';
import { createSecretBox, keyIdOf, SealedSecretError, sealedBy } from '../../runtime/secret-box.js';
import { functionSecretContext } from '../functions/functions.js';
import { accountSecretContext } from '../jobs/webhook-delivery.js';

type Secrets = readonly [string, ...string[]];

/** A sealed column, with what its values are sealed for; if not given, for table, id and column. */
interface Sealed extends SealedColumn {
  contextOf?: (key: Record<string, string>) => string;
}

/** Every column that holds sealed values. */
export const SEALED_COLUMNS: readonly Sealed[] = [
  {
    table: 'account_secrets',
    column: 'value',
    key: ['account_id', 'name'],
    contextOf: ({ account_id = '', name = '' }) => accountSecretContext(account_id, name),
  },
  {
    table: 'function_secrets',
    column: 'value',
    key: ['function_id', 'name'],
    contextOf: ({ function_id = '', name = '' }) => functionSecretContext(function_id, name),
  },
  {
    table: 'idempotency_keys',
    column: 'body',
    key: ['account_id', 'route', 'key_hash'],
    contextOf: ({ route }) => `idempotency_keys/${route}/body`,
  },
  { table: 'authenticator_apps', column: 'secret', key: ['id'] },
  { table: 'calendar_connections', column: 'password', key: ['host_id'] },
  { table: 'connection_links', column: 'verifier', key: ['id'] },
  { table: 'connections', column: 'access_token', key: ['id'] },
  { table: 'connections', column: 'client_secret', key: ['id'] },
  { table: 'connections', column: 'refresh_token', key: ['id'] },
  { table: 'email_senders', column: 'smtp_password', key: ['id'] },
  { table: 'erasures', column: 'marks', key: ['id'] },
  { table: 'hooks', column: 'secret', key: ['id'] },
  { table: 'hooks', column: 'verify_token', key: ['id'] },
  { table: 'mailboxes', column: 'password', key: ['sender_id'] },
  { table: 'models', column: 'api_key', key: ['id'] },
  { table: 'notice_webhooks', column: 'url', key: ['user_id', 'channel'] },
  { table: 'sign_ons', column: 'verifier', key: ['id'] },
  { table: 'user_mails', column: 'content', key: ['id'] },
  { table: 'voice_agents', column: 'api_key', key: ['id'] },
  { table: 'voice_agents', column: 'hook_token', key: ['id'] },
  { table: 'webhooks', column: 'previous_secret', key: ['id'] },
  { table: 'webhooks', column: 'previous_signing_key', key: ['id'] },
  { table: 'webhooks', column: 'secret', key: ['id'] },
  { table: 'webhooks', column: 'signing_key', key: ['id'] },
  { table: 'whatsapp_numbers', column: 'access_token', key: ['id'] },
  { table: 'widgets', column: 'identity_secret', key: ['id'] },
];

const contextOf = ({ table, column, contextOf }: Sealed, { key }: SealedRow): string => {
  const words = key as Record<string, string>;
  return contextOf ? contextOf(words) : `${table}/${Object.values(words).join('/')}/${column}`;
};

/** Rows that one statement reads: a table of any size is never read at once. */
const PAGE = 500;

/** Visits all sealed values, page by page, so that each statement is short and the service works on. */
async function eachSealed(
  db: Knex,
  visit: (column: Sealed, row: SealedRow & { sealed: string }) => Promise<void> | void,
): Promise<void> {
  for (const column of SEALED_COLUMNS) {
    for (let after: SealedRow['key'] | undefined; ; ) {
      const rows = await listSealed(db, column, after, PAGE);
      for (const { key, sealed } of rows) if (sealed !== null) await visit(column, { key, sealed });
      after = rows.at(-1)?.key;
      if (rows.length < PAGE) break;
    }
  }
}

/** The number of values that a master secret seals. */
export interface SecretUse {
  /** The setting that has the secret; `unknown` where no setting has it. */
  secret: string;
  key_id: string;
  sealed: number;
  /** The same by table and column. */
  columns: Record<string, number>;
}

/** Counts the values that each master secret seals, newest secret first, and those that none of them opens. */
export async function countSealed(db: Knex, secrets: Secrets): Promise<SecretUse[]> {
  const nameOf = (at: number) => (at === 0 ? 'LAS_SECRET' : `LAS_PREVIOUS_SECRETS, number ${at}`);
  const uses = new Map<string, SecretUse>(
    secrets.map((secret, at) => {
      const key_id = keyIdOf(secret);
      return [key_id, { secret: nameOf(at), key_id, sealed: 0, columns: {} }];
    }),
  );
  await eachSealed(db, ({ table, column }, { sealed }) => {
    const key_id = sealedBy(sealed) ?? '';
    const use = uses.get(key_id) ?? { secret: 'unknown', key_id, sealed: 0, columns: {} };
    const name = `${table}.${column}`;
    uses.set(key_id, {
      ...use,
      sealed: use.sealed + 1,
      columns: { ...use.columns, [name]: (use.columns[name] ?? 0) + 1 },
    });
  });
  return [...uses.values()];
}

/** The result of a run of `resealAll`. */
export interface Resealed {
  /** Values that the newest secret seals now. */
  resealed: number;
  /** Values that were changed or deleted during the run; their new ones are sealed by the newest secret of their writer. */
  skipped: number;
  /** Values that none of the secrets opens, by table and id. */
  unreadable: string[];
}

/**
 * Seals all values with the newest secret. Each is replaced on its own, and only where it still is what was read, so a
 * change by the service is kept, and a run that ended half way is continued by the next one.
 */
export async function resealAll(db: Knex, secrets: Secrets): Promise<Resealed> {
  const box = createSecretBox(secrets);
  const newest = keyIdOf(secrets[0]);
  const result: Resealed = { resealed: 0, skipped: 0, unreadable: [] };
  await eachSealed(db, async (column, row) => {
    if (sealedBy(row.sealed) === newest) return;
    const context = contextOf(column, row);
    let plain: string;
    try {
      plain = box.open(row.sealed, context);
    } catch (error) {
      if (!(error instanceof SealedSecretError)) throw error;
      result.unreadable.push(context);
      return;
    }
    const replaced = await replaceSealed(db, column, row, box.seal(plain, context));
    result[replaced ? 'resealed' : 'skipped'] += 1;
  });
  return result;
}
