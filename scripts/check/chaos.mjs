import { randomInt } from 'node:crypto';
import { runSuite } from '../lib/jest.mjs';
import { main } from '../lib/lifetime.mjs';
import { say } from '../lib/output.mjs';

// What is drawn in these proofs follows from one number; the same one breaks the same things again.
process.env.FAULTS_SEED ||= String(randomInt(1_000_000));
const seed = `FAULTS_SEED=${process.env.FAULTS_SEED}`;

await main(async () => {
  say(seed);
  const code = await runSuite('chaos', { folder: 'test/chaos', workers: 1 });
  say(`This was ${seed} npm run chaos`);
  return code;
});
