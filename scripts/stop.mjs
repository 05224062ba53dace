import { main } from './lib/lifetime.mjs';
import { say } from './lib/output.mjs';
import { dataDir, testDataDir } from './lib/paths.mjs';
import { stopAll } from './lib/stop.mjs';

await main(async () => {
  const stopped = await stopAll(process.argv.includes('--test') ? testDataDir : dataDir);
  say(stopped ? 'Stopped.' : 'Nothing was running.');
});
