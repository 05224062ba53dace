import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../db/connection.js';
import { loadConfig } from '../runtime/config.js';
import { createAccount, createApiKey, createUser } from '../services/accounts.js';
import { prepareNamespace } from '../temporal/namespace.js';

/**
 * Before the first start: the Temporal namespace, the fingerprint of the master secret, the demo account. Repeating it
 * changes nothing. Fails when the secret is another one than the database was used with.
 */
async function prepare(): Promise<void> {
  const config = loadConfig();
  const db = openDatabase({ url: config.DATABASE_URL, poolSize: 3 });
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
        'LAS_SECRET is not the secret this database was used with: stored credentials could not be read. ' +
          'Restore the secret (.data/secret.key), or list the old one in LAS_PREVIOUS_SECRETS.',
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
      const password = randomBytes(12).toString('base64url');
      await createUser(db, now, { accountId, email: 'demo@example.com', name: 'Demo owner', role: 'owner', password });
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(keyFile, `${apiKey}\n`, { mode: 0o600 });
      writeFileSync(path.join(dataDir, 'demo-login'), `demo@example.com ${password}\n`, { mode: 0o600 });
    }
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
