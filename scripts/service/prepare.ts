import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';
import { hasAnyUsers } from '../../db/accounts/users.js';
import { inTransaction } from '../../db/connection.js';
import { openWhenAvailable } from '../../db/open-when-available.js';
import { loadConfig } from '../../runtime/config.js';
import { createAccount, createApiKey } from '../../services/accounts/accounts.js';
import { issueLink } from '../../services/accounts/links.js';
import { prepareNamespace } from '../../temporal/namespace.js';

/**
 * Stores the sign-up link of the first user, which the start command prints. Each start creates a new one until there
 * is a user, and none after that.
 */
async function offerSetup(db: Knex, now: Date, file: string): Promise<void> {
  rmSync(file, { force: true });
  const account = (await hasAnyUsers(db)) ? undefined : await db('accounts').orderBy('id').first('id');
  if (!account) return;
  const link = { accountId: account.id, kind: 'setup', createdBy: 'system' } as const;
  const { path: page } = await inTransaction(db, (tx) => issueLink(tx, now, link));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${page}\n`, { mode: 0o600 });
  process.stderr.write(`No user exists yet. Create the owner at ${page}\n`);
}

/**
 * Before the first start: the Temporal namespace, the fingerprint of the master secret, the demo account. Repeating it
 * changes nothing. Fails when the secret is another one than the database was used with.
 */
async function prepare(): Promise<void> {
  const config = loadConfig();
  const db = await openWhenAvailable({ url: config.DATABASE_URL, poolSize: 3 });
  try {
    const now = new Date();
    for (const note of await prepareNamespace(config.TEMPORAL_RETENTION_DAYS)) process.stderr.write(`${note}\n`);

    const secrets = [config.LAS_SECRET, ...config.LAS_PREVIOUS_SECRETS.split(',').filter(Boolean)];
    const [current, ...previous] = secrets.map((secret) =>
      createHash('sha256').update(`fingerprint:${secret}`).digest('hex'),
    );
    const stored = await db('system_facts').where({ name: 'secret_fingerprint' }).first();
    if (stored && stored.value !== current && !previous.includes(stored.value)) {
      throw new Error(
        "LAS_SECRET isn't the secret that this database was used with, so stored credentials can't be decrypted. " +
          'Restore the secret (.data/secret.key), or add the old one to LAS_PREVIOUS_SECRETS.',
      );
    }
    await db('system_facts')
      .insert({ name: 'secret_fingerprint', value: current, updated_at: now })
      .onConflict('name')
      .merge(['value', 'updated_at']);

    const dataDir = process.env.LAS_DATA_DIR ?? '.data';
    const keyFile = path.join(dataDir, 'demo-key');
    if (!existsSync(keyFile) && !(await db('accounts').first('id'))) {
      const { accountId } = await createAccount(db, now, { name: 'Demo', timezone: 'Europe/Madrid', country: 'ES' });
      const { apiKey } = await createApiKey(db, now, { accountId, name: 'Demo key' });
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(keyFile, `${apiKey}\n`, { mode: 0o600 });
    }
    await offerSetup(db, now, path.join(dataDir, 'setup-link'));
  } finally {
    await db.destroy();
  }
}

try {
  await prepare();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
