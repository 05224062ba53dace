import { existsSync } from 'node:fs';
import { main } from '../lib/lifetime.mjs';
import { say } from '../lib/output.mjs';
import { dataDir, demoDataDir, evalsDataDir, testDataDirs } from '../lib/paths.mjs';
import { stopAll } from '../lib/stop.mjs';

await main(async () => {
  const dirs = process.argv.includes('--test')
    ? testDataDirs()
    : [dataDir, demoDataDir, evalsDataDir].filter((dir) => existsSync(dir));
  let stopped = false;
  for (const dir of dirs) stopped = (await stopAll(dir)) || stopped;
  say(stopped ? 'Stopped.' : 'Nothing was running.');
});
