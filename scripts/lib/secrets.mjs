import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from './files.mjs';
import { withLock } from './lock.mjs';

/** Reads a random secret from a file that only its owner may read, making it the first time. Never replaces one. */
export async function ensureSecret(dir, name, make) {
  const path = join(dir, name);
  await withLock(join(dir, 'locks', name), { what: 'making a secret' }, async () => {
    if (!existsSync(path)) writePrivate(path, `${make()}\n`);
    else if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  });
  return { path, value: readFileSync(path, 'utf8').trim() };
}

/** The settings that carry the master secret: those of the environment, else the key file of this data folder. */
export async function masterSecret(dir) {
  if (process.env.LAS_SECRET) return { LAS_SECRET: process.env.LAS_SECRET };
  if (process.env.LAS_SECRET_FILE) return { LAS_SECRET_FILE: process.env.LAS_SECRET_FILE };
  const { path } = await ensureSecret(dir, 'secret.key', () => randomBytes(32).toString('base64'));
  return { LAS_SECRET_FILE: path };
}

export const databasePassword = async (dir) =>
  (await ensureSecret(dir, 'mysql-password', () => randomBytes(24).toString('base64url'))).value;
