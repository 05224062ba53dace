import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from '../lib/build.mjs';
import { prepareRuntime } from '../lib/dependencies.mjs';
import { lifetime, main } from '../lib/lifetime.mjs';
import { lockHolder } from '../lib/lock.mjs';
import { Stop } from '../lib/output.mjs';
import { dataDir, makeDataDir, root } from '../lib/paths.mjs';
import { masterSecret } from '../lib/secrets.mjs';
import { serviceLock, serviceOf } from '../lib/service-state.mjs';

/** Returns where the service is: what the environment says, completed by what runs here. */
async function addresses() {
  const holder = lockHolder(serviceLock);
  const service = holder && serviceOf(holder.pid);
  const databaseUrl = process.env.DATABASE_URL ?? service?.database_url;
  if (!databaseUrl)
    throw new Stop("The service isn't running, so its database isn't reachable.", [
      'Start it: npm start -- --detach',
      'or set DATABASE_URL=mysql://user:password@host:3306/database',
    ]);
  const found = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: process.env.TEMPORAL_ADDRESS ?? service?.temporal_address,
    TEMPORAL_UI_URL: process.env.TEMPORAL_UI_URL ?? service?.temporal_ui_url,
    LAS_API_URL: process.env.LAS_API_URL ?? service?.api_url,
    LAS_DATA_DIR: dataDir,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value));
}

await main(async () => {
  await prepareRuntime();
  makeDataDir(dataDir);
  const env = { ...process.env, ...(await addresses()), ...(await masterSecret(dataDir)) };
  await build();
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', join(root, 'dist', 'scripts', 'admin', 'main.js'), ...process.argv.slice(2)],
    { stdio: 'inherit', env },
  );
  lifetime.defer(() => child.kill('SIGTERM'));
  return new Promise((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143))),
  );
});
