import { build } from '../lib/build.mjs';
import { prepareRuntime } from '../lib/dependencies.mjs';
import { main } from '../lib/lifetime.mjs';
import { say } from '../lib/output.mjs';

await main(async () => {
  await prepareRuntime();
  if (!(await build())) say('Up to date.');
});
