import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { remove } from '../lib/files.mjs';
import { main } from '../lib/lifetime.mjs';
import { Stop, say } from '../lib/output.mjs';
import { binDir, dataDir, dataMarker, demoDataDir, evalsDataDir, testDataDirs } from '../lib/paths.mjs';
import { stopAll } from '../lib/stop.mjs';

await main(async () => {
  const all = process.argv.includes('--all');
  if (!existsSync(dataDir)) {
    say('There is nothing to reset.');
    return 0;
  }
  // LAS_DATA_DIR may name anything; only a folder these scripts made is deleted.
  if (!existsSync(join(dataDir, dataMarker)))
    throw new Stop(`${dataDir} wasn't created by this service, so it isn't deleted.`);
  for (const dir of [dataDir, demoDataDir, evalsDataDir, ...testDataDirs()])
    if (existsSync(dir)) await stopAll(dir, { discard: true });
  const kept = !all && existsSync(binDir) && readdirSync(binDir).length > 0;
  for (const name of readdirSync(dataDir)) if (!kept || join(dataDir, name) !== binDir) remove(join(dataDir, name));
  if (!kept) remove(dataDir);
  say(
    kept
      ? `Deleted everything in ${dataDir} except the programs in ${binDir}, which take minutes to download. To delete them too, run npm run reset -- --all.`
      : `Deleted ${dataDir}.`,
  );
  return 0;
});
